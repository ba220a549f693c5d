"""Corrected lines for an order that was refused, where it is clear what was meant.

What is proposed here is only likely to be right. It is told to the player where the order, read again with it, has no
fault left in that place (`confirm_corrections`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from manila_pbem.formats.line_edits import Lines, edit_line, write_key
from manila_pbem.orders.problems import Correction, Kind, Problem

_MOST_READS = 16
"""Each correction takes reading the order again, and nobody reads dozens of them."""
_MOST_READ = 32 * 1024
"""How many characters are read again at most."""
_LONGEST_LINE = 400
"""Nobody finds a fault in a longer line by seeing it once more."""
_MOST_CANDIDATES = 6
_LINE_END = re.compile("\r\n?|\n")


def confirm_corrections(
    text: str, problems: Sequence[Problem], read_again: Callable[[bytes], Sequence[Problem]]
) -> tuple[Correction, ...]:
    """Return a correction for each faulty line that has a clear one, in the order of the text.

    `read_again` returns what is wrong with another text. A correction holds where nothing is wrong any more in its
    place, and all that was wrong elsewhere is as it was, unless the order could not be read to its end before.
    """
    faults = [problem for problem in problems if problem.kind is not Kind.DOUBTFUL and problem.mark is not None]
    lines, _ = split_lines(text)
    found: list[Correction] = []
    reads = 0
    for number in sorted({fault.mark.line for fault in faults if fault.mark}):
        here = [fault for fault in faults if fault.mark and fault.mark.line == number]
        rest = len(faults) - len(here)
        for correction in _propose(lines, number, here):
            reads += 1
            if reads > _MOST_READS or reads * len(text) > _MOST_READ:
                return tuple(found)
            left = [
                problem
                for problem in read_again(correct(text, [correction]).encode("utf-8", "surrogatepass"))
                if problem.kind is not Kind.DOUBTFUL
            ]
            if not left or (not _is_within(left, correction) and (len(left) <= rest or not rest)):
                found.append(correction)
                break
    return tuple(found)


def correct(text: str, corrections: Sequence[Correction]) -> str:
    """Return a text with the corrections made."""
    lines, ends = split_lines(text)
    between = ends[0] or "\n"
    for correction in sorted(corrections, reverse=True):
        last = [ends[correction.last - 1]] if correction.lines else []
        lines[correction.first - 1 : correction.last] = correction.lines
        ends[correction.first - 1 : correction.last] = [between] * (len(correction.lines) - 1) + last
    return "".join(line + end for line, end in zip(lines, ends, strict=True))


def split_lines(text: str) -> tuple[list[str], list[str]]:
    """Return the lines of a text without their ends, and the ends; LF, CR and CRLF end lines."""
    return _LINE_END.split(text), [*_LINE_END.findall(text), ""]


def _is_within(problems: Sequence[Problem], correction: Correction) -> bool:
    last = correction.first + len(correction.lines) - 1
    return any(problem.mark and correction.first <= problem.mark.line <= last for problem in problems)


def _propose(lines: Sequence[str], number: int, faults: Sequence[Problem]) -> Iterator[Correction]:
    """Yield what may be written in the place of a line with these faults."""
    if number > len(lines) or len(lines[number - 1]) > _LONGEST_LINE:
        return
    candidates: list[Lines] = [(lines[number - 1],)]
    # From the right, so that what is changed leaves the offsets of what comes before as they are.
    for fault in sorted(faults, key=lambda fault: fault.mark or (0, 0), reverse=True):
        assert fault.mark is not None
        edited = [
            (*lines_, *candidate[1:])
            for candidate in candidates
            if candidate
            for lines_ in edit_line(fault.code, candidate[0], fault.mark.column - 1, fault.facts)
        ]
        candidates = [*dict.fromkeys(edited)][:_MOST_CANDIDATES]
    yield from _propose_block(lines, number, faults[0])
    for candidate in candidates:
        if candidate:
            yield Correction(number, number, candidate)
        elif not _goes_on(lines, number):
            yield Correction(number, number, ())


def _goes_on(lines: Sequence[str], number: int) -> bool:
    """Tell whether the value of a line's key goes on in the next line, so that the line can't be left out alone."""
    line = lines[number - 1]
    following = next((other for other in lines[number:] if other.strip()), "")
    indented = len(following) - len(following.lstrip()) > len(line) - len(line.lstrip())
    return indented or (following.lstrip().startswith("- ") and not line.lstrip().startswith("-"))


def _propose_block(lines: Sequence[str], number: int, fault: Problem) -> Iterator[Correction]:
    """Yield a correction of several lines that suffer from the same."""
    code = fault.code
    if code == "not_set_in":
        last = number + int(str(fault.facts["lines"])) - 1
        yield Correction(
            number, last, tuple(f"  {line}" if line.strip() else line for line in lines[number - 1 : last])
        )
    elif code in ("not_an_order", "colon_without_blank", "no_colon"):
        written = []
        for line in lines[number - 1 :]:
            key = write_key(line)
            if key is None:
                break
            written.append(key)
        if len(written) > 1:
            yield Correction(number, number + len(written) - 1, tuple(written))
    elif code == "dash":
        found = re.match(r"(\s*[^:：]+[:：]\s*)-\s+(\S.*)$", lines[number - 1])
        if found:
            items = [found.group(2).rstrip()]
            for line in lines[number:]:
                item = re.match(r"\s*-\s+(\S.*)$", line)
                if item is None:
                    break
                items.append(item.group(1).rstrip())
            yield Correction(number, number + len(items) - 1, (f"{found.group(1)}[{', '.join(items)}]",))
    elif code == "not_in_line":
        words = lines[number - 1].strip()
        depths = [len(line) - len(line.lstrip()) for line in reversed(lines[: number - 1]) if line.strip()]
        for depth in [*dict.fromkeys([*depths, 0])][:_MOST_CANDIDATES]:
            yield Correction(number, number, (" " * depth + words,))
