"""The dice against docs/play.md, section 5: every expected value is computed here anew from its words."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manila_pbem import dice
from manila_pbem.errors import ManilaError
from manila_pbem.rules.board import SHARES_DEALT_PER_WARE, WARE_WORDS

SEED = bytes(range(32))


def hmac_sha256(key: bytes, message: str) -> bytes:
    return hmac.new(key, message.encode("utf-8"), hashlib.sha256).digest()


def test_a_seed_text_is_hashed_with_the_game() -> None:
    expected = hashlib.sha256(b"manila seed 1\nharbour-1\n" + "häfen 1".encode()).digest()
    assert dice.seed_from_text("harbour-1", "häfen 1") == expected


def test_the_chain_hangs_from_the_seed() -> None:
    chain = dice.Chain(SEED)
    expected = hmac_sha256(SEED, "manila chain 1")
    for i in range(2000, -1, -1):
        assert chain.link(i) == expected
        expected = hashlib.sha256(expected).digest()


@pytest.mark.parametrize("k", [-1, 2001])
def test_there_is_no_link_beyond_the_chain(k: int) -> None:
    with pytest.raises(ManilaError, match=f"no link {k}"):
        dice.Chain(SEED).link(k)


def test_a_link_is_verified_against_any_earlier_one() -> None:
    chain = dice.Chain(SEED)
    assert dice.verify_link(chain.link(0), chain.link(1))
    assert dice.verify_link(chain.link(3), chain.link(10), 7)
    assert dice.verify_link(chain.link(3), chain.link(3), 0)
    assert not dice.verify_link(chain.link(3), chain.link(10), 6)
    assert not dice.verify_link(chain.link(1), chain.link(0))
    assert not dice.verify_link(chain.link(0), dice.Chain(b"another").link(1))


def expect_die(link: bytes, message: str) -> int:
    attempt = 1
    while True:
        for byte in hmac_sha256(link, message if attempt == 1 else message + "\n" + str(attempt)):
            if byte < 252:
                return byte % 6 + 1
        attempt += 1


@given(st.binary(min_size=32, max_size=32), st.text(max_size=8), st.sampled_from(WARE_WORDS))
def test_a_die_is_the_first_byte_below_252(link: bytes, orders: str, ware: str) -> None:
    expected = expect_die(link, "manila roll 1\nharbour-1\nv2-place-3\n" + orders + "\n" + ware)
    assert dice.roll_die(link, "harbour-1", "v2-place-3", orders, ware) == expected


def test_a_byte_of_252_or_more_is_skipped() -> None:
    """Some link is searched whose first byte is 252 or more, so that the second one counts."""
    message = "manila roll 1\ng\nv1-place-1\n\nsilk"
    links = (hashlib.sha256(bytes([i, j])).digest() for i in range(256) for j in range(256))
    link = next(link for link in links if hmac_sha256(link, message)[0] >= 252)
    block = hmac_sha256(link, message)
    assert block[1] < 252
    assert dice.roll_die(link, "g", "v1-place-1", "", "silk") == block[1] % 6 + 1


def test_where_no_byte_is_below_252_the_message_is_counted_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def answer(key: bytes, message: bytes, algorithm: str) -> bytes:
        asked.append((key, message, algorithm))
        return bytes([255] * 32) if len(asked) < 3 else bytes([252] * 31 + [251])

    monkeypatch.setattr(hmac, "digest", answer)
    assert dice.roll_die(b"link", "g", "v1-place-1", "00", "jade") == 251 % 6 + 1
    message = b"manila roll 1\ng\nv1-place-1\n00\njade"
    assert asked == [(b"link", message + suffix, "sha256") for suffix in (b"", b"\n2", b"\n3")]


def test_a_roll_keeps_the_order_of_its_wares() -> None:
    rolled = dice.roll(SEED, "g", "v1-place-1", "00", ["silk", "jade", "ginseng"])
    assert list(rolled) == ["silk", "jade", "ginseng"]
    assert rolled == {ware: dice.roll_die(SEED, "g", "v1-place-1", "00", ware) for ware in rolled}


def test_every_side_is_as_likely() -> None:
    """6,000 dice of one chain; 20.5 is passed by chance once in a thousand seeds, and this one is fixed."""
    chain = dice.Chain(SEED)
    sides = Counter(die for k in range(1, 1501) for die in dice.roll(chain.link(k), "g", "p", "o", WARE_WORDS).values())
    assert set(sides) == {1, 2, 3, 4, 5, 6}
    assert sum((count - 1000) ** 2 / 1000 for count in sides.values()) < 20.5


def test_orders_are_digested_as_lines_sorted_by_their_bytes() -> None:
    """`Ａ` comes before `𝒜` in UTF-8, in UTF-16 behind it; `Z` comes before `a`."""
    orders = [("a", "11"), ("\uff21", "22"), ("Z", "33"), ("\U0001d49c", "44"), ("a", "00")]
    expected = "Z 33\na 00\na 11\n\uff21 22\n\U0001d49c 44\n"
    assert dice.digest_orders(orders) == hashlib.sha256(expected.encode()).hexdigest()
    assert dice.digest_orders(reversed(orders)) == dice.digest_orders(orders)


def test_without_orders_the_empty_text_is_digested() -> None:
    assert dice.digest_orders([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_equal_orders_count_each() -> None:
    assert dice.digest_orders([("ana", "0")]) != dice.digest_orders([("ana", "0"), ("ana", "0")])


@given(st.binary(max_size=60), st.text(alphabet="anaé玉", min_size=1))
def test_a_commitment_hides_the_file_behind_a_nonce(file: bytes, player: str) -> None:
    message = "manila order 1\nv1-auction\n" + player + "\n" + hashlib.sha256(file).hexdigest()
    nonce = dice.make_nonce(SEED, "v1-auction", player, file)
    assert nonce == hmac_sha256(SEED, message)[:16]
    assert len(nonce) == 16
    assert dice.commit(nonce, file) == hashlib.sha256(nonce + file).hexdigest()


def expect_deal(key: bytes) -> list[str]:
    cards = ["nutmeg"] * 3 + ["silk"] * 3 + ["ginseng"] * 3 + ["jade"] * 3
    for n in (11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1):
        index = int(hmac_sha256(key, "manila deal 1\n" + str(n)).hex(), 16) % (n + 1)
        kept = cards[n]
        cards[n] = cards[index]
        cards[index] = kept
    return cards


def test_the_deck_is_that_of_the_rules() -> None:
    """R2.2: three shares of each ware, in board order."""
    assert tuple(ware for ware in WARE_WORDS for _ in range(SHARES_DEALT_PER_WARE)) == dice.DECK


def test_the_deal_key_comes_from_the_seed_and_is_committed_to() -> None:
    key = dice.deal_key(SEED)
    assert key == hmac_sha256(SEED, "manila deal key")
    assert dice.commit_deal(key) == hashlib.sha256(key).hexdigest()


@given(st.binary(min_size=32, max_size=32), st.integers(3, 5))
def test_the_first_two_cards_go_to_the_first_seat(key: bytes, seats: int) -> None:
    players = ["ana", "ben", "chu", "dee", "eva"][:seats]
    cards = expect_deal(key)
    expected = [(player, (cards[2 * i], cards[2 * i + 1])) for i, player in enumerate(players)]
    assert list(dice.deal(key, players).items()) == expected


def test_every_card_may_come_to_every_seat() -> None:
    """2,400 deals to four players: each ware should come 600 times as a seat's first card, and all 12 cards exist."""
    first: Counter[tuple[str, str]] = Counter()
    for i in range(2400):
        dealt = dice.deal(hashlib.sha256(str(i).encode()).digest(), ["a", "b", "c", "d"])
        first.update((player, cards[0]) for player, cards in dealt.items())
        held = Counter(card for cards in dealt.values() for card in cards)
        assert max(held.values()) <= 3
    for player in "abcd":
        counts = [first[player, ware] for ware in WARE_WORDS]
        assert sum(counts) == 2400
        assert sum((count - 600) ** 2 / 600 for count in counts) < 16.3


def expect_draws(label: str) -> list[int]:
    blocks = b"".join(hmac_sha256(SEED, label + "\n" + str(number)) for number in range(3))
    return [int.from_bytes(blocks[i : i + 8], "big") for i in range(0, len(blocks), 8)]


def test_draws_are_taken_from_seed_and_label_alone() -> None:
    draws = dice.Draws(SEED, "manila bot 1\nana")
    assert [draws.below(1 << 64) for _ in range(12)] == expect_draws("manila bot 1\nana")
    draws = dice.Draws(SEED, "manila bot 1\nana")
    assert [draws.below(7) for _ in range(12)] == [n % 7 for n in expect_draws("manila bot 1\nana")]
    assert dice.Draws(SEED, "manila bot 1\nben").below(1 << 64) != expect_draws("manila bot 1\nana")[0]


def test_a_draw_that_would_be_biased_is_left_out() -> None:
    """Of n = 2**63 + 1 the 64-bit numbers from n on would favour the small ones: they are skipped."""
    n = (1 << 63) + 1
    fair = [number for number in expect_draws("bias") if number < n]
    assert 0 < len(fair) < 12
    draws = dice.Draws(SEED, "bias")
    assert [draws.below(n) for _ in fair] == fair


@pytest.mark.parametrize("n", [0, -1, (1 << 64) + 1])
def test_nothing_is_drawn_below_what_cannot_be(n: int) -> None:
    with pytest.raises(ValueError, match=str(n)):
        dice.Draws(SEED, "x").below(n)


def test_one_of_one_is_always_the_first() -> None:
    draws = dice.Draws(SEED, "x")
    assert [draws.below(1) for _ in range(5)] == [0] * 5
