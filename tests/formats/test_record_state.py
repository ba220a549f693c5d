"""States are written with exactly the keys and values of docs/record.md, "Reading one back"."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from manila_pbem.formats.record import Record, read_record
from manila_pbem.formats.record_action import ActionFault
from manila_pbem.formats.record_state import state_to_mapping
from manila_pbem.rules.play import Game

RECORDS = Path(__file__).parents[1] / "records"
KEYS = (
    "voyage step round to_act harbour_master cash mortgaged shares supply values punts spaces standing_bid bidder"
    " passed fortune"
)


def begin(record: Record) -> Game:
    return Game(len(record.players), record.first, record.options, record.deal, record.supply)


@pytest.mark.parametrize("path", sorted(RECORDS.glob("cases/*.yaml")), ids=lambda path: path.stem)
def test_the_last_state_of_each_case_is_written_as_published(path: Path) -> None:
    record = read_record(path.read_bytes())
    assert isinstance(record, Record)
    game = begin(record)
    for action in record.actions:
        assert not isinstance(action, ActionFault)
        assert game.apply(action) is None
    state = state_to_mapping(game.take_state(), record.players)
    assert state == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert list(state) == KEYS.split()


def test_what_is_secret_is_left_out() -> None:
    record = read_record((RECORDS / "cases" / "r01_3_insurance_pays_10_at_once.yaml").read_bytes())
    assert isinstance(record, Record)
    whole = state_to_mapping(begin(record).take_state(), record.players)
    public = state_to_mapping(begin(record).take_state(), record.players, public=True)
    assert public == {key: value for key, value in whole.items() if key not in ("shares", "fortune")}
    secret = record._replace(deal=None, supply=(4, 3, 5, 2))
    assert state_to_mapping(begin(secret).take_state(), secret.players) == public
