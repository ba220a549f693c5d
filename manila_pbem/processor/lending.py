"""`loan`: mortgage or redeem shares at once (R13.1)."""

from __future__ import annotations

from pathlib import Path

from manila_pbem.errors import ManilaError, WrongUsage
from manila_pbem.orders.phases import OVER
from manila_pbem.processor.clock import tell_now
from manila_pbem.processor.desk import open_desk
from manila_pbem.processor.entries import BY_COMMAND, number_entry, write_action
from manila_pbem.processor.reporting import ensure_report
from manila_pbem.reports.refusals import tell_refusal
from manila_pbem.rules.answers import Mortgage, Redeem
from manila_pbem.rules.play import Lent, Refusal
from manila_pbem.store.journal import Step, commit_step
from manila_pbem.store.log_file import write_line

KINDS = ("mortgage", "redeem")


def lend_at_once(games: Path, name: str, player: str, kind: str, shares: int) -> int:
    """Mortgage or redeem shares now and write the report anew; return the player's cash after it, in pesos.

    Raises WrongUsage where `kind` is neither, ManilaError where the rules refuse it, naming the clause and what was
    legal.
    """
    if kind not in KINDS:
        raise WrongUsage(f"{kind!r} is neither mortgage nor redeem")
    loan = Mortgage(shares) if kind == "mortgage" else Redeem(shares)
    with open_desk(games, name) as desk:
        seat = desk.find_seat(player)
        if desk.now.phase.step == OVER:
            raise ManilaError(f"{name} is over, and nobody borrows or redeems any more (R13.1)")
        decision = desk.now.game.decide(seat, loan)
        if isinstance(decision, Refusal):
            raise ManilaError(tell_refusal(decision, desk.setup.names, loan))
        n = len(desk.chronicle.entries) + 1
        body = number_entry(write_action(Lent(seat, loan), desk.setup.names, BY_COMMAND), n, tell_now(), n)
        line = write_line(body, desk.chronicle.entries[-1]["hash"])
        commit_step(desk.folder, Step((line,)))
        desk = desk.move_on((line,), {})
        try:
            ensure_report(desk)
        except ManilaError as error:
            raise ManilaError(
                f"the loan is done, but not its report: {error}; `manila report {name}` writes it"
            ) from error
        return desk.now.game.take_state().cash[seat]
