"""The base of all values behaves as `typing.NamedTuple` does."""

from __future__ import annotations

import copy
import pickle

import pytest

from manila_pbem.values import NamedValue


class Pair(NamedValue):
    """A value with a default."""

    left: int
    right: str = "none"

    @property
    def double(self) -> int:
        """Twice the left."""
        return 2 * self.left


class Nothing(NamedValue):
    """A value without fields."""


def test_fields_by_place_by_name_and_by_default() -> None:
    assert Pair(1, "a") == Pair(left=1, right="a") == Pair(1, right="a") == (1, "a")
    assert Pair(1).right == "none" and Pair(3).double == 6
    left, right = Pair(4, "b")
    assert (left, right) == (4, "b") and Nothing() == ()


@pytest.mark.parametrize(
    ("given", "named"), [((), {}), ((1, "a", 2), {}), ((1,), {"other": 2}), ((1,), {"left": 2}), ((), {"right": "a"})]
)
def test_wrong_fields_are_refused(given: tuple[object, ...], named: dict[str, object]) -> None:
    with pytest.raises(TypeError, match="Pair"):
        Pair(*given, **named)  # type: ignore[arg-type]


def test_a_value_never_changes() -> None:
    pair = Pair(1)
    for field in ("left", "other"):
        with pytest.raises(AttributeError):
            setattr(pair, field, 2)
    assert pair._replace(left=2) == Pair(2) and pair == Pair(1)
    with pytest.raises(TypeError, match="other"):
        pair._replace(other=2)


def test_a_value_is_hashed_shown_copied_and_matched() -> None:
    pair = Pair(1, "a")
    assert {pair: 1}[Pair(1, "a")] == 1
    assert repr(pair) == "Pair(left=1, right='a')" and repr(Nothing()) == "Nothing()"
    assert type(copy.deepcopy(pair)) is Pair and copy.copy(pair) == pair
    assert pickle.loads(pickle.dumps(pair)) == pair
    match pair:
        case Pair(left, right="a"):
            assert left == 1
        case _:
            pytest.fail("a value is matched by its fields")
