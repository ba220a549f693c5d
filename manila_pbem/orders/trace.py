"""What became of an order: one line for each alternative that was tried, for its player's eyes only.

The public report names the actions taken; which alternatives stood before them, and why they were left, stands in the
player's own report (docs/play.md, section 6).
"""

from typing import TypeAlias

from manila_pbem.rules.answers import Loan
from manila_pbem.values import NamedValue


class Tried(NamedValue):
    """One alternative of an order that was tried when its decision came, in the order tried.

    `key` is the order's key, such as `place`; `words` the alternative as the order writes it, such as `port-a` or
    `{silk: -1}`. Where it was not taken, `why` is a code, most often a refusal's `why` (`manila_pbem.rules.play`), and
    `clause` the clause behind it (`R6.4`, or `play 2` for docs/play.md, section 2); both are empty where it was taken.
    Codes have their words in `manila_pbem.reports.refusals`.
    """

    key: str
    words: str
    taken: bool
    why: str = ""
    clause: str = ""


class LoanLeftOut(NamedValue):
    """A loan that an order asked for and that could not be done when it was used; `why` and `clause` as above."""

    loan: Loan
    why: str
    clause: str


Note: TypeAlias = Tried | LoanLeftOut
