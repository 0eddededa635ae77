"""What a row says is what is trained: numbers as written, nothing left out in silence, one limit for its size."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.base.errors import LuthierError
from core.data.formats.recognise import recognise
from core.data.formats.turns import Conversation
from core.data.read.folder import data_files
from core.data.read.lines import LONGEST
from core.data.tokenizer import Tokenizer
from core.data.tokens.dataset import Dataset
from core.data.tokens.load_dataset import load_dataset
from core.data.tokens.record_encoder import read_content
from core.data.tokens.source import open_source, read_records
from core.data.tokens.split import held_out
from core.data.tokens.tokenize import tokenize_data
from core.protocol.config import TrainConfig
from tests.support.data_vocab import MISTRAL, write_bpe
from tests.support.rendering import renderer
from tests.support.unprivileged import open_to_all


def said(path: Path) -> list[list[str]]:
    """The texts of every row."""
    source = open_source(path, Path(), TrainConfig())
    contents = [read_content(record, source.recipe.found) for record in read_records(source)]
    return [[m["content"] for m in c.messages] if isinstance(c, Conversation) else [c] for c in contents]


def loaded(tokenizer: Tokenizer, path: Path, content: str) -> Dataset:
    path.write_text(content)
    return load_dataset(path, tokenizer, renderer(), TrainConfig())


def test_that_numbers_and_truths_are_learnt_as_they_are_written(tmp_path: Path) -> None:
    path = tmp_path / "sums.jsonl"
    values = ["12", "-0.50", "1e3", "true", "12345678901234567890123", '"7"', "NaN"]
    path.write_text("".join(f'{{"prompt": {value}, "completion": {value}}}\n' for value in values[:-1]))
    assert said(path) == [[value.strip('"')] * 2 for value in values[:-1]]
    (tmp_path / "texts.jsonl").write_text('{"text": 3.10}\n{"text": false}\n')
    assert said(tmp_path / "texts.jsonl") == [["3.10"], ["false"]]
    pq.write_table(pa.table({"question": [1, 2], "answer": [0.5, 2.0]}), tmp_path / "sums.parquet")
    assert said(tmp_path / "sums.parquet") == [["1", "0.5"], ["2", "2.0"]]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ('{"prompt": "a", "completion": "b", "completion": "c"}', "a key that is there twice ('completion')"),
        ('{"prompt" : "a", "prompt" : ": b", "completion" : "c"}', "a key that is there twice ('prompt')"),
        (
            '{"prompt": [{"role": "user", "role": "user", "content": ""}], "completion": "c"}',
            "a key that is there twice",
        ),
        ('{"prompt": null, "completion": [{"role": "assistant", "content": "b"}]}', "prompt is empty (it is null)"),
        ('{"prompt": "a", "completion": null}', "completion is empty (it is null)"),
        ('{"prompt": "a", "completion": NaN}', "completion is empty (it is null)"),
    ],
)
def test_that_doubled_and_missing_values_are_named(tokenizer: Tokenizer, tmp_path: Path, row: str, reason: str) -> None:
    good = [r'{"prompt": ": \"a\": b", "completion": "{\"k\": 1}"}', r'{"prompt" : "x", "completion" : "\\\": "}']
    dataset = loaded(tokenizer, tmp_path / "rows.jsonl", "\n".join([good[0], row, good[1]]))
    (problem,) = dataset.problems
    assert problem.line == 2 and reason in str(problem)


def test_that_the_only_row_is_trained_on_and_that_is_said(tokenizer: Tokenizer, tmp_path: Path) -> None:
    assert not held_out(np.array([0, 0], np.uint64), 0.05).any()  # although 0 is low enough to be
    rows = '{"prompt": "5 plus", "completion": "12"}\n{"prompt": "a"}\n{"prompt": ""}\n'
    dataset = loaded(tokenizer, tmp_path / "rows.jsonl", rows)
    assert (len(dataset.train), len(dataset.evaluation)) == (1, 0)
    assert [notice.code for notice in dataset.notices][:2] == ["data.bad-rows", "data.no-evaluation"]
    assert "2 rows are not used" in dataset.notices[0].message


def test_that_nothing_to_train_on_says_what_became_of_the_rows(tokenizer: Tokenizer, tmp_path: Path) -> None:
    (tmp_path / "judge.jsonl").write_text('{"prompt": "a", "completion": "b"}\n')
    (tmp_path / "rows.jsonl").write_text('{"prompt": "a", "completion": "b"}\n{"prompt": "c"}\n')
    with pytest.raises(LuthierError) as caught:
        load_dataset(tmp_path / "rows.jsonl", tokenizer, renderer(), TrainConfig(), tmp_path / "judge.jsonl")
    assert "also in the evaluation data" in caught.value.message and "1 x no completion" in caught.value.message


def test_that_a_template_that_takes_no_row_is_blamed_not_the_data(tmp_path: Path) -> None:
    turns = [{"role": role, "content": "x"} for role in ("assistant", "user", "assistant")]
    model = write_bpe(tmp_path / "strict.gguf", template=MISTRAL)
    with Tokenizer(model) as tokenizer, pytest.raises(LuthierError) as caught:
        loaded(tokenizer, tmp_path / "rows.jsonl", json.dumps({"messages": turns}) + "\n")
    assert "Roles must alternate" in caught.value.message
    assert "model's chat template" in caught.value.hint and "It was read as" not in caught.value.hint


def row_of(size: int) -> tuple[str, str]:
    return "Who?", "é" * (size // 2)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["jsonl", "json", "csv", "lines.csv", "parquet"])
def test_that_one_limit_holds_for_a_row_wherever_it_lies(tmp_path: Path, kind: str) -> None:
    path, short = tmp_path / f"rows.{kind}", ("Why?", "So.")
    # After a row of 9 MB a line of 17 MB lies whole in a block that was read, if blocks grow with lines.
    rows = [short, row_of(9 << 20), row_of(LONGEST + 4096), short, row_of(LONGEST - 4096), short]
    objects = [json.dumps({"question": q, "answer": a}, ensure_ascii=False) for q, a in rows]
    match kind:
        case "jsonl":
            path.write_text("\n".join(objects))
        case "json":
            path.write_text("[" + ",".join(objects) + "]")
        case "csv":
            path.write_text("\n".join(["question,answer", *(f'"{q}","{a}"' for q, a in rows)]))
        case "lines.csv":  # quoted fields over many lines, that look like rows
            broken = [f'"{q}","{_over_lines(a)}"' for q, a in rows]
            path.write_text("\n".join(["question,answer", *broken]))
        case "parquet":
            pq.write_table(pa.table({"question": [q for q, _ in rows], "answer": [a for _, a in rows]}), path)
    records = list(read_records(open_source(path, Path(), TrainConfig())))
    assert [record.fault and record.fault.reason for record in records] == [
        None,
        None,
        "the row is too long",
        *[None] * 3,
    ]


def _over_lines(text: str) -> str:
    lines = [text[start : start + 99_998] + "\n," for start in range(0, len(text), 100_000)]
    return "".join(lines)[: len(text)]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_that_what_cannot_be_read_in_a_folder_is_named(tokenizer: Tokenizer, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "closed").mkdir(parents=True)
    os.mkfifo(folder / "pipe.jsonl")
    (folder / "gone.jsonl").symlink_to(tmp_path / "nowhere")
    with pytest.raises(LuthierError) as caught:
        tokenize_data(folder, tokenizer, renderer(), TrainConfig())
    assert "no files that can be read" in caught.value.message and "pipe.jsonl is a pipe" in caught.value.message
    (folder / "rows.jsonl").write_text('{"prompt": "a", "completion": "b"}\n{"prompt": "c", "completion": "d"}\n')
    dataset = load_dataset(folder, tokenizer, renderer(), TrainConfig())
    (notice,) = [notice for notice in dataset.notices if notice.code == "data.left-out"]
    assert f"{folder / 'pipe.jsonl'} is a pipe, not a file" in notice.message
    assert "gone.jsonl cannot be read: No such file" in notice.message


@pytest.mark.skipif(not hasattr(os, "seteuid") or os.geteuid() != 0, reason="needs root, to be another user")
def test_that_a_folder_within_that_may_not_be_entered_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "closed").mkdir(parents=True)
    (folder / "rows.jsonl").write_text('{"prompt": "a", "completion": "b"}\n')
    (folder / "closed").chmod(0)
    open_to_all(tmp_path)
    os.seteuid(65534)
    try:
        found = recognise(folder)
        assert found.left_out == (f"{folder / 'closed'} cannot be read: Permission denied",)
        with pytest.raises(LuthierError, match="closed cannot be read: Permission denied"):
            data_files(folder / "closed")
        with pytest.raises(LuthierError) as caught:
            data_files(folder / "closed" / "rows.jsonl")
        assert caught.value.code == "data.unreadable"
    finally:
        os.seteuid(0)
