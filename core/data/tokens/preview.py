"""Rows of a data file token by token, with the reason why each token is trained or not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice
from typing import NamedTuple

import numpy as np

from core.data.chat.explain import Stretch, explain_conversation, explain_text
from core.data.chat.renderer import TemplateRenderer
from core.data.formats.json_row import source_of
from core.data.formats.recognise import Recognised
from core.data.formats.thoughts import THOUGHTS
from core.data.formats.turns import Conversation, Message
from core.data.problems import BadRowError, problem
from core.data.read.records import Record
from core.data.tokenizer import Tokenizer
from core.data.tokens.changes import Changes, row_key
from core.data.tokens.record_encoder import RecordEncoder, read_both, read_content
from core.data.tokens.source import Source, read_records
from core.protocol import PreviewJob, PreviewMessage, PreviewRow, RowSource


def preview_rows(source: Source, tokenizer: Tokenizer, renderer: TemplateRenderer, job: PreviewJob) -> list[PreviewRow]:
    """Return the rows that the job wants and one more, as they stand in the file; those that cannot be used say why.

    Of running text a row is a passage, a block of about a page. Raises what open_source and read_records raise, and
    LuthierError `data.changed`.
    """
    encoder, changes = RecordEncoder(source.recipe, tokenizer, renderer), Changes(job.changes)
    found = (_Placed(place, *record) for place, record in enumerate(_with_ends(read_records(source))))
    if job.doubted:
        found = (each for each in found if source_of(each.record.value).get("doubt"))
    if wanted := job.search.casefold():
        found = (each for each in found if _says(each.record, source.recipe.found, wanted))
    return [_preview(each, encoder, changes) for each in islice(found, *_bounds(job))]


class _Placed(NamedTuple):
    """place: among all records, from 0. ends: whether it is the last one of its document."""

    place: int
    record: Record
    ends: bool


def _with_ends(records: Iterator[Record]) -> Iterator[tuple[Record, bool]]:
    """Each record with whether its document ends there: the next one begins another, or there is none."""
    before: Record | None = None
    for record in records:
        if before is not None:
            yield before, record.first
        before = record
    if before is not None:
        yield before, True


def _bounds(job: PreviewJob) -> tuple[int, int]:
    """Return the first and the end of the shown rows, and one more to see whether others follow."""
    return job.start, job.start + job.limit + 1


def _says(record: Record, found: Recognised, wanted: str) -> bool:
    """Whether a row says this, which is in small letters."""
    if isinstance(record.value, str) and "\\" not in record.value and wanted not in record.value.casefold():
        return False  # nothing in it is written in another way than it is read
    try:
        content = read_content(record, found)
    except BadRowError:
        return wanted in record.text.casefold()
    if isinstance(content, str):
        return wanted in content.casefold()
    messages = [_message(message) for message in content.messages]
    texts = [text for message in messages for text in (message.text, message.thoughts)]
    return any(wanted in text.casefold() for text in texts)


def _preview(placed: _Placed, encoder: RecordEncoder, changes: Changes) -> PreviewRow:
    recipe, record = encoder.recipe, placed.record
    row = PreviewRow(file=str(recipe.files[record.file]), line=record.line, place=placed.place)
    row.source = _source(record)
    content: Conversation | str | None = None
    try:
        content = read_both(record, recipe.found, recipe.config, or_better=True)
        row.key = row_key(content)
        content = changes.applied(placed.place, content)
        if isinstance(content, str):
            _explain_text(row, content, placed, encoder)
        else:
            _explain(row, content, encoder)
    except BadRowError as error:
        found = problem(row.file, record.line, record.text, error)
        row.problem = f"{found.reason} ({found.detail})" if found.detail else found.reason
        messages = _messages(content.messages, content) if isinstance(content, Conversation) else []
        row.messages = messages or [PreviewMessage(role="", text=found.beginning)]
    return row


def _source(record: Record) -> RowSource | None:
    """Where a row is from, of one about a document."""
    source = source_of(record.value)
    file, page, heading, quote, doubt = (source.get(name) for name in ("file", "page", "heading", "quote", "doubt"))
    if not isinstance(file, str) or not isinstance(quote or doubt, str):
        return None
    parts = [file, f"page {page}" if isinstance(page, int) else "", heading if isinstance(heading, str) else ""]
    return RowSource(
        whence=", ".join(filter(None, parts)),
        quote=quote if isinstance(quote, str) else "",
        doubt=doubt if isinstance(doubt, str) else "",
    )


def _explain(row: PreviewRow, content: Conversation, encoder: RecordEncoder) -> None:
    explained = explain_conversation(encoder.conversations(content.tools), content.messages, content.tools)
    row.messages = _messages(explained.messages, content)
    row.rejected = _message(content.rejected[-1]).text if content.rejected else ""
    row.ids = explained.example.tokens.tolist()
    row.pieces, row.parts = pieces(row.ids, encoder.tokenizer)
    row.stretches, row.left_out, row.thinking = _plain(explained.stretches), explained.left_out, explained.thinking


def _explain_text(row: PreviewRow, text: str, placed: _Placed, encoder: RecordEncoder) -> None:
    """Explain a text with the tokens that training puts in front of a document and behind it."""
    tokenizer, first = encoder.tokenizer, placed.record.first
    row.messages = [PreviewMessage(role="", text=text, turn=0)]
    row.ids = encoder.text_tokens(text, first).tolist()
    if first and tokenizer.add_bos and tokenizer.bos is not None:
        row.ids.insert(0, tokenizer.bos)
    if placed.ends and tokenizer.eos >= 0:
        row.ids.append(tokenizer.eos)
    row.pieces, row.parts = pieces(row.ids, tokenizer)
    row.stretches = _plain(explain_text(np.array(row.ids, np.int32), begins=first))


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
    text, thoughts = "\n".join(filter(None, parts)), message.get(THOUGHTS, "")
    return PreviewMessage(role=message["role"], text=text, thoughts=thoughts, turn=-1 if calls else turn)


_STRAY = re.compile("[\udc80-\udcff]")  # a byte that is no part of a character


def pieces(ids: Sequence[int], tokenizer: Tokenizer) -> tuple[list[str], list[int]]:
    """Return the tokens' texts, and the places of those that only go on with the character of the one before.

    A character stands in the token that its first byte is in; bytes that are no character are written as <F0>.
    """
    raw = list(map(tokenizer.piece, ids))
    ends = list(accumulate(map(len, raw)))
    texts, place, at = [""] * len(raw), 0, 0
    for character in b"".join(raw).decode(errors="surrogateescape"):
        while ends[place] <= at:
            place += 1
        texts[place] += character
        at += len(character.encode(errors="surrogateescape"))
    parts = [place for place, (text, part) in enumerate(zip(texts, raw, strict=True)) if part and not text]
    return [_STRAY.sub(lambda stray: f"<{ord(stray[0]) - 0xDC00:02X}>", text) for text in texts], parts
