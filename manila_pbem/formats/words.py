"""The words of an order: keys and values in English and in Chinese of both scripts (docs/play.md, section 2, "Words").

`WORDS` is the documentation: each word by its place in an order, with every spelling that is read as it. Spellings
are compared by `fold_word`, so case, width, blanks, hyphens and underscores make no difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal, TypeAlias

from manila_pbem.values import NamedValue

Place: TypeAlias = Literal[
    "key", "wish", "bid", "pilots", "pirates", "message", "fact", "bound", "ware", "space", "choice", "step"
]
"""Where a word may stand: a key of an order, of an alternative, of `bid`, of `pilot`, of `board`, of `message`, of
`when`, of a range; a ware, a space, another value, the step of a phase."""


class Word(NamedValue):
    """A word as `write_order` writes it, and what else is read as it: English, traditional and simplified Chinese."""

    word: str
    english: tuple[str, ...]
    traditional: tuple[str, ...]
    simplified: tuple[str, ...]


_TABLE: dict[Place, str] = {
    "key": """
        game       | | 遊戲 局 | 游戏 局
        phase      | | 階段 | 阶段
        player     | | 玩家 | 玩家
        bid        | | 競標 出價 叫價 | 竞标 出价 叫价
        buy        | | 購買 買 買股份 | 购买 买 买股份
        load       | | 裝載 裝貨 | 装载 装货
        move_order | | 移動順序 移動次序 | 移动顺序 移动次序
        place      | | 放置 派遣 | 放置 派遣
        board      | | 登船 | 登船
        pilot      | pilots | 領航 領航員 | 领航 领航员
        plunder    | | 掠奪 劫掠 | 掠夺 劫掠
        mortgage   | | 抵押 | 抵押
        redeem     | | 贖回 | 赎回
        later      | | 之後 以後 稍後 | 之后 以后 稍后
        salt       | | 鹽 | 盐
        message    | | 訊息 留言 | 讯息 消息 留言
        withdraw   | | 撤回 | 撤回
        missing    | | 未到 缺席 | 未到 缺席
    """,
    "wish": """
        evict      | | 驅逐 趕走 | 驱逐 赶走
        when       | if | 條件 當 | 条件 当
    """,
    "bid": """
        up_to      | limit max | 上限 最多 | 上限 最多
        say        | | 先叫 喊價 | 先叫 喊价
    """,
    "pilots": """
        small      | | 小 小領航員 | 小 小领航员
        large      | big | 大 大領航員 | 大 大领航员
    """,
    "pirates": """
        captain    | | 船長 頭子 海盜船長 | 船长 头子 海盗船长
        second     | | 副手 跟班 第二 | 副手 跟班 第二
    """,
    "message": """
        to         | | 給 收件人 | 给 收件人
        text       | | 內容 正文 文字 | 内容 正文 文字
    """,
    "fact": """
        position   | | 位置 | 位置
        crew       | | 船員 同夥 | 船员 同伙 同夥
        value      | | 價值 股價 | 价值 股价
        cost       | price | 費用 花費 價格 | 费用 花费 价格
        cash       | | 現金 | 现金
        free       | | 空位 空著 | 空位 空着
        harbour_master | harbor_master | 港務長 海港負責人 港口負責人 | 港务长 海港负责人 港口负责人
    """,
    "bound": """
        min        | minimum at_least | 最少 最小 至少 | 最少 最小 至少
        max        | maximum at_most | 最多 最大 至多 | 最多 最大 至多
    """,
    "ware": """
        nutmeg     | | 肉豆蔻 豆蔻 | 肉豆蔻 豆蔻
        silk       | | 絲綢 絲 | 丝绸 丝
        ginseng    | | 人蔘 人參 | 人参
        jade       | | 玉石 玉 | 玉石 玉
    """,
    "space": """
        port-a     | harbour_a harbor_a | 港口A 港A | 港口A 港A
        port-b     | harbour_b harbor_b | 港口B 港B | 港口B 港B
        port-c     | harbour_c harbor_c | 港口C 港C | 港口C 港C
        shipyard-a | | 修船場A 船廠A | 修船厂A 修船场A 船厂A
        shipyard-b | | 修船場B 船廠B | 修船厂B 修船场B 船厂B
        shipyard-c | | 修船場C 船廠C | 修船厂C 修船场C 船厂C
        pirates    | pirate pirate_ship | 海盜 海盜船 | 海盗 海盗船
        small-pilot | | 小領航員 | 小领航员
        large-pilot | big_pilot | 大領航員 | 大领航员
        insurance  | | 保險 | 保险
    """,
    "choice": """
        pass       | | 放棄 跳過 | 放弃 跳过
        none       | | 無 不要 沒有 | 无 不要 没有
        stay       | | 留下 留守 | 留下 留守
        cheapest   | | 最便宜 | 最便宜
        all        | everyone | 全部 所有人 大家 | 全部 所有人 大家
        port       | harbour harbor | 港口 進港 | 港口 进港
        shipyard   | | 修船場 船廠 | 修船厂 修船场 船厂
        wait       | | 等待 等 | 等待 等
        bot        | | 機器人 | 机器人
    """,
    "step": """
        auction    | | 競標 拍賣 | 竞标 拍卖
        office     | | 港務 辦事處 | 港务 办事处
        place-1    | | 放置1 | 放置1
        place-2    | | 放置2 | 放置2
        place-3    | | 放置3 | 放置3
        place-4    | | 放置4 | 放置4
        boarding   | | 登船 | 登船
        pilots     | | 領航 | 领航
        plunder    | | 掠奪 劫掠 | 掠夺 劫掠
        over       | | 結束 | 结束
    """,
}
"""A line a word: the word, then other English spellings, traditional ones, simplified ones."""

_LONGEST_WORD = 40
LONGEST_TEXT = 400
"""A text of more characters is neither a word nor a name; to compare one of a whole file would take long."""
_SEPARATORS = str.maketrans("", "", " \t\n\r-_")


def fold_word(text: str) -> str:
    """Return the form under which words are compared: NFKC and casefold, without blanks, hyphens and underscores."""
    if text.isascii():
        return text.lower().translate(_SEPARATORS)
    return _fold_other_word(text)


@lru_cache(maxsize=256)
def _fold_other_word(text: str) -> str:
    # A word is looked up in several places one after the other.
    return "".join(fold_name(text).translate(_SEPARATORS).split())


def fold_name(text: str) -> str:
    """Return the form under which names are compared: NFKC and casefold (docs/play.md, section 3, "Names").

    A text too long to be a name stays as it is.
    """
    if len(text) > LONGEST_TEXT:
        return text
    if text.isascii():
        return text.lower()
    from unicodedata import normalize

    return normalize("NFKC", normalize("NFKC", text).casefold())


@cache
def list_words(place: Place) -> tuple[Word, ...]:
    """Return the words that may stand in a place, with their spellings."""
    words = []
    for line in _TABLE[place].strip().splitlines():
        word, english, traditional, simplified = (tuple(part.split()) for part in line.split("|"))
        words.append(Word(word[0], english, traditional, simplified))
    return tuple(words)


def list_places() -> tuple[Place, ...]:
    """Return all places in which words may stand."""
    return tuple(_TABLE)


@cache
def _map_spellings(place: Place) -> dict[str, str]:
    return {
        fold_word(spelling): word.word
        for word in list_words(place)
        for spelling in (word.word, *word.english, *word.traditional, *word.simplified)
    }


def find_word(text: str, place: Place, legal: Sequence[str] | None = None) -> str | None:
    """Return the word that a text is a spelling of in a place, one of `legal` if given; None where it is none."""
    word = _map_spellings(place).get(fold_word(text)) if len(text) <= LONGEST_TEXT else None
    return word if legal is None or word in legal else None


_NOTHING = (
    "no",
    "off",
    "false",
    "null",
    "~",
    "nil",
    "nothing",
    "skip",
    "pass",
    "none",
    "stay",
    "否",
    "不",
    "放棄",
    "放弃",
    "無",
    "无",
)
"""What is said where one of `pass`, `none` and `stay` is the word for it."""


def find_near(text: str, places: Sequence[Place], legal: Sequence[str]) -> str | None:
    """Return the one of the legal words that a misspelt one most resembles, None where it resembles none."""
    folded = fold_word(text)
    if not folded or len(folded) > _LONGEST_WORD:
        return None
    if folded in _NOTHING:
        return next((word for word in ("pass", "none", "stay") if word in legal), None)
    return _find_nearest(folded, tuple(places), tuple(legal))


@lru_cache(maxsize=256)
def _find_nearest(folded: str, places: tuple[Place, ...], legal: tuple[str, ...]) -> str | None:
    # An order is read again for each correction of it, and to look at every spelling takes long.
    spellings = {
        spelling: word for place in places for spelling, word in _map_spellings(place).items() if word in legal
    }
    # Only a misspelt order needs it, and it takes some time to be imported.
    from difflib import get_close_matches

    # A Chinese word of two or three characters with one wrong is a near miss as well.
    near = get_close_matches(folded, spellings, 1, 0.65 if folded.isascii() else 0.5)
    return spellings[near[0]] if near else None


def is_word_kept(text: str) -> bool:
    """Tell whether a key is one whose value keeps its characters: `salt`, and `text` of a message."""
    return find_word(text, "key") == "salt" or find_word(text, "message") == "text"
