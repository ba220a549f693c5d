"""Bytes to letters: the charsets that a mail may name, what counts where it names none (docs/play.md, section 7)."""

from __future__ import annotations

import codecs
import re
from functools import cache

_NAMES = """
ascii: us-ascii iso-ir-6 ansi_x3.4-1968 ansi_x3.4-1986 iso_646.irv:1991 iso646-us us ibm367 cp367 csascii
cp1252: iso-8859-1 iso_8859-1:1987 iso-ir-100 iso_8859-1 latin1 l1 ibm819 cp819 csisolatin1
cp1252: windows-1252 cswindows1252
iso8859_2: iso-8859-2 iso_8859-2:1987 iso-ir-101 iso_8859-2 latin2 l2 csisolatin2
iso8859_3: iso-8859-3 iso_8859-3:1988 iso-ir-109 iso_8859-3 latin3 l3 csisolatin3
iso8859_4: iso-8859-4 iso_8859-4:1988 iso-ir-110 iso_8859-4 latin4 l4 csisolatin4
iso8859_5: iso-8859-5 iso_8859-5:1988 iso-ir-144 iso_8859-5 cyrillic csisolatincyrillic
iso8859_6: iso-8859-6 iso_8859-6:1987 iso-ir-127 iso_8859-6 ecma-114 asmo-708 arabic csisolatinarabic
iso8859_6: iso-8859-6-e iso_8859-6-e csiso88596e iso-8859-6-i iso_8859-6-i csiso88596i
iso8859_7: iso-8859-7 iso_8859-7:1987 iso-ir-126 iso_8859-7 elot_928 ecma-118 greek greek8 csisolatingreek
iso8859_8: iso-8859-8 iso_8859-8:1988 iso-ir-138 iso_8859-8 hebrew csisolatinhebrew
iso8859_8: iso-8859-8-e iso_8859-8-e csiso88598e iso-8859-8-i iso_8859-8-i csiso88598i
iso8859_9: iso-8859-9 iso_8859-9:1989 iso-ir-148 iso_8859-9 latin5 l5 csisolatin5
iso8859_10: iso-8859-10 iso_8859-10:1992 iso-ir-157 latin6 l6 csisolatin6
iso8859_13: iso-8859-13 csiso885913
iso8859_14: iso-8859-14 iso_8859-14:1998 iso-ir-199 iso_8859-14 latin8 iso-celtic l8 csiso885914
iso8859_15: iso-8859-15 iso_8859-15 latin-9 csiso885915
iso8859_16: iso-8859-16 iso_8859-16:2001 iso-ir-226 iso_8859-16 latin10 l10 csiso885916
iso8859_11: tis-620 iso-8859-11 cstis620
gb18030: gb2312 csgb2312 gb_2312-80 iso-ir-58 chinese csiso58gb231280 gbk cp936 ms936 windows-936 csgbk
gb18030: gb18030 csgb18030
hz: hz-gb-2312
big5hkscs: big5 csbig5 big5-hkscs csbig5hkscs
shift_jis: shift_jis ms_kanji csshiftjis
cp932: windows-31j cswindows31j
euc_jp: euc-jp extended_unix_code_packed_format_for_japanese cseucpkdfmtjapanese
iso2022_jp: iso-2022-jp csiso2022jp
iso2022_jp_2: iso-2022-jp-2 csiso2022jp2
euc_kr: euc-kr cseuckr
cp949: ks_c_5601-1987 iso-ir-149 ks_c_5601-1989 ksc_5601 korean csksc56011987
iso2022_kr: iso-2022-kr csiso2022kr
utf_8: utf-8 csutf8
utf_7: utf-7 csutf7 unicode-1-1-utf-7 csunicode11utf7
utf_16: utf-16 csutf16 iso-10646-ucs-2 csunicode
utf_16_be: utf-16be csutf16be
utf_16_le: utf-16le csutf16le
utf_32: utf-32 csutf32 iso-10646-ucs-4 csucs4
utf_32_be: utf-32be csutf32be
utf_32_le: utf-32le csutf32le
koi8_r: koi8-r cskoi8r
koi8_u: koi8-u cskoi8u
kz1048: kz-1048 strk1048-2002 rk1048 cskz1048
ptcp154: ptcp154 csptcp154 pt154 cp154 cyrillic-asian
mac_roman: macintosh mac csmacintosh
hp_roman8: hp-roman8 roman8 r8 cshproman8
cp874: windows-874 cswindows874
cp1250: windows-1250 cswindows1250
cp1251: windows-1251 cswindows1251
cp1253: windows-1253 cswindows1253
cp1254: windows-1254 cswindows1254
cp1255: windows-1255 cswindows1255
cp1256: windows-1256 cswindows1256
cp1257: windows-1257 cswindows1257
cp1258: windows-1258 cswindows1258
cp437: ibm437 cp437 437 cspc8codepage437
cp775: ibm775 cp775 cspc775baltic
cp850: ibm850 cp850 850 cspc850multilingual
cp852: ibm852 cp852 852 cspcp852
cp855: ibm855 cp855 855 csibm855
cp857: ibm857 cp857 857 csibm857
cp858: ibm00858 ccsid00858 cp00858 pc-multilingual-850+euro csibm00858
cp860: ibm860 cp860 860 csibm860
cp861: ibm861 cp861 861 cp-is csibm861
cp862: ibm862 cp862 862 cspc862latinhebrew
cp863: ibm863 cp863 863 csibm863
cp864: ibm864 cp864 csibm864
cp865: ibm865 cp865 865 csibm865
cp866: ibm866 cp866 866 csibm866
cp869: ibm869 cp869 869 cp-gr csibm869
cp037: ibm037 cp037 ebcdic-cp-us ebcdic-cp-ca ebcdic-cp-wt ebcdic-cp-nl csibm037
cp273: ibm273 cp273 csibm273
cp424: ibm424 cp424 ebcdic-cp-he csibm424
cp500: ibm500 cp500 ebcdic-cp-be ebcdic-cp-ch csibm500
cp1026: ibm1026 cp1026 csibm1026
cp1140: ibm01140 ccsid01140 cp01140 ebcdic-us-37+euro csibm01140
"""
"""Names of IANA's registry by Python's codec that reads them, where it is one of letters; three by a superset."""

_MARKS = (
    (codecs.BOM_UTF8, "utf_8"),
    (codecs.BOM_UTF32_LE, "utf_32_le"),
    (codecs.BOM_UTF32_BE, "utf_32_be"),
    (codecs.BOM_UTF16_LE, "utf_16_le"),
    (codecs.BOM_UTF16_BE, "utf_16_be"),
    (b"\x84\x31\x95\x33", "gb18030"),
)
"""Byte order marks; that of UTF-32 begins as that of UTF-16 does."""

_WIDE = {"utf_16": "utf_16_be", "utf_32": "utf_32_be"}
"""What is meant without a mark (RFC 2781)."""

META_LIMIT = 16 * 1024
"""How far into an HTML text its charset is looked for, in bytes."""

_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_META = re.compile(rb"<meta[\s/]([^>]*+)>?", re.IGNORECASE)
_META_CHARSET = re.compile(rb"""charset[\s]*+=[\s]*+["']?[\s]*+([^\s"';/>]++)""", re.IGNORECASE)

BYTE_ORDER_MARK = "\ufeff"


@cache
def _load_names() -> dict[str, str]:
    names = {}
    for line in _NAMES.strip().splitlines():
        codec, of_codec = line.split(": ")
        names.update(dict.fromkeys(of_codec.split(), codec))
    return names


def find_codec(name: str) -> str | None:
    """Return the codec for a charset's name, whatever its case; None for one that IANA does not know."""
    return _load_names().get(name.strip().lower())


def decode_bytes(data: bytes, name: str) -> str:
    """Return the text of bytes in a charset; as UTF-8 where it is unknown. What can't be decoded is U+FFFD."""
    return _decode(data, find_codec(name) or "utf_8")


def decode_part(data: bytes, name: str | None, *, html: bool = False) -> str:
    """Return the text of a part, its lines ended by LF, without a byte order mark; `name` is its header's charset.

    Where the header names none, a byte order mark counts, then the meta tag of HTML. Else, as for an unknown charset,
    it is UTF-8. What can't be decoded is U+FFFD.
    """
    codec = find_codec(name) if name else _find_mark(data) or (_find_meta(data) if html else None)
    text = _decode(data, codec or "utf_8")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.removeprefix(BYTE_ORDER_MARK)


def _decode(data: bytes, codec: str) -> str:
    if codec in _WIDE:
        codec = next(
            (marked for mark, marked in _MARKS if marked.startswith(codec) and data.startswith(mark)), _WIDE[codec]
        )
    try:
        return data.decode(codec, "replace")
    except (UnicodeError, ValueError, LookupError):
        # A codec of states may give up on what it can't repair.
        return data.decode("ascii", "replace")


def _find_mark(data: bytes) -> str | None:
    return next((codec for mark, codec in _MARKS if data.startswith(mark)), None)


def _find_meta(data: bytes) -> str | None:
    head = data[:META_LIMIT]
    if b"charset" not in head.lower():
        return None
    for tag in _META.finditer(_COMMENT.sub(b"", head)):
        found = _META_CHARSET.search(tag[1])
        if found:
            codec = find_codec(found[1].decode("ascii", "replace"))
            # A tag that could be read as letters of one byte can't be true of wide ones.
            return "utf_8" if codec is None or codec.startswith(("utf_16", "utf_32")) else codec
    return None
