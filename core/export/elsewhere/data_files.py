"""The training data as files: tokens with their masks, the rows that they are packed into, and a readable version."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.base.callbacks import ReportProgress
from core.data.example import Example
from core.data.formats.turns import Conversation
from core.data.problems import BadRowError
from core.data.tokenizer import Tokenizer
from core.data.tokens.choices import GOOD, ChoiceView
from core.data.tokens.pack import PackedRows
from core.data.tokens.record_encoder import key_of, read_content
from core.data.tokens.source import Source, read_records

DATA, TRAIN, EVAL, READABLE = "data", "train.jsonl", "eval.jsonl", "readable"
ROWS, EVAL_ROWS = "rows.json", "eval_rows.json"
TRAINED_ON = (TRAIN, EVAL, ROWS, EVAL_ROWS)
_IGNORED = -100  # PyTorch's label of masked tokens
_SAID_EVERY = 64  # examples between reports


class Part(NamedTuple):
    """A part of the data. name: of the file. For conversations: units, [n examples], and the source that they index;
    else neither.
    """

    name: str
    examples: Sequence[Example]
    units: NDArray[np.void] | None = None
    source: Source | None = None


def write_tokens(folder: Path, train: PackedRows, held_out: PackedRows, report: ReportProgress) -> None:
    """Write train.jsonl and eval.jsonl: an example a line, in the data's order; rows.json and eval_rows.json: the
    examples in each row.

    `labels` are the supervised tokens, else -100; a token's label has the token's own index, not that of the one
    before. For choices, `side` is 1 for a good answer, -1 for a bad one, and 0 for an answer to another question.
    """
    total, done = len(train.examples) + len(held_out.examples), 0
    for name, names_rows, rows in ((TRAIN, ROWS, train), (EVAL, EVAL_ROWS, held_out)):
        sides = None if rows.sides is None else rows.sides[np.argsort(rows.members)].tolist()
        with (folder / name).open("wb") as file:
            for place, example in enumerate(rows.examples):
                file.write(_line(example, {} if sides is None else {"side": sides[place]}))
                if place % _SAID_EVERY == 0:
                    report(done + place, total)
        done += len(rows.examples)
        parts = [part.tolist() for part in np.split(rows.members, rows.borders[1:-1])] if len(rows) else []
        (folder / names_rows).write_bytes(msgspec.json.encode(parts))


def write_readable(folder: Path, part: Part, tokenizer: Tokenizer) -> None:
    """Write a readable line for each example: `text` as the template wrote it, and its `messages` (and `tools`), or for
    a choice whether it is the `good` answer.

    Raises LuthierError `data.changed`.
    """
    with (folder / part.name).open("wb") as file:
        for example, said in zip(part.examples, _said(part), strict=True):
            text = b"".join(tokenizer.piece(int(token)) for token in example.tokens).decode(errors="replace")
            file.write(msgspec.json.encode(said | {"text": text}) + b"\n")


def _said(part: Part) -> Iterator[dict[str, Any]]:
    """Yield each example's conversation, read from the source, or each answer's side."""
    if isinstance(part.examples, ChoiceView):
        yield from ({"good": side == GOOD} for side in part.examples.sides.tolist())
        return
    if part.units is None or part.source is None:
        yield from ({} for _ in part.examples)
        return
    units = iter(part.units)
    wanted = next(units, None)
    for record in read_records(part.source):
        if wanted is None:
            return
        if (record.file, record.line) != (wanted["file"], wanted["line"]):
            continue
        try:
            content = read_content(record, part.source.recipe.found)
        except BadRowError:
            continue  # one line may have several
        if isinstance(content, Conversation) and key_of(content) == wanted["key"]:
            yield {"messages": content.messages} | ({"tools": content.tools} if content.tools else {})
            wanted = next(units, None)


def _line(example: Example, more: dict[str, Any]) -> bytes:
    labels = np.where(example.supervised, example.tokens, _IGNORED)
    row = {
        "input_ids": example.tokens.tolist(),
        "attention_mask": [1] * len(example),
        "labels": labels.tolist(),
    }
    return msgspec.json.encode(row | more) + b"\n"
