"""Shows rows of a data file token by token, with the reason why each token is supervised or masked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby, islice
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.data.chat.conversation import ConversationEncoder, Rendering, begins_in
from core.data.chat.left_out import CONTENT_KINDS
from core.data.chat.renderer import TemplateRenderer
from core.data.chat.template import Span, Tools
from core.data.example import Example, Int32
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
    """Return the requested rows and one more, in file order; unusable ones contain the reason.

    For running text a row is a passage, a block of about a page. Raises what open_source and read_records raise, and
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
    """A record in its place. place: among all records, from 0. ends: whether it is the last one of its document."""

    place: int
    record: Record
    ends: bool


def _with_ends(records: Iterator[Record]) -> Iterator[tuple[Record, bool]]:
    """Yield each record, and whether it ends its document."""
    before: Record | None = None
    for record in records:
        if before is not None:
            yield before, record.first
        before = record
    if before is not None:
        yield before, True


def _bounds(job: PreviewJob) -> tuple[int, int]:
    """Return the first shown row and the end, plus one to see whether others follow."""
    return job.start, job.start + job.limit + 1


def _says(record: Record, found: Recognised, wanted: str) -> bool:
    """Return whether a row contains a text, given in lower case."""
    if isinstance(record.value, str) and "\\" not in record.value and wanted not in record.value.casefold():
        return False  # without escapes, the text would appear literally
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
    """Return the source of a row about a document, or None."""
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
    explained = _explained_conversation(encoder.conversations(content.tools), content.messages, content.tools)
    row.messages = _messages(explained.messages, content)
    row.rejected = _message(content.rejected[-1]).text if content.rejected else ""
    row.ids = explained.example.tokens.tolist()
    row.pieces, row.parts = pieces(row.ids, encoder.tokenizer)
    row.stretches, row.left_out, row.thinking = _plain(explained.stretches), explained.left_out, explained.thinking


def _explain_text(row: PreviewRow, text: str, placed: _Placed, encoder: RecordEncoder) -> None:
    """Explain a text with the tokens that training adds before and after a document."""
    tokenizer, first = encoder.tokenizer, placed.record.first
    row.messages = [PreviewMessage(role="", text=text, turn=0)]
    row.ids = encoder.text_tokens(text, first).tolist()
    if first and tokenizer.add_bos and tokenizer.bos is not None:
        row.ids.insert(0, tokenizer.bos)
    if placed.ends and tokenizer.eos >= 0:
        row.ids.append(tokenizer.eos)
    row.pieces, row.parts = pieces(row.ids, tokenizer)
    row.stretches = _plain(_explained_text(np.array(row.ids, np.int32), begins=first))


def _plain(stretches: list[Stretch]) -> list[tuple[int, bool, str]]:
    return [(stretch.n, stretch.supervised, stretch.reason) for stretch in stretches]


def _messages(shown: list[Message], content: Conversation) -> list[PreviewMessage]:
    """Return turns for display, each with its index in the conversation, whose oldest may have been cut off."""
    turns = {id(message): turn for turn, message in enumerate(content.messages)}
    return [_message(message, turns.get(id(message), -1)) for message in shown]


def _message(message: Message, turn: int = -1) -> PreviewMessage:
    """Return a message for display, with tool calls as JSON after its text; it cannot be edited then."""
    calls = message.get("tool_calls")
    parts = [message["content"], json.dumps(calls, ensure_ascii=False, indent=1, default=str) if calls else ""]
    text, thoughts = "\n".join(filter(None, parts)), message.get(THOUGHTS, "")
    return PreviewMessage(role=message["role"], text=text, thoughts=thoughts, turn=-1 if calls else turn)


_STRAY = re.compile("[\udc80-\udcff]")  # a byte that is not part of a character


def pieces(ids: Sequence[int], tokenizer: Tokenizer) -> tuple[list[str], list[int]]:
    """Return the tokens' texts, and the indices of those that only continue the previous token's character.

    A character belongs to the token with its first byte; bytes that are not a character are written as <F0>.
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


Reason = Literal[
    "system", "user", "tool", "template",  # read, not learnt
    "context",  # one of these, unknown because the template changes the messages' texts
    "earlier",  # an answer before the last, with train_on=last
    "thoughtless",  # an answer without its thoughts, which the template cuts out of earlier ones
    "weight 0",  # an answer that the data excludes from training
    "answer", "thought", "call", "end",  # an answer's text, thoughts, tool calls, end
    "frame",  # the template's text around an answer, such as empty thoughts
    "start",  # the first token, which nothing precedes
    "everything",  # with train_on=all
    "text",  # running text
]  # fmt: skip

_ROLES: dict[str, Reason] = {"developer": "system", "system": "system", "user": "user", "tool": "tool"}


class Stretch(NamedTuple):
    """Neighbouring tokens with the same reason."""

    n: int  # tokens
    supervised: bool
    reason: Reason


class Explained(NamedTuple):
    """A conversation as it is trained. stretches: cover all tokens in order. left_out: for display.

    thinking: whether its last answer is learnt with thoughts, "on" or "off"; "" if neither data nor template has any.
    """

    messages: list[Message]  # those that fit the context
    example: Example
    stretches: list[Stretch]
    left_out: list[str]
    thinking: Literal["", "on", "off"]


def _explained_conversation(encoder: ConversationEncoder, messages: list[Message], tools: Tools) -> Explained:
    """Return the result of `encoder.encode` with reasons. Raises BadRowError as it does."""
    written, example = encoder.fit(messages, tools)
    _, starts = encoder.tokenize(written)
    reasons = _reasons(encoder, written, starts, tools)
    others = example.supervised & ((reasons == "template") | (reasons == "context"))
    reasons[others] = "everything" if encoder.train_on == "all" else "frame"
    reasons[:1] = "start"
    left_out = [CONTENT_KINDS[kind] for kind in encoder.left_out.of(written.messages, tools)]
    return Explained(list(written.messages), example, stretches(example, reasons), left_out, encoder.mode_of(written))


def _explained_text(tokens: Int32, *, begins: bool) -> list[Stretch]:
    """Explain a passage of running text. begins: whether its first token is the text's very first. tokens: [n]."""
    supervised, reasons = np.ones(len(tokens), np.bool_), np.full(len(tokens), "text", object)
    if begins:
        supervised[:1], reasons[:1] = False, "start"
    return stretches(Example(tokens, supervised), reasons)


def stretches(example: Example, reasons: NDArray[np.object_]) -> list[Stretch]:
    """Return runs of equal reasons. reasons: [n]."""
    pairs = zip(example.supervised.tolist(), reasons.tolist(), strict=True)
    return [Stretch(sum(1 for _ in group), *pair) for pair, group in groupby(pairs)]


def _reasons(encoder: ConversationEncoder, written: Rendering, starts: Int32, tools: Tools) -> NDArray[np.object_]:
    """Return the reason of every token within the messages' own texts; the rest is the template's."""
    spans = written.template.text_spans(written.messages, written.text, tools)
    reasons = np.full(len(starts), "context" if spans is None else "template", object)

    def mark(span: Span, reason: Reason) -> None:
        reasons[begins_in(written.text, span, starts)] = reason

    ends = dict(spans or [])
    for turn, (start, end) in zip(written.turns, written.supervised, strict=False):
        message = written.messages[turn]
        if spans is None:
            mark((start, end), "answer")
        if message.get("tool_calls"):
            mark((ends[turn][1] if turn in ends else start, end), "call")
        if (thoughts := message.get(THOUGHTS)) and (place := written.text.find(thoughts, start, end)) >= 0:
            mark((place, place + len(thoughts)), "thought")
    for index, (start, end) in spans or []:
        is_learnt = any(a <= start and end <= b for a, b in written.supervised)
        is_passed = index in written.passed
        mark((start, end), "thoughtless" if is_passed else _own_reason(written.messages[index], is_learnt))
    answers = written.supervised if written.turns else []
    for special in written.specials:
        if encoder.tokenizer.ends_turn(special.token) and any(a < special.end <= b for a, b in answers):
            mark((special.start, special.end), "end")
    return reasons


def _own_reason(message: Message, is_learnt: bool) -> Reason:
    """Return the reason for a message's own text."""
    if message["role"] != "assistant":
        return _ROLES[message["role"]]
    if is_learnt:
        return "answer"
    return "earlier" if "weight" not in message else "weight 0"
