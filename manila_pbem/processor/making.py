"""`new`: make a game, deal, and write its first report."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path

from manila_pbem import dice
from manila_pbem.errors import ManilaError, WrongUsage
from manila_pbem.formats.game_file import GameFile, write_addresses, write_game_file
from manila_pbem.post.composing import is_address
from manila_pbem.processor.clock import read_duration, tell_now
from manila_pbem.processor.club import CLUB_FILE, read_club
from manila_pbem.processor.desk import count_deal, read_desk
from manila_pbem.processor.entries import number_entry
from manila_pbem.processor.reporting import write_report
from manila_pbem.processor.setup import PACES, RULES_VERSION, SEALED, Setup, read_options, write_options, write_setup
from manila_pbem.rules.board import FEWEST_PLAYERS, MOST_PLAYERS, SHARES_PER_WARE, WARES, Options
from manila_pbem.store.atomic import write_file
from manila_pbem.store.game_folder import SECRET_BYTES, GameFolder, create_game
from manila_pbem.store.journal import Step, commit_step, recover
from manila_pbem.store.log_file import FIRST_PREV, find_head, write_line
from manila_pbem.store.names import check_game_name, check_player_names
from manila_pbem.values import NamedValue


class Wanted(NamedValue):
    """A game as it is asked for: players as `NAME` or `NAME=ADDR[,ADDR]`, options as `KEY=WORD`."""

    game: str
    players: Sequence[str]
    first: str | None = None
    seed_text: str | None = None
    options: Sequence[str] = ()
    pace: str = SEALED
    deadline: str | None = None
    title: str | None = None
    moderator_plays: bool = False


class Made(NamedValue):
    """A game that was made: the phase it waits in, the log's head, and the page for everyone."""

    game: str
    phase: str
    head: str
    report: Path


def make_game(games: Path, wanted: Wanted) -> Made:
    """Make a game in the folder of games, whole or not at all.

    Raises WrongUsage for what can't be meant, a name that can't be one among it, ManilaError where the game's name is
    taken or an address is the moderator's (docs/play.md, section 5).
    """
    addresses = _read_players(wanted.players)
    names = tuple(addresses)
    _check_names(wanted, names)
    if not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
        raise WrongUsage(f"{wanted.game} would have {len(names)} players, where 3 to 5 can play (R2.1)")
    options = _read_options(wanted.options)
    if wanted.pace not in PACES:
        raise WrongUsage(f"the pace is sealed or turns, not {wanted.pace!r}")
    if wanted.deadline is not None:
        read_duration(wanted.deadline)
    if not wanted.moderator_plays:
        _check_moderator(games, addresses)
    seed = _make_seed(wanted)
    first = _find_first(names, wanted.first)
    game_file = GameFile(
        title=wanted.title or wanted.game,
        game=wanted.game,
        players=names,
        first=names[first],
        options=write_options(options),
        pace=wanted.pace,
        deadline=wanted.deadline,
        rules=RULES_VERSION,
    )
    setup = _deal_game(wanted, names, first, options, seed)
    with create_game(games, wanted.game) as folder:
        return _fill_folder(games, folder, game_file, addresses, setup, seed)


def _check_names(wanted: Wanted, names: Sequence[str]) -> None:
    try:
        check_game_name(wanted.game)
        check_player_names(names)
    except ManilaError as error:
        raise WrongUsage(str(error)) from error
    if wanted.title is not None and not (wanted.title.isprintable() and wanted.title.strip()):
        raise WrongUsage(f"the title {wanted.title!r} has characters that can't be printed, or none")


def _fill_folder(
    games: Path,
    folder: GameFolder,
    game_file: GameFile,
    addresses: Mapping[str, Sequence[str]],
    setup: Setup,
    seed: bytes,
) -> Made:
    write_file(folder.game_file, write_game_file(game_file).encode())
    write_file(folder.addresses, write_addresses(addresses).encode())
    folder.write_seed(seed)
    folder.write_code_key(os.urandom(SECRET_BYTES))
    line = write_line(number_entry(write_setup(setup), 1, tell_now(), 1), FIRST_PREV)
    commit_step(folder, Step((line,)))
    entries = recover(folder)
    desk = read_desk(folder, entries)
    report = write_report(desk, desk.now.phase)
    if any(addresses.values()):
        # Games by files alone need it not.
        from manila_pbem.processor.report_mails import write_due_mails

        write_due_mails(desk)
    shown = games / folder.name / report.relative_to(folder.path)
    return Made(folder.name, desk.now.phase.name, str(find_head(entries)), shown)


def _deal_game(wanted: Wanted, names: tuple[str, ...], first: int, options: Options, seed: bytes) -> Setup:
    key = dice.deal_key(seed)
    dealt = count_deal(dice.deal(key, names))
    return Setup(
        game=wanted.game,
        names=names,
        first=first,
        options=options,
        pace=wanted.pace,
        supply=tuple(SHARES_PER_WARE - sum(row[ware] for row in dealt) for ware in WARES),
        chain=dice.Chain(seed).link(0).hex(),
        deal_commitment=dice.commit_deal(key),
        seed_text=wanted.seed_text is not None,
        moderator_plays=wanted.moderator_plays,
    )


def _make_seed(wanted: Wanted) -> bytes:
    if wanted.seed_text is None:
        return os.urandom(SECRET_BYTES)
    try:
        return dice.seed_from_text(wanted.game, wanted.seed_text)
    except UnicodeEncodeError:
        raise WrongUsage(f"the seed {wanted.seed_text!r} is not UTF-8 text") from None


def _read_players(said: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the players' addresses by name; names are kept composed (NFC)."""
    addresses: dict[str, tuple[str, ...]] = {}
    for player in said:
        name, _, listed = player.partition("=")
        name = unicodedata.normalize("NFC", name)
        if name in addresses:
            raise WrongUsage(f"the player {name!r} is named twice")
        own = tuple(address.strip() for address in listed.split(",") if address.strip())
        for address in own:
            if not is_address(address):
                raise WrongUsage(f"{address!r} is no mail address of {name}")
        addresses[name] = own
    return addresses


def _find_first(names: Sequence[str], first: str | None) -> int:
    if first is None:
        return 0
    composed = unicodedata.normalize("NFC", first)
    if composed not in names:
        raise WrongUsage(f"{first!r} can't open the first auction: the players are {', '.join(names)}")
    return names.index(composed)


def _read_options(said: Sequence[str]) -> Options:
    chosen: dict[str, str] = {}
    for option in said:
        key, sign, word = option.partition("=")
        if not sign or key in chosen:
            raise WrongUsage(f"the option {option!r} is not written KEY=WORD, or stands twice")
        chosen[key] = word
    try:
        return read_options(chosen)
    except ValueError as error:
        raise WrongUsage(str(error)) from error


def _check_moderator(games: Path, addresses: Mapping[str, Sequence[str]]) -> None:
    """Refuse the moderator's address as a player's (docs/play.md, section 5); without a club.yaml nothing is."""
    club = read_club(games)
    if club is None:
        return
    own = {address.lower() for address in club.moderator}
    for name, listed in addresses.items():
        for address in listed:
            if address.lower() in own:
                raise ManilaError(
                    f"{games / CLUB_FILE} has {address} as the moderator's, "
                    f"so {name} can't play by it without --moderator-plays"
                )
