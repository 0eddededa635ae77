"""Rows of a data file token by token, with the reason why each token is trained or not."""

from __future__ import annotations

import json
import re
from itertools import islice

from core.data.chat.explain import Stretch, explain_conversation, explain_window
from core.data.chat.renderer import TemplateRenderer
from core.data.formats.turns import Conversation, Message
from core.data.problems import BadRowError, problem
from core.data.read.records import Record
from core.data.tokenizer import Tokenizer
from core.data.tokens.dataset import Dataset
from core.data.tokens.example_view import ExampleView
from core.data.tokens.record_encoder import RecordEncoder, read_content
from core.data.tokens.source import Source, read_records
from core.shared.protocol import PreviewMessage, PreviewRow

_HALF = re.compile("[\udc80-\udcff]")


def preview_conversations(
    source: Source, tokenizer: Tokenizer, renderer: TemplateRenderer, start: int, limit: int
) -> list[PreviewRow]:
    """Rows from the one at place `start` on, as they stand in the file; those that cannot be used say why.

    Raises what open_source and read_records raise.
    """
    encoder = RecordEncoder(source.recipe, tokenizer, renderer)
    return [_preview(record, encoder) for record in islice(read_records(source), start, start + limit)]


def preview_texts(dataset: Dataset, tokenizer: Tokenizer, start: int, limit: int) -> list[PreviewRow]:
    """The windows that running text is trained in."""
    rows, windows = [], dataset.train
    assert isinstance(windows, ExampleView)
    file = dataset.files[0] if len(dataset.files) == 1 else dataset.files[0].parent
    for place in range(start, min(start + limit, len(windows))):
        example = windows[place]
        ids = example.tokens.tolist()
        rows.append(
            PreviewRow(
                file=str(file), line=0, ids=ids, pieces=pieces(ids, tokenizer),
                stretches=_plain(explain_window(example, begins=not windows.overlaps(place))),
            )
        )  # fmt: skip
    return rows


def pieces(ids: list[int], tokenizer: Tokenizer) -> list[str]:
    """The tokens' texts. Bytes that are a part of a character are written as <F0>."""
    texts = (tokenizer.piece(token).decode(errors="surrogateescape") for token in ids)
    return [_HALF.sub(lambda half: f"<{ord(half[0]) - 0xDC00:02X}>", text) for text in texts]


def _preview(record: Record, encoder: RecordEncoder) -> PreviewRow:
    recipe, tokenizer = encoder.recipe, encoder.tokenizer
    file = str(recipe.files[record.file])
    content: Conversation | str | None = None
    try:
        content = read_content(record, recipe.found)
        assert not isinstance(content, str)
        explained = explain_conversation(encoder.conversations, content.messages, content.tools)
    except BadRowError as error:
        found = problem(file, record.line, record.text, error)
        why = f"{found.reason} ({found.detail})" if found.detail else found.reason
        shown = content.messages if isinstance(content, Conversation) else [{"role": "", "content": found.beginning}]
        return PreviewRow(file=file, line=record.line, problem=why, messages=list(map(_message, shown)))
    ids = explained.example.tokens.tolist()
    return PreviewRow(
        file=file, line=record.line, messages=list(map(_message, explained.messages)), ids=ids,
        pieces=pieces(ids, tokenizer), stretches=_plain(explained.stretches),
        left_out=explained.left_out,
    )  # fmt: skip


def _plain(stretches: list[Stretch]) -> list[tuple[int, bool, str]]:
    return [(stretch.n, stretch.supervised, stretch.reason) for stretch in stretches]


def _message(message: Message) -> PreviewMessage:
    """A turn for people: tool calls as JSON behind its text."""
    calls = message.get("tool_calls")
    parts = [message["content"], json.dumps(calls, ensure_ascii=False, indent=1, default=str) if calls else ""]
    return PreviewMessage(role=message["role"], text="\n".join(filter(None, parts)))
