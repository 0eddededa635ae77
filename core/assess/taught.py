"""Rows to learn from, made of right and wrong answers of models, as pairs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from core import protocol as p
from core.assess.answers import Answer
from core.assess.checks import Judged, Said, judge
from core.assess.rows import Row
from core.base.files import told_of, written_whole

TaughtRow = dict[str, Any]


class AnsweredRow(NamedTuple):
    """A question with answers, and what the check said of each."""

    row: Row
    answers: Sequence[Answer]
    judged: Sequence[Judged]

    @property
    def right(self) -> Answer | None:
        """Return the first right answer; None where there is none."""
        return next((one for one, found in zip(self.answers, self.judged, strict=True) if found.right), None)

    @property
    def wrong(self) -> Answer | None:
        """Return the first wrong answer that says something; None where there is none."""
        both = zip(self.answers, self.judged, strict=True)
        return next((one for one, found in both if not found.right and (one.text.strip() or one.calls)), None)


def pairs_of(check: p.Check, answered: Sequence[AnsweredRow]) -> Iterator[TaughtRow]:
    """Yield a better and a worse answer to each question that has them, in the form of docs/data.md#choices.

    The better one is a model's, which says it in its own words; the expected one where no model's is right, if the
    check calls that right: a text that has to be in an answer may be missing there.
    """
    for one in answered:
        worse, better = one.wrong, one.right
        if worse is None:
            continue
        expected = one.row.expected
        if better is None and not judge(check, expected, expected).right:
            continue
        chosen = better.said if better is not None else expected
        yield {"prompt": one.row.messages, "chosen": [_said(chosen)], "rejected": [_said(worse.said)]} | _tools(one.row)


def keep_taught(folder: Path, rows: Sequence[TaughtRow]) -> Path | None:
    """Return a file of a run's folder with these rows, such as pairs-3.jsonl: the newest one where it holds just these,
    else a new one, and None without rows. Earlier files stay as they are: a training may be resumed with them.

    Raises LuthierError `files.cannot-write`.
    """
    if not rows:
        return None
    text = "".join(json.dumps(row, ensure_ascii=False, default=str) + "\n" for row in rows).encode()
    with told_of(folder):
        names = (re.fullmatch(r"pairs-(\d+)\.jsonl", file.name) for file in folder.iterdir())
        last = max((int(found[1]) for found in names if found), default=0)
        newest = folder / f"pairs-{last}.jsonl"
        if last and newest.is_file() and newest.read_bytes() == text:
            return newest
    file = folder / f"pairs-{last + 1}.jsonl"
    with written_whole(file) as partial:
        partial.write_bytes(text)
    return file


def _said(said: Said) -> dict[str, Any]:
    return p.answer_message(said.text, "", list(said.calls))


def _tools(row: Row) -> TaughtRow:
    return {"tools": row.tools} if row.tools else {}
