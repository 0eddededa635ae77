"""Texts about single rows: their speakers, their place in the file, and what is learnt of them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLocale

from core import protocol as p
from core.base.language import tr
from core.base.numbers import count

_THINKING = {"on": tr("thinks"), "off": tr("no thoughts")}
TITLE = 200  # characters of a row that can be seen in a list
ROLES = {
    "system": tr("System"),
    "developer": tr("System"),
    "user": tr("User"),
    "assistant": tr("Assistant"),
    "tool": tr("Tool"),
    "": "",
}


def row_title(row: p.PreviewRow) -> str:
    """Return a row's question on one line; for a choice between answers to a chat, its last question.

    Otherwise its first text.
    """
    said = [message.text for message in row.messages if message.role not in ("system", "developer")]
    if row.rejected:
        said = [message.text for message in row.messages if message.role == "user"][-1:] or said
    return " ".join(said[0][:TITLE].split() if said else ()) or tr("(empty)")


def row_facts(row: p.PreviewRow, by_row: bool, with_file: bool) -> str:
    """Return the line below a row's title: its place, whether it is learnt with thoughts, and what is not learnt.

    Short enough for the list in a window of 1280 pixels.
    """
    facts = [f"{f'{Path(row.file).name}, ' if with_file else ''}{place(row.line, by_row)}"]
    if row.thinking in _THINKING:
        facts.append(_THINKING[row.thinking])
    if row.problem:
        facts.append(tr("not used: {problem}", problem=row.problem))
    elif row.left_out:
        facts.append(tr("the template leaves out: {left_out}", left_out=", ".join(row.left_out)))
    return " · ".join(facts)


def source_in_words(source: p.RowSource) -> str:
    """Return a row's source: its quote, and the reason for doubt."""
    quote = tr("“{quote}” – {whence}", quote=source.quote, whence=source.whence) if source.quote else source.whence
    return "\n".join(filter(None, (quote, source.doubt)))


def place(number: int, by_row: bool) -> str:
    """Return a row's place in its file."""
    return tr("row {number}", number=count(number)) if by_row else tr("line {number}", number=count(number))


def language(code: str) -> str:
    """Return the English name of a language by its ISO 639 code."""
    if not code:
        return tr("too short to tell")
    known = QLocale.codeToLanguage(code)
    return code if known == QLocale.Language.AnyLanguage else QLocale.languageToString(known)
