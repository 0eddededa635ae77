"""What is trained on, as files: tokens with their masks, the rows that they are packed into, and the same to read."""

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
_IGNORED = -100  # PyTorch's label of what is not learnt
_SAID_EVERY = 64  # examples


class Part(NamedTuple):
    """name: of the file. Of conversations: units, [n examples], and the source that they stand in; else neither."""

    name: str
    examples: Sequence[Example]
    units: NDArray[np.void] | None = None
    source: Source | None = None


def write_tokens(folder: Path, train: PackedRows, held_out: PackedRows, report: ReportProgress) -> None:
    """Write train.jsonl and eval.jsonl: an example a line, in the data's order; rows.json and eval_rows.json: which of
    them make a row.

    `labels` are the tokens that are learnt, else -100; that of a token is beside it, not before it. Of choices, `side`
    is 1 of a good answer, -1 of a bad one, and 0 of an answer to another question.
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
    """Write line by line what the tokens say: `text` as the template wrote it, and the `messages` (and `tools`) it is
    of, or of a choice whether it is the `good` answer.

    Raises LuthierError `data.changed`.
    """
    with (folder / part.name).open("wb") as file:
        for example, said in zip(part.examples, _said(part), strict=True):
            text = b"".join(tokenizer.piece(int(token)) for token in example.tokens).decode(errors="replace")
            file.write(msgspec.json.encode(said | {"text": text}) + b"\n")


def _said(part: Part) -> Iterator[dict[str, Any]]:
    """The conversation of each example, read from where it stands, or the side of each answer."""
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
            continue  # several may stand in a line
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
