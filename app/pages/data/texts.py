"""What is known about data, in words."""

from __future__ import annotations

from PySide6.QtCore import QLocale

from core.shared import protocol as p
from core.shared.texts.numbers import count, share

# By the parts of core/data/chat/explain.py. Each goes on from "Learnt: " or "Read, not learnt: ".
WHY = {
    "system": "it is from the system message",
    "user": "it is what the user says",
    "tool": "it is what a tool answers",
    "template": "the model's template writes it around the messages",
    "context": "it is no part of an answer",
    "earlier": "only the last answer is learnt (train_on=last)",
    "answer": "it is an answer",
    "weight 0": "the data says not to learn this answer (weight 0)",
    "thought": "it is what the model thinks before it answers",
    "call": "the model writes it to call a tool",
    "frame": "the model writes it around its answers, such as empty thoughts",
    "end": "it ends the answer, so that the model learns to stop",
    "start": "nothing comes before it that it could follow from",
    "everything": "everything is learnt (train_on=all)",
    "text": "all of a text is learnt",
    "again": "it ended the piece before, and is learnt there",
}
ROLES = {"system": "System", "developer": "System", "user": "User", "assistant": "Assistant", "tool": "Tool", "": ""}


def summary(result: p.InspectResult) -> str:
    """One line of an inspection's result."""
    rows, dropped = result.rows, sum(result.dropped.values())
    used = f"{count(rows - dropped)} of {count(rows)} rows used" if dropped else f"{count(rows)} rows"
    return f"{used} · {_tokens(result)}"


def counts(result: p.InspectResult) -> list[tuple[str, str]]:
    """Numbers about any kind of data, with their names."""
    held_out = f"{count(result.eval_rows)} rows, {count(result.eval_tokens_trained)} tokens"
    facts = [
        ("Rows", count(result.rows)),
        ("To train on", _tokens(result)),
        ("Held out for evaluation", held_out),
        ("Packed", f"{count(result.sequences)} pieces, {share(result.fill)} full"),
    ]
    if result.duplicates:
        facts.append(("The same as earlier ones", f"{count(result.duplicates)} rows"))
    return [*facts, *((f"Not used: {why}", f"{count(number)} rows") for why, number in result.dropped.items())]


def _tokens(result: p.InspectResult) -> str:
    return f"{count(result.tokens)} tokens, {share(result.trained_share)} of them learnt"


def row_title(row: p.PreviewRow) -> str:
    """What a row says first, on one line."""
    said = next((message.text for message in row.messages if message.role not in ("system", "developer")), "")
    return " ".join((said or "".join(row.pieces[:60])).split()) or "(empty)"


def row_facts(row: p.PreviewRow) -> str:
    """Below its title: where it stands, and how long it is."""
    where = f"line {count(row.line)} · " if row.line else ""
    if row.problem:
        return f"{where}not used: {row.problem}"
    trained = sum(stretch[0] for stretch in row.stretches if stretch[1])
    left_out = f" · the template leaves out: {', '.join(row.left_out)}" if row.left_out else ""
    return f"{where}{count(len(row.ids))} tokens, {count(trained)} learnt{left_out}"


def language(code: str) -> str:
    """Of ISO 639: in English."""
    if not code:
        return "too short to tell"
    known = QLocale.codeToLanguage(code)
    return code if known == QLocale.Language.AnyLanguage else QLocale.languageToString(known)
