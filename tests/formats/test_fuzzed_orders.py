"""The order reader meets anything: it never fails, takes long or much room, and never reads what is not written.

What a file says is told by another library's reading of YAML 1.2 and a converter of our own (`order_fuzz`), which
share with the reader the published tables of characters and words alone.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from order_fuzz.meaning import tell_order
from order_fuzz.mutating import mutate
from order_fuzz.plain_reading import Unreadable, decode, read_plainly, replace_all
from order_fuzz.repeating import repeat_pieces
from order_fuzz.saying import Said, orders, tell_plainly
from order_fuzz.trying import BOTS, NAMES, SLOWEST, Trials, check_meaning
from order_fuzz.writing import Writer

from manila_pbem.formats.message_cutter import forget_marks
from manila_pbem.formats.order_reader import read_order
from manila_pbem.formats.policy_reader import holds_policy, read_policy
from manila_pbem.orders.problems import Kind

HERE = Path(__file__).parent
FILES = sorted((HERE / "corpus").glob("*.yaml"))
"""Named by their fate: `taken.<what>`, `refused.<code>.<what>`, `policy.<kind>`."""
CORPUS = [file.read_bytes() for file in FILES]
TAKEN = [file.read_bytes() for file in FILES if file.name.startswith("taken.")]

INPUTS = 100_000 if os.environ.get("MANILA_SOAK") == "1" else 1_500
TREES = INPUTS // 10
"""Orders drawn, each of which is written twice and damaged twice; the other inputs are the corpus's files, damaged."""
MOST_MEMORY = 100 * 1024
"""KiB, of the whole process."""


def test_the_corpus_has_files_of_all_fates() -> None:
    fates = [file.name.split(".")[0] for file in FILES]
    assert fates.count("taken") >= 60 and fates.count("refused") >= 60 and fates.count("policy") >= 3


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_file_of_the_corpus_has_its_fate(file: Path) -> None:
    data = file.read_bytes()
    fate, what = file.name.split(".")[:2]
    reading = read_order(data, NAMES)
    if fate == "taken":
        assert reading.order is not None, reading.problems
        check_meaning(data, reading.order)
    elif fate == "refused":
        assert reading.order is None
        assert what in [problem.code for problem in reading.problems if problem.kind is not Kind.DOUBTFUL]
    else:
        policy = read_policy(data, NAMES, BOTS).policy
        assert holds_policy(data) and policy is not None
        assert reading.order is None, "a policy is no order"


def test_the_other_reading_refuses_what_yaml_refuses() -> None:
    """Whoever compares with a reading that takes anything, or nothing, finds no fault."""
    refusing = ("open_bracket", "open_quote", "second_colon", "repeated_key", "anchor", "alias", "tag", "directive")
    for file in FILES:
        fate, what = file.name.split(".")[:2]
        if fate == "refused" and (what in refusing or what.startswith("number")):
            with pytest.raises(Unreadable):
                tell_order(read_plainly(replace_all(decode(file.read_bytes()))), NAMES)


def note_input(trials: Trials, data: bytes) -> None:
    """Try an input; whatever comes out of it tells which it was."""
    try:
        trials.try_input(data)
    except BaseException as error:
        error.add_note(f"input: {data!r}")
        raise


def try_written(trials: Trials, count: int) -> None:
    """Try orders that can all be read, as they are drawn and as they are damaged."""

    @settings(max_examples=count, database=None, suppress_health_check=list(HealthCheck))
    @given(orders(NAMES), st.integers(0, 2**32 - 1))
    def try_order(tree: Said, seed: int) -> None:
        random = Random(seed)
        expected = tell_order(tell_plainly(tree), NAMES)
        for _ in range(2):
            data = Writer(random).write(tree)
            note_input(trials, data)
            order = read_order(data, NAMES).order
            assert order is not None and forget_marks(order) == expected, data
            note_input(trials, mutate(random, [data]))

    try_order()


def try_damaged(trials: Trials, count: int) -> None:
    """Try the corpus, files as long as can be, and the corpus's files damaged."""
    for data in (*CORPUS, *repeat_pieces()):
        note_input(trials, data)
    random = Random("manila")
    for _ in range(count):
        note_input(trials, mutate(random, TAKEN if random.random() < 0.7 else CORPUS))


@pytest.mark.soak
def test_no_input_is_misread_or_takes_long() -> None:
    trials = Trials()
    try_damaged(trials, INPUTS - 4 * TREES)
    try_written(trials, TREES)
    assert trials.tried >= INPUTS
    assert trials.tried / 10 < trials.taken < trials.tried * 0.9, "both fates are tried"
    slow = trials.list_slow()
    assert not slow, [f"{what}: {times:.0f} times the median, {data[:200]!r}" for what, times, data in slow]


def test_what_takes_long_is_found() -> None:
    trials = Trials()
    for data in CORPUS:
        trials.try_input(data)
    assert SLOWEST == 200
    assert trials.list_slow(2), "files of 64 KiB take more than twice as long as most"


READ_MUCH = """
import sys
from pathlib import Path
from random import Random
from order_fuzz.mutating import blow_up, mutate
from order_fuzz.trying import NAMES
from manila_pbem.formats.message_cutter import cut_message
from manila_pbem.formats.order_reader import read_order
corpus = [file.read_bytes() for file in sorted(Path(sys.argv[1]).glob("*.yaml"))]
random = Random("manila")
for at in range(int(sys.argv[2])):
    data = corpus[at] if at < len(corpus) else blow_up(random, mutate(random, corpus))
    read_order(data, NAMES)
    cut_message(data, NAMES)
print(next(line.split()[1] for line in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in line))
"""


@pytest.mark.soak
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell the most memory used")
def test_no_input_takes_much_memory(run_python: Callable[..., str]) -> None:
    most = int(run_python("-c", READ_MUCH, str(HERE / "corpus"), str(len(CORPUS) + INPUTS // 20)))
    assert most < MOST_MEMORY, f"{most} KiB"


@pytest.fixture
def run_python() -> Callable[..., str]:
    """Run Python where the modules of these tests are found; return what it prints."""
    root = HERE.parents[1]

    def run(*arguments: str) -> str:
        path = os.pathsep.join((str(root / "tests"), str(root)))
        environment = {**os.environ, "PYTHONPATH": path}
        done = subprocess.run(
            [sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
