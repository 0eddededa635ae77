"""Texts about data: its kind, figures and notes."""

from __future__ import annotations

from pathlib import Path

from app.workers.advice import what_to_do
from core import protocol as p
from core.base.errors import hint_of
from core.base.language import tr
from core.base.numbers import count, plural, share, size
from core.protocol.config import title_of

# By the parts of core/data/tokens/preview.py. Each goes on from "Learnt: " or "Read, not learnt: ".
WHY = {
    "system": tr("it is from the system message"),
    "user": tr("it is what the user says"),
    "tool": tr("it is what a tool answers"),
    "template": tr("the model's template writes it around the messages"),
    "context": tr("it is not part of an answer"),
    "earlier": tr("only the last answer is learnt, as chosen"),
    "answer": tr("it is an answer"),
    "weight 0": tr("the data says not to learn this answer (weight 0)"),
    "thought": tr("it is what the model thinks before it answers"),
    "thoughtless": tr(
        "the model's template cuts its thoughts out here, and alone it would teach the model not to think"
    ),
    "call": tr("the model writes it to call a tool"),
    "frame": tr("the model writes it around its answers, such as empty thoughts"),
    "end": tr("it ends the answer, so that the model learns to stop"),
    "start": tr("nothing comes before it that it could follow from"),
    "everything": tr("everything is learnt, as chosen"),
    "text": tr("all of a text is learnt"),
}
TRAIN_ON = {
    "assistant": tr("Every answer"),
    "last": tr("The last answer of each"),
    "all": tr("Everything, questions too"),
}
THOUGHTS = {
    "auto": tr("As each row has them"),
    "with": tr("Only rows with thoughts"),
    "without": tr("Left out"),
    "empty": tr("Left out, and learnt not to think"),
}
FEW_PAGES = 100  # of about 2 kB: a short book
FEW_ROWS = 50  # under which little is learnt but the rows themselves; docs/data.md says by whom

SHAPES: tuple[tuple[str, str, list[str]], ...] = (  # name, what it is, how it looks
    (
        tr("Questions and answers"),
        tr("An Excel, CSV or JSON table: one question and its answer per row."),
        [tr('question,answer\nWho keeps the light?,"The old keeper, and he has never missed a night."')],
    ),
    (
        tr("Conversations"),
        tr("Chats as OpenAI, ShareGPT and many programs write them, one a line."),
        [],
    ),
    (
        tr("Running text"),
        tr("A text, PDF or Word file, or a folder of them: a book, letters, a diary."),
        [tr("It was a cold night when the bell rang for the third time. …")],
    ),
)
ENOUGH = tr(
    "50 to 100 good rows begin to change how a model answers; about 1,000 make a whole assistant. Of running text, "
    "use a book, not a page: a few pages are only learnt by heart."
)
PLAIN_TEXT = tr("Running text teaches it to write like that text, not to answer. For that, use questions and answers.")
_FIRST = (  # notices to show first
    "data.guessed", "data.bad-rows", "data.left-out", "data.preference", "data.marks", "data.few-trained", "few",
    "data.encoding",
)  # fmt: skip
FIELDS = {"completion": tr("Answer"), "output": tr("Answer")}  # fields whose own name is unusual
_CONTAINERS = {
    "csv": tr("a table"),
    "jsonl": tr("JSON lines"),
    "json": "JSON",
    "parquet": "Parquet",
    "arrow": "Arrow",
    "text": tr("text"),
    "dialogue": tr("text"),
}


def title(understood: p.Understood) -> str:
    """Return the kind of data in everyday words."""
    found = understood.titles.get(understood.format, "")
    return tr(found) if found else tr("Running text")


def how_read(understood: p.Understood) -> str:
    """Return the kind of file that the data was read from, and its encoding if unusual."""
    container = _CONTAINERS.get(understood.container, understood.container)
    if understood.encoding in ("", "utf-8"):
        read = tr("Read from {container}", container=container)
    else:
        encoding = tr("several encodings") if understood.encoding == "mixed" else title_of(understood.encoding)
        read = tr("Read from {container} as {encoding}", container=container, encoding=encoding)
    return tr("{read}. The columns were guessed: is that right?", read=read) if understood.guessed else read


def unit_names(understood: p.Understood) -> tuple[str, str]:
    """Return the unit that the data is counted in, singular and plural."""
    if understood.format == "text":
        return tr("page"), tr("pages")  # blocks of about one
    return (tr("text"), tr("texts")) if understood.format == "documents" else (tr("row"), tr("rows"))


def usable(result: p.InspectResult) -> int:
    """Return how many rows can be used. eval_rows: of data that has test rows of its own."""
    return result.train_rows + result.eval_rows


def notes(result: p.InspectResult, notices: list[p.Notice]) -> list[str]:
    """Return the notes, the gravest first; each is a sentence or two."""
    said = [(notice.code, f"{_said(notice, result)} {what_to_do(notice)}".strip()) for notice in notices]
    if few := _few(result):
        said.append(("few", few))
    said.sort(key=lambda note: _FIRST.index(note[0]) if note[0] in _FIRST else len(_FIRST))
    return [text for _, text in said]


def _said(notice: p.Notice, result: p.InspectResult) -> str:
    """Return the notice with the fields' names in the form on the left."""
    if notice.code != "data.guessed":
        return notice.message
    columns = (
        tr("{field} is “{column}”", field=FIELDS.get(name, name.capitalize()), column=column)
        for name, column in result.mapping.items()
    )
    return tr(
        "No column has a usual name for questions or answers, so they were guessed: {columns}.",
        columns=", ".join(columns),
    )


def told(failure: p.Failed) -> p.Failed:
    """Return why the data cannot be used, without the rows that are listed below."""
    message = "\n".join(failure.message.splitlines()[:2])
    return p.Failed(
        code=failure.code, message=message, hint=hint_of(failure), details=failure.details or failure.message
    )


def _few(result: p.InspectResult) -> str:
    if result.format == "text" and result.train_rows < FEW_PAGES:
        return tr(
            "{n} pages are few: the model learns them by heart, but not their manner. {few_pages} or more are better.",
            "1 page is not enough: the model learns it by heart, but not its manner. {few_pages} or more are better.",
            result.train_rows,
            n=count(result.train_rows),
            few_pages=FEW_PAGES,
        )
    if result.format in ("text", "documents") or result.train_rows >= FEW_ROWS:
        return ""
    return tr(
        "{n} rows are few: enough to try, but a model's manner only begins to change with {few_rows} to 100.",
        "1 row is not enough to learn from: a model's manner only begins to change with {few_rows} to 100.",
        result.train_rows,
        n=count(result.train_rows),
        few_rows=FEW_ROWS,
    )


def summary(result: p.InspectResult) -> str:
    """Return how much can be learnt from: 385 rows; or 368 rows, and how many are not used."""
    rows, unused = plural(usable(result), *unit_names(result)), sum(result.dropped.values())
    return tr("{rows}, {unused} not used", rows=rows, unused=count(unused)) if unused else rows


def counts(result: p.InspectResult, model: str) -> list[tuple[str, str]]:
    """Return numbers about any kind of data, with their names. model: the one that it was read for."""
    names = unit_names(result)
    tokens = tr("{n} tokens", "{n} token", result.eval_tokens_trained, n=count(result.eval_tokens_trained))
    facts = [
        (tr("Read for"), model),
        (tr("In the file"), plural(result.rows, *names)),
        (tr("To learn from"), f"{plural(result.train_rows, *names)}, {_tokens(result)}"),
    ]
    if result.eval_rows:
        facts.append((tr("Kept for testing"), f"{plural(result.eval_rows, *names)}, {tokens}"))
    if result.truncated:
        facts.append(
            (
                tr("Too long"),
                tr(
                    "{rows}, whose oldest turns are cut off",
                    rows=tr("{n} rows", "{n} row", result.truncated, n=count(result.truncated)),
                ),
            )
        )
    if result.thoughts:
        facts.append((tr("With thoughts"), tr("{n} rows", "{n} row", result.thoughts, n=count(result.thoughts))))
    if result.duplicates:
        facts.append((tr("The same as earlier ones"), plural(result.duplicates, *names)))
    return [
        *facts,
        *((tr("Not used: {why}", why=why), plural(number, *names)) for why, number in result.dropped.items()),
    ]


def _tokens(result: p.InspectResult) -> str:
    tokens = tr("{n} tokens", "{n} token", result.tokens, n=count(result.tokens))
    return tr("{tokens}, {share} of them in answers", tokens=tokens, share=share(result.trained_share))


def changed(changes: int, left_out: int) -> str:
    """Return the user's changes on one line; the figures already include them."""
    edited = changes - left_out
    parts = [
        f"{count(number)} {what}" for number, what in ((edited, tr("edited")), (left_out, tr("left out"))) if number
    ]
    return (
        tr("{parts}. “Use this data” saves it as a new file; yours stays as it is.", parts=tr(" and ").join(parts))
        if parts
        else ""
    )


def saved(result: p.CleanResult) -> str:
    """Return a summary of the new file."""
    left = sum(result.dropped.values())
    what = f"{size(result.bytes)}" + (tr(", {left} left out", left=count(left)) if left else "")
    return tr("Saved, and opened here: {name}, {what}.", name=Path(result.path).name, what=what)
