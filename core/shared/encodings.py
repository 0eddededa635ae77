"""Names of text encodings: what people may write for one, and what it is called."""

from __future__ import annotations

import codecs

ENCODINGS = {  # by Python's name; the usual ones, for people to choose from
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "cp1252": "Windows-1252 (Western Europe)",
    "cp1250": "Windows-1250 (Central Europe)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "cp1253": "Windows-1253 (Greek)",
    "cp1254": "Windows-1254 (Turkish)",
    "iso8859-2": "ISO 8859-2 (Central Europe)",
    "koi8-r": "KOI8-R (Russian)",
    "mac-roman": "Mac Roman (before macOS)",
    "cp850": "DOS 850 (Western Europe)",
    "cp932": "Shift JIS (Japanese)",
    "euc_jp": "EUC-JP (Japanese)",
    "gb18030": "GB 18030, GBK (Chinese)",
    "big5": "Big5 (Chinese)",
    "cp949": "EUC-KR, CP949 (Korean)",
}


def codec_of(name: str) -> str | None:
    """Python's one name for an encoding of texts, however it is written; None when there is none of that name."""
    try:
        # Refuses codecs that turn no bytes into text, and those that cannot pass over what is wrong (idna). Four zero
        # bytes are text in any of the others.
        bytes(4).decode(name, "backslashreplace")
        return codecs.lookup(name).name
    except (LookupError, ValueError):
        return None


def title_of(codec: str) -> str:
    """What people call it, without whose it is."""
    return ENCODINGS.get(codec, codec.upper()).partition(" (")[0]
