from __future__ import annotations

import json
from pathlib import Path

import pytest

from core import protocol as p
from core.base.errors import Cancelled, LuthierError
from core.data.formats.turns import Conversation
from core.data.tokens.changes import row_key
from core.jobs.context import Control, JobContext
from core.jobs.data.inspect import clean_data

TURNS = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hō"}]


def clean(data: Path, output: Path, changes: tuple[p.RowChange, ...] = (), keep_equal: bool = False) -> p.CleanResult:
    job = p.CleanJob(data=str(data), output=str(output), changes=changes, keep_equal=keep_equal)
    return clean_data(job, JobContext(lambda event: None))[1]


def test_that_what_can_be_used_is_written_once_as_messages(tmp_path: Path) -> None:
    data, output = tmp_path / "faq.csv", tmp_path / "new" / "clean.jsonl"
    data.write_text("question,answer\nHi,Hō\nWho?,\nHi ,Hō\nWhere?,There\n", encoding="utf-16")
    result = clean(data, output)
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    assert rows == [
        {"messages": TURNS},
        {"messages": [{"role": "user", "content": "Where?"}, {"role": "assistant", "content": "There"}]},
    ]
    assert (result.rows, result.dropped) == (2, {"an answer is empty": 1, "same as an earlier row": 1})
    assert result.bytes == output.stat().st_size
    assert clean(output, tmp_path / "again.jsonl").dropped == {}
    assert (tmp_path / "again.jsonl").read_bytes() == output.read_bytes()


def test_that_tools_and_texts_are_kept(tmp_path: Path) -> None:
    tool = {"type": "function", "function": {"name": "look", "parameters": {}}}
    call = {"role": "assistant", "content": "", "tool_calls": [{"type": "function", "function": {"name": "look"}}]}
    data, output = tmp_path / "rows.jsonl", tmp_path / "clean.jsonl"
    row = {"messages": [TURNS[0], call], "tools": [tool]}
    data.write_text(json.dumps(row))
    clean(data, output)
    assert json.loads(output.read_text()) == row
    data.write_text('{"text": "Once upon"}\n{"text": "a time"}\n')
    output = tmp_path / "texts.jsonl"
    clean(data, output)
    assert output.read_text() == '{"text":"Once upon"}\n{"text":"a time"}\n'


def test_that_nothing_is_written_when_nothing_can_be_used_or_it_is_cancelled(tmp_path: Path) -> None:
    data, output = tmp_path / "rows.jsonl", tmp_path / "clean.jsonl"
    data.write_text('{"messages": []}\n')
    with pytest.raises(LuthierError, match="Nothing in"):
        clean(data, output)
    data.write_text(json.dumps({"messages": TURNS}))
    control = Control()
    control.cancel.set()
    with pytest.raises(Cancelled):
        clean_data(p.CleanJob(data=str(data), output=str(output)), JobContext(lambda event: None, control))
    assert [file.name for file in tmp_path.iterdir()] == ["rows.jsonl"]


def test_that_the_data_is_never_overwritten(tmp_path: Path) -> None:
    data = tmp_path / "rows.jsonl"
    data.write_text(json.dumps({"messages": TURNS}))
    with pytest.raises(LuthierError) as caught:
        clean(data, tmp_path / "." / "rows.jsonl")
    assert caught.value.code == "data.would-overwrite"
    assert json.loads(data.read_text()) == {"messages": TURNS}


def test_that_rows_are_written_as_they_were_changed(tmp_path: Path) -> None:
    data, output = tmp_path / "rows.jsonl", tmp_path / "clean.jsonl"
    data.write_text("\n".join(['{"prompt": "Hi", "completion": "Hō"}'] * 3 + ["{broken"]))
    key = row_key(Conversation(TURNS))
    changes = (p.RowChange(place=1, key=key, leave_out=True), p.RowChange(place=2, key=key, texts={1: "Hå"}))
    result = clean(data, output, changes, keep_equal=True)
    answers = [json.loads(line)["messages"][1]["content"] for line in output.read_text().splitlines()]
    assert (answers, result.rows) == (["Hō", "Hå"], 2)
    assert result.dropped == {"left out by hand": 1, "not valid JSON": 1}


def test_that_both_answers_of_a_choice_are_written_and_asked_the_same(tmp_path: Path) -> None:
    data, output = tmp_path / "pairs.jsonl", tmp_path / "clean.jsonl"
    pair = {"prompt": "Hi", "chosen": "Hō", "rejected": "No"}
    rows = [pair, pair, pair | {"rejected": "Never"}, pair | {"prompt": "Who?", "rejected": " "}]
    data.write_text("".join(json.dumps(row) + "\n" for row in rows))
    key = row_key(Conversation(TURNS))
    result = clean(data, output, (p.RowChange(place=0, key=key, texts={0: "Hello", 1: "Hey"}),))
    written = [json.loads(line) for line in output.read_text().splitlines()]
    answer = {"role": "assistant", "content": "No"}
    assert written[0] == {
        "prompt": [{"role": "user", "content": "Hello"}],
        "chosen": [{"role": "assistant", "content": "Hey"}],
        "rejected": [answer],
    }
    assert [row["rejected"][0]["content"] for row in written] == ["No", "No", "Never"]
    assert result.dropped == {"the rejected answer: an answer is empty": 1}
    assert clean(output, tmp_path / "again.jsonl").dropped == {}
