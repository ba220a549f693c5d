"""The program as the user runs it whom Postfix runs its pipe as."""

from __future__ import annotations

import json

from servers.installing import Program
from servers.real_servers import HOOK_USER, RealServers


def test_a_user_without_rights_makes_a_game(servers: RealServers, program: Program) -> None:
    program.games = servers.base / "hooked" / "made"
    ran = program.run("new", "g", "--player", "ana", "--player", "ben", "--player", "小莉", "--seed", "1")
    assert ran.status == 0, ran
    told = program.run("status", "g", "--json")
    assert json.loads(told.out)["awaited"] == ["ana", "ben", "小莉"]
    assert (program.games / "g").owner() == HOOK_USER
    assert (program.games / "g").stat().st_mode & 0o777 == 0o700
