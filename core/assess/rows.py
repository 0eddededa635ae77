"""Reads the rows of a test: questions and expected answers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from core.assess.checks import Said
from core.base.errors import LuthierError
from core.chat.markers import read_calls
from core.data.formats.recognise import Part
from core.data.formats.thoughts import THOUGHTS
from core.data.formats.turns import Message
from core.data.problems import BadRowError
from core.data.tokens.record_encoder import question_key, question_of, read_content
from core.data.tokens.source import open_source, read_records
from core.protocol.config import TrainConfig

SEEN = "was trained on"
AGAIN = "asks the same as an earlier row"
NOTHING = "asks nothing"


class Row(NamedTuple):
    """A question. messages: up to the model's turn. thoughts: those before the expected answer."""

    file: Path
    line: int
    messages: list[Message]
    tools: list[Any]
    expected: Said
    thoughts: str
    key: int

    @property
    def question(self) -> str:
        """Return the last message."""
        return str(self.messages[-1]["content"])


class Rows(NamedTuple):
    """The rows of a test. left_out: rows that are not asked, by reason."""

    rows: list[Row]
    left_out: Counter[str]


def read_test(
    data: Path,
    model: Path,
    config: TrainConfig,
    *,
    part: Part = "train",
    wanted: Container[int] | None = None,
    seen: Container[int] = frozenset(),
    most: int | None = None,
    enough: int | None = None,
    again: bool = False,
) -> Rows:
    """Read the rows of a data file as questions.

    config: how to read the file. wanted: keys of questions, None for all. seen: keys of trained questions, which are
    left out. most: rows to read. enough: stop after this many questions. again: include repeated questions. Raises
    LuthierError `assess.no-questions`, and what open_source and read_records raise.
    """
    source = open_source(data, model, config, None, datetime.now(), part)
    found, files = source.recipe.found, source.recipe.files
    if not found.is_conversation:
        raise LuthierError(
            "assess.no-questions",
            f"{data} is running text: it asks nothing, so no answer can be right.",
            "Take rows with questions and answers.",
        )
    rows, left_out, keys = list[Row](), Counter[str](), set[int]()
    for record in islice(read_records(source), most):
        if len(rows) == enough:
            break
        try:
            content = read_content(record, found)
        except BadRowError as error:
            if wanted is None:
                left_out[error.reason] += 1
            continue
        assert not isinstance(content, str)  # it is not running text
        key = question_key(content)
        if wanted is not None and key not in wanted:
            continue
        messages, answer = question_of(content)
        reason = NOTHING if not messages else SEEN if key in seen else AGAIN if key in keys and not again else ""
        if reason:
            left_out[reason] += 1
            continue
        keys.add(key)
        calls = read_calls(json.dumps(answer["tool_calls"], default=str)) if answer.get("tool_calls") else []
        expected = Said(str(answer["content"]), calls)
        thoughts = str(answer.get(THOUGHTS, ""))
        rows.append(Row(files[record.file], record.line, messages, content.tools or [], expected, thoughts, key))
    return Rows(rows, left_out)
