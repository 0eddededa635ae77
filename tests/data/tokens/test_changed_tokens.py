"""Counting with changes that are not saved yet: it is what comes out once they are."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from core import protocol as p
from core.base.errors import LuthierError
from core.base.paths import DEMO
from core.data.example import Example
from core.data.tokenizer import Tokenizer
from core.data.tokens.changes import LEFT_OUT
from core.data.tokens.dataset import Dataset
from core.data.tokens.load_dataset import load_dataset
from core.jobs.context import JobContext
from core.jobs.data.inspect import clean_data
from core.protocol.config import TrainConfig
from tests.support.data import write_rows
from tests.support.previews import preview
from tests.support.rendering import renderer

CONFIG = TrainConfig(context=128, eval_share=0.2)


def load(model: Path, data: Path, changes: Sequence[p.RowChange] = ()) -> Dataset:
    with Tokenizer(model) as tokenizer:
        return load_dataset(data, tokenizer, renderer(), CONFIG, changes=changes)


def tokens(examples: Sequence[Example]) -> list[tuple[list[int], list[bool]]]:
    return [(example.tokens.tolist(), example.supervised.tolist()) for example in examples]


def require_same_as_saved(model: Path, data: Path, output: Path, changes: tuple[p.RowChange, ...]) -> Dataset:
    job = p.CleanJob(data=str(data), output=str(output), changes=changes, keep_equal=True)
    clean_data(job, JobContext(lambda event: None))
    counted, saved = load(model, data, changes), load(model, output)
    assert tokens(counted.train) == tokens(saved.train) and tokens(counted.evaluation) == tokens(saved.evaluation)
    assert (counted.eval_rows, counted.seen) == (saved.eval_rows, saved.seen)
    return counted


def test_that_rows_left_out_and_edited_count_as_if_they_were_saved(model: Path, tmp_path: Path) -> None:
    talks = [json.loads(line) for line in (DEMO / "chat.jsonl").read_text().splitlines()[:40]]
    data = write_rows(tmp_path, "{broken", *talks, talks[3])
    rows = preview(model, data, limit=100)
    out = [p.RowChange(place=place, key=rows[place].key, leave_out=True) for place in (1, 4, 9, 41)]
    texts = {rows[7].messages[-1].turn: "Only this."}
    edit = p.RowChange(place=7, key=rows[7].key, texts=texts)
    spoil = p.RowChange(place=8, key=rows[8].key, texts={rows[8].messages[-1].turn: " "})
    counted = require_same_as_saved(model, data, tmp_path / "new.jsonl", (spoil, edit, *out))
    assert counted.rows == 42
    assert counted.dropped == {"not valid JSON": 1, LEFT_OUT: 4, "an answer is empty": 1}
    assert "left out by hand" not in " ".join(notice.message for notice in counted.notices)


@pytest.mark.parametrize("places", [(0,), (2, 3), (6,)])
def test_that_passages_left_out_and_edited_count_as_if_they_were_saved(
    model: Path, tmp_path: Path, places: tuple[int, ...]
) -> None:
    book = (DEMO / "holmes.txt").read_text()
    (data := tmp_path / "story.txt").write_text(f"{book[:9000]}\n\f{book[20000:30000]}")
    rows = preview(model, data, limit=100)
    out = [p.RowChange(place=place, key=rows[place].key, leave_out=True) for place in places]
    edit = p.RowChange(place=4, key=rows[4].key, texts={0: f"Well: {rows[4].messages[0].text}"})
    counted = require_same_as_saved(model, data, tmp_path / "new.txt", (*out, edit))
    assert (counted.found.format, counted.dropped) == ("text", {LEFT_OUT: len(places)})


def test_that_changes_of_rows_that_are_no_longer_there_are_refused(model: Path, tmp_path: Path) -> None:
    (data := tmp_path / "story.txt").write_text("It was a cold night.\n")
    (row,) = preview(model, data)
    out = p.RowChange(place=0, key=row.key, leave_out=True)
    with pytest.raises(LuthierError, match="is left out"):
        load(model, data, [out])
    data.write_text("It was a warm night.\n")
    for change in (out, p.RowChange(place=5, key=row.key, leave_out=True)):
        with pytest.raises(LuthierError, match="not what it was"):
            load(model, data, [change])
        with pytest.raises(LuthierError, match="not what it was"):
            clean_data(
                p.CleanJob(data=str(data), output=str(tmp_path / "new.txt"), changes=(change,)),
                JobContext(lambda event: None),
            )
