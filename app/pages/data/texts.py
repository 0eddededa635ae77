"""What is known about data, in words."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLocale

from core.shared import protocol as p
from core.shared.encodings import title_of
from core.shared.texts.numbers import count, plural, share, size

# By the parts of core/data/chat/explain.py. Each goes on from "Learnt: " or "Read, not learnt: ".
WHY = {
    "system": "it is from the system message",
    "user": "it is what the user says",
    "tool": "it is what a tool answers",
    "template": "the model's template writes it around the messages",
    "context": "it is no part of an answer",
    "earlier": "only the last answer is learnt, as chosen",
    "answer": "it is an answer",
    "weight 0": "the data says not to learn this answer (weight 0)",
    "thought": "it is what the model thinks before it answers",
    "thoughtless": "the model's template cuts its thoughts out here, and alone it would teach the model not to think",
    "call": "the model writes it to call a tool",
    "frame": "the model writes it around its answers, such as empty thoughts",
    "end": "it ends the answer, so that the model learns to stop",
    "start": "nothing comes before it that it could follow from",
    "everything": "everything is learnt, as chosen",
    "text": "all of a text is learnt",
}
THOUGHTS = (  # what is learnt of them, and the setting
    ("As each row has them", "auto"),
    ("Only rows with thoughts", "with"),
    ("Left out", "without"),
    ("Left out, and learnt not to think", "empty"),
)
TITLE = 200  # characters of a row that can be seen in a list
ROLES = {"system": "System", "developer": "System", "user": "User", "assistant": "Assistant", "tool": "Tool", "": ""}


FEW_PAGES = 100  # of about 2 kB: a short book
FEW_ROWS = 50  # under which little is learnt but the rows themselves; docs/data.md says by whom

SHAPES = (  # name, what it is, how it looks
    (
        "Questions and answers",
        "A table saved as CSV, or JSON: one question and its answer a row.",
        "question,answer\nWho keeps the light?,The old keeper. He has never missed a night.",
    ),
    (
        "Conversations",
        "One a line, turn by turn, as OpenAI (messages) and ShareGPT (conversations) write them.",
        '{"messages": [{"role": "user", "content": "Hi!"}, {"role": "assistant", "content": "Ahoy."}]}',
    ),
    (
        "Running text",
        "A .txt or .md file, or a folder of them: a book, letters, a diary.",
        "It was a cold night when the bell rang for the third time. …",
    ),
)
ENOUGH = (
    "How much: from 50 to 100 good rows on a model's manner begins to change, and about 1,000 careful ones shape a "
    "whole assistant. Of running text take a book rather than a page: a few pages are only learnt by heart."
)
PLAIN_TEXT = (
    "Plain text teaches a chat model to go on writing like that text: its words and its tone, also in its answers, but "
    "no answers to questions. For these, give questions and answers."
)
ADVICE = {  # by code of a notice or a failure: what to do, with the names that things have on this page
    "data.encoding": "Where letters look wrong, choose another encoding on the left.",
    "data.guessed": "If it is wrong, choose other columns on the left.",
    "data.bad-rows": "See “Not used”.",
    "data.no-evaluation": "Give more data.",
    "data.duplicates": "“Learn equal rows once”, on the left, changes that.",
    "data.evaluation-part": "More would take long and tell little more.",
    "data.no-thoughts": "Rows with thoughts keep it.",
    "data.thoughts-as-text": "“Thoughts” on the left can leave them out.",
    "data.earlier-thoughts": "To learn each answer, give one exchange a row, or leave the thoughts out.",
    "data.long-thoughts": "A larger Context, on the Train page, takes them. “Thoughts” on the left can leave them out.",
    "data.rewritten-turns": "They are learnt as they stand there. “Learn” on the left can take the last answer only.",
    "data.nothing-usable": "On the left can be chosen how the file is read, and which column holds what.",
    "data.bad-encoding": "Choose the file's encoding on the left, or save it as UTF-8.",
    "data.unknown-column": "Choose the columns again, on the left.",
    "data.mixed-folder": "Put files of one form into a folder, or choose one of them.",
    "data.needs-parquet": "Turn it into CSV or JSON lines, or install pyarrow beside Luthier.",
}
_FIRST = ("data.guessed", "data.bad-rows", "data.few-trained", "few", "data.encoding")  # to be told
FIELDS = {"completion": "Answer", "output": "Answer"}  # where the field's own name is no usual word
_CONTAINERS = {"csv": "a table", "jsonl": "JSON lines", "json": "JSON", "parquet": "Parquet", "text": "text"}


def title(understood: p.Understood) -> str:
    """What the data is, in the words that people know."""
    return understood.titles.get(understood.format, "Running text")


def how_read(understood: p.Understood) -> str:
    """From which kind of file, in which encoding."""
    encoding = "several encodings" if understood.encoding == "mixed" else title_of(understood.encoding)
    return f"Read from {_CONTAINERS.get(understood.container, understood.container)} as {encoding}"


def unit_names(understood: p.Understood) -> tuple[str, str]:
    """What the data is counted in, one and many."""
    if understood.format == "text":
        return "page", "pages"  # blocks of about one
    return ("text", "texts") if understood.format == "documents" else ("row", "rows")


def figure_names(understood: p.Understood) -> list[str]:
    """What the figures of the summary count, before they are known."""
    return [
        f"{unit_names(understood)[1]} to learn from",
        "kept for testing",
        "not used",
        "tokens",
        "of them learnt",
    ]


def figures(result: p.InspectResult) -> list[tuple[str, str]]:
    """Numbers of the summary with their names."""
    one, many = unit_names(result)
    numbers = [
        count(result.train_rows),
        count(result.eval_rows),
        count(sum(result.dropped.values())),
        count(result.tokens),
        share(result.trained_share),
    ]
    names = figure_names(result)
    names[0] = f"{one if result.train_rows == 1 else many} to learn from"
    return list(zip(numbers, names, strict=True))


def notes(result: p.InspectResult, notices: list[p.Notice]) -> list[str]:
    """All that is worth knowing, the gravest first; each in a sentence or two."""
    said = [
        (notice.code, f"{_said(notice, result)} {ADVICE.get(notice.code, notice.hint)}".strip()) for notice in notices
    ]
    if few := _few(result):
        said.append(("few", few))
    if not result.eval_rows and "data.no-evaluation" not in dict(said):
        said.append(("nothing kept", _NOTHING_KEPT))
    said.sort(key=lambda note: _FIRST.index(note[0]) if note[0] in _FIRST else len(_FIRST))
    return [text for _, text in said]


def _said(notice: p.Notice, result: p.InspectResult) -> str:
    """With the fields' names as the form on the left has them."""
    if notice.code != "data.guessed":
        return notice.message
    columns = (f"{FIELDS.get(name, name.capitalize())} is “{column}”" for name, column in result.mapping.items())
    return f"Which column holds what was guessed: {', '.join(columns)}."


def told(failure: p.Failed, *, can_be_corrected: bool) -> p.Failed:
    """Why the data cannot be used, without the rows that are listed below, and what to do on this page.

    can_be_corrected: how the file is read can be chosen on the left.
    """
    hint = ADVICE.get(failure.code, failure.hint)
    if failure.code == "data.nothing-usable":
        if "longer than the context" in failure.message:
            hint = "A larger Context, on the Train page, takes longer rows and more memory."
        elif not can_be_corrected:
            hint = failure.hint
    message = "\n".join(failure.message.splitlines()[:2])
    return p.Failed(code=failure.code, message=message, hint=hint, details=failure.details or failure.message)


_NOTHING_KEPT = (
    "Nothing is kept back to test with, so nothing will show whether the model only learns by heart. “Keep back” on "
    "the left changes that."
)


def _few(result: p.InspectResult) -> str:
    if result.format == "text" and result.train_rows < FEW_PAGES:
        pages = plural(result.train_rows, "page is", "pages are")
        return f"{pages} few: they are learnt by heart, rather than their manner. {FEW_PAGES} or more are better."
    if result.format in ("text", "documents") or result.train_rows >= FEW_ROWS:
        return ""
    rows = plural(result.train_rows, "row is", "rows are")
    return f"{rows} few: enough to try, but from {FEW_ROWS} to 100 on a model's manner begins to change."


def summary(result: p.InspectResult) -> str:
    """One line of an inspection's result."""
    of = f" of {count(result.rows)}" if result.train_rows != result.rows else ""
    one, many = unit_names(result)
    return f"{count(result.train_rows)}{of} {one if result.rows == 1 else many} to learn from · {_tokens(result)}"


def counts(result: p.InspectResult) -> list[tuple[str, str]]:
    """Numbers about any kind of data, with their names."""
    names = unit_names(result)
    kept = f"{plural(result.eval_rows, *names)}, {plural(result.eval_tokens_trained, 'token', 'tokens')}"
    facts = [
        ("In the file", plural(result.rows, *names)),
        ("To learn from", f"{plural(result.train_rows, *names)}, {_tokens(result)}"),
        ("Kept back", kept),
        ("Learnt in", f"{plural(result.sequences, 'portion', 'portions')}, {share(result.fill)} full"),
    ]
    if result.tokens_shared:
        of_all = share(result.tokens_shared / result.tokens)
        shared = f"{plural(result.tokens_shared, 'token', 'tokens')}, {of_all} of all, computed once for several rows"
        facts.append(("Begin alike", shared))
    if result.truncated:
        facts.append(("Too long", f"{plural(result.truncated, 'row', 'rows')}, whose oldest turns are cut off"))
    if result.thoughts:
        facts.append(("With thoughts", plural(result.thoughts, "row", "rows")))
    if result.duplicates:
        facts.append(("The same as earlier ones", plural(result.duplicates, *names)))
    return [*facts, *((f"Not used: {why}", plural(number, *names)) for why, number in result.dropped.items())]


def _tokens(result: p.InspectResult) -> str:
    return f"{plural(result.tokens, 'token', 'tokens')}, {share(result.trained_share)} of them learnt"


def changed(changes: int, left_out: int) -> str:
    """What a person changed, on one line; the figures have it already."""
    edited = changes - left_out
    parts = [f"{count(number)} {what}" for number, what in ((edited, "edited"), (left_out, "left out")) if number]
    return f"{' and '.join(parts)}. “Use this data” saves it as a new file; yours stays as it is." if parts else ""


def saved(result: p.CleanResult) -> str:
    """What was written to a new file."""
    left = sum(result.dropped.values())
    what = f"{size(result.bytes)}" + (f", {count(left)} left out" if left else "")
    return f"Saved, and opened here: {Path(result.path).name}, {what}."


def row_title(row: p.PreviewRow) -> str:
    """What a row says first, on one line."""
    said = next((message.text for message in row.messages if message.role not in ("system", "developer")), "")
    return " ".join(said[:TITLE].split()) or "(empty)"


def row_facts(row: p.PreviewRow, by_row: bool, with_file: bool) -> str:
    """Below its title: where it stands, whether it is learnt with thoughts, and how many of its tokens are learnt.

    Short enough for the list in a window of 1280 pixels.
    """
    where = f"{f'{Path(row.file).name}, ' if with_file else ''}{place(row.line, by_row)} · "
    where += {"on": "thinks · ", "off": "no thoughts · "}.get(row.thinking, "")
    if row.problem:
        return f"{where}not used: {row.problem}"
    trained = sum(stretch[0] for stretch in row.stretches if stretch[1])
    left_out = f" · the template leaves out: {', '.join(row.left_out)}" if row.left_out else ""
    return f"{where}{count(trained)} of {count(len(row.ids))} learnt{left_out}"


def place(number: int, by_row: bool) -> str:
    """Where in its file a row stands."""
    return f"{'row' if by_row else 'line'} {count(number)}"


def language(code: str) -> str:
    """Of ISO 639: in English."""
    if not code:
        return "too short to tell"
    known = QLocale.codeToLanguage(code)
    return code if known == QLocale.Language.AnyLanguage else QLocale.languageToString(known)
