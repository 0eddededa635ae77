"""Rows of a data file token by token, with the reason why each token is trained or not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice

from core.data.chat.explain import Explained, Stretch, explain_conversation, explain_window
from core.data.chat.renderer import TemplateRenderer
from core.data.formats.recognise import Recognised
from core.data.formats.turns import Conversation, Message
from core.data.problems import BadRowError, problem
from core.data.read.records import Record
from core.data.tokenizer import Tokenizer
from core.data.tokens.changes import Changes, row_key
from core.data.tokens.dataset import Dataset
from core.data.tokens.example_view import ExampleView
from core.data.tokens.pieces import pieces
from core.data.tokens.record_encoder import RecordEncoder, read_content
from core.data.tokens.source import Source, read_records
from core.data.tokens.window_text import window_text
from core.shared.protocol import PreviewJob, PreviewMessage, PreviewRow


def preview_conversations(
    source: Source, tokenizer: Tokenizer, renderer: TemplateRenderer, job: PreviewJob
) -> list[PreviewRow]:
    """The rows that the job wants and one more, as they stand in the file; those that cannot be used say why.

    Raises what open_source and read_records raise, and LuthierError `data.changed`.
    """
    encoder, changes = RecordEncoder(source.recipe, tokenizer, renderer), Changes(job.changes)
    found: Iterator[tuple[int, Record]] = enumerate(read_records(source))
    if wanted := job.search.casefold():
        found = (each for each in found if _says(each[1], source.recipe.found, wanted))
    return [_preview(place, record, encoder, changes) for place, record in islice(found, *_bounds(job))]


def preview_texts(dataset: Dataset, tokenizer: Tokenizer, job: PreviewJob) -> list[PreviewRow]:
    """The windows that running text is trained in."""
    windows = dataset.train
    assert isinstance(windows, ExampleView)
    start, end = _bounds(job)
    wanted = job.search.casefold()
    places = range(0 if wanted else start, len(windows))
    texts = ((place, window_text(windows, place, tokenizer)) for place in places)
    if wanted:
        found = islice((each for each in texts if wanted in each[1].casefold()), start, end)
    else:
        found = islice(texts, end - start)
    file = dataset.files[0] if len(dataset.files) == 1 else dataset.files[0].parent
    return [_window(str(file), windows, place, text, tokenizer) for place, text in found]


def _bounds(job: PreviewJob) -> tuple[int, int]:
    """Of the rows that are shown; the last tells whether others follow."""
    return job.start, job.start + job.limit + 1


def _says(record: Record, found: Recognised, wanted: str) -> bool:
    """Whether a row says this, which is in small letters."""
    if isinstance(record.value, str) and "\\" not in record.value and wanted not in record.value.casefold():
        return False  # nothing in it is written in another way than it is read
    try:
        content = read_content(record, found)
    except BadRowError:
        return wanted in record.text.casefold()
    texts = [content] if isinstance(content, str) else [_message(message).text for message in content.messages]
    return any(wanted in text.casefold() for text in texts)


def _window(file: str, windows: ExampleView, place: int, text: str, tokenizer: Tokenizer) -> PreviewRow:
    example = windows[place]
    ids = example.tokens.tolist()
    texts, parts = pieces(ids, tokenizer)
    explained = explain_window(example, begins=not windows.overlaps(place))
    return PreviewRow(
        file=file, line=0, place=place, text=text, ids=ids, pieces=texts, parts=parts, stretches=_plain(explained)
    )


def _preview(place: int, record: Record, encoder: RecordEncoder, changes: Changes) -> PreviewRow:
    recipe = encoder.recipe
    file, key = str(recipe.files[record.file]), ""
    content: Conversation | str | None = None
    try:
        content = read_content(record, recipe.found)
        key = row_key(content)
        content = changes.applied(place, content)
        assert not isinstance(content, str)
        explained = explain_conversation(encoder.conversations, content.messages, content.tools)
    except BadRowError as error:
        found = problem(file, record.line, record.text, error)
        why = f"{found.reason} ({found.detail})" if found.detail else found.reason
        messages = _messages(content.messages, content) if isinstance(content, Conversation) else []
        shown = messages or [PreviewMessage(role="", text=found.beginning)]
        return PreviewRow(file=file, line=record.line, place=place, key=key, problem=why, messages=shown)
    return _explained(PreviewRow(file=file, line=record.line, place=place, key=key), explained, content, encoder)


def _explained(row: PreviewRow, explained: Explained, content: Conversation, encoder: RecordEncoder) -> PreviewRow:
    row.messages = _messages(explained.messages, content)
    row.ids = explained.example.tokens.tolist()
    row.pieces, row.parts = pieces(row.ids, encoder.tokenizer)
    row.stretches, row.left_out = _plain(explained.stretches), explained.left_out
    return row


def _plain(stretches: list[Stretch]) -> list[tuple[int, bool, str]]:
    return [(stretch.n, stretch.supervised, stretch.reason) for stretch in stretches]


def _messages(shown: list[Message], content: Conversation) -> list[PreviewMessage]:
    """Turns for people, each with its place in the conversation, of which the oldest may have been cut off."""
    turns = {id(message): turn for turn, message in enumerate(content.messages)}
    return [_message(message, turns.get(id(message), -1)) for message in shown]


def _message(message: Message, turn: int = -1) -> PreviewMessage:
    """Tool calls stand as JSON behind its text; it cannot be changed then."""
    calls = message.get("tool_calls")
    parts = [message["content"], json.dumps(calls, ensure_ascii=False, indent=1, default=str) if calls else ""]
    return PreviewMessage(role=message["role"], text="\n".join(filter(None, parts)), turn=-1 if calls else turn)
