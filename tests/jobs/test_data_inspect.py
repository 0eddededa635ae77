from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from core import protocol as p
from core.base.paths import DEMO
from core.data.tokenizer import Tokenizer
from core.data.tokens.pack import pack_rows
from core.engine.train.rows import NO_LABEL
from core.jobs.context import JobContext
from core.jobs.data.inspect import inspect_data
from core.jobs.data.prepare import prepare_data, rows_for
from core.protocol.config import TrainConfig


def test_that_inspecting_shows_counts_problems_and_what_is_trained(demo_gguf: Path, tmp_path: Path) -> None:
    data = tmp_path / "rows.jsonl"
    data.write_text((DEMO / "chat.jsonl").read_text() + "{broken\n")
    events: list[p.Event] = []
    job = p.InspectJob(model=str(demo_gguf), data=str(data), config=TrainConfig(context=256), limit=3)
    outcome, result = inspect_data(job, JobContext(events.append))
    assert outcome == "done"
    assert (result.container, result.mapping) == ("jsonl", {"messages": "messages"})
    assert result.formats["alpaca"] == [
        "instruction",
        "input",
        "output",
        "thoughts",
        "system",
        "tools",
        "history",
        "label",
    ]
    assert (result.format, result.dropped) == ("messages", {"not valid JSON": 1})
    assert result.problems[0].startswith(f"{data.name}, line {result.rows}: not valid JSON")
    assert (result.bad_rows[0].file, result.bad_rows[0].line) == (str(data), result.rows)
    assert 0.3 < result.trained_share < 0.9 < result.fill <= 1
    assert len(result.preview) == 3
    for row in result.preview:
        assert all(piece.text.endswith("So says the keeper.<|im_end|>") == piece.trained for piece in row)
    (summary,) = [event for event in events if isinstance(event, p.DataSummary)]
    assert (summary.tokens, summary.tokens_trained) == (result.tokens, result.tokens_trained)
    assert [event.code for event in events if isinstance(event, p.Notice)] == ["data.bad-rows"]
    assert any(isinstance(event, p.Progress) and event.done == event.total for event in events)
    assert p.result_of(p.finished(outcome, result), p.InspectResult) == result


def test_that_the_labels_of_all_rows_are_what_the_preview_shows_as_trained(demo_gguf: Path) -> None:
    """What is shown, what is counted and what the loss sees are one thing, packed or not."""
    model, data, config = str(demo_gguf), str(DEMO / "chat.jsonl"), TrainConfig(context=256)
    job = p.InspectJob(model=model, data=data, config=config, limit=10**6)
    _, result = inspect_data(job, JobContext(lambda event: None))
    shown = ["".join(piece.text for piece in row if piece.trained) for row in result.preview]
    dataset = prepare_data(demo_gguf, data, None, config, JobContext(lambda event: None)).dataset
    with Tokenizer(demo_gguf) as tokenizer:
        for packing in (True, False):
            rows = rows_for(dataset.train, msgspec.structs.replace(config, packing=packing))
            labels = [row.labels[row.segments == segment] for row in rows for segment in set(row.segments.tolist())]
            labels = [part[part != NO_LABEL] for part in labels]
            assert sum(map(len, labels)) == result.tokens_trained == sum(row.n_supervised for row in rows)
            texts = [b"".join(map(tokenizer.piece, part.tolist())).decode() for part in labels if len(part)]
            assert sorted(texts) == sorted(shown)


def test_that_each_part_of_the_data_is_packed_once(demo_gguf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = []
    monkeypatch.setattr("core.jobs.data.prepare.pack_rows", lambda *parts: packed.append(parts) or pack_rows(*parts))
    job = p.InspectJob(model=str(demo_gguf), data=str(DEMO / "chat.jsonl"), config=TrainConfig(context=256), limit=0)
    inspect_data(job, JobContext(lambda event: None))
    assert len(packed) == 2  # to train on, to evaluate with
