"""Names of text encodings: what people may write for one, and what it is called."""

from __future__ import annotations

import codecs

ENCODINGS = {  # by Python's name; the usual ones, for people to choose from
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "cp1252": "Western European (Windows-1252)",
    "iso8859-1": "Western European (Latin-1)",
    "cp1250": "Central European (Windows-1250)",
    "iso8859-2": "Central European (Latin-2)",
    "cp1251": "Cyrillic (Windows-1251)",
    "koi8-r": "Cyrillic (KOI8-R)",
    "cp1253": "Greek (Windows-1253)",
    "cp1254": "Turkish (Windows-1254)",
    "mac-roman": "Western European (old Mac)",
    "cp850": "Western European (DOS 850)",
    "cp932": "Japanese (Shift JIS)",
    "euc_jp": "Japanese (EUC-JP)",
    "gb18030": "Chinese (GB 18030, GBK)",
    "big5": "Chinese (Big5)",
    "cp949": "Korean (EUC-KR, CP949)",
}
_MARKED = {"utf-16-le": "UTF-16", "utf-16-be": "UTF-16", "utf-32-le": "UTF-32", "utf-32-be": "UTF-32"}


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
    """What people call it: for whom it is, and its name."""
    return _MARKED.get(codec) or ENCODINGS.get(codec, codec.upper())
