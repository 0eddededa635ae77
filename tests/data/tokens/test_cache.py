from __future__ import annotations

import json
import multiprocessing
from datetime import datetime
from pathlib import Path

import numpy as np
import psutil
import pytest

from core.base import paths
from core.base.errors import Cancelled
from core.base.paths import DEMO
from core.data.tokenizer import Tokenizer
from core.data.tokens import parallel_encoding
from core.data.tokens.load_dataset import load_dataset
from core.data.tokens.parallel_encoding import CHUNK_CHARACTERS
from core.data.tokens.token_cache import CachedTokens
from core.data.tokens.tokenize import tokenize_data
from core.protocol.config import TrainConfig, with_settings
from tests.support.data_vocab import CHATML, write_bpe
from tests.support.rendering import renderer

pytestmark = pytest.mark.usefixtures("own_home")


def many_rows(path: Path, count: int = 3000) -> Path:
    """More than one chunk, with a bad row now and then."""
    words = (DEMO / "holmes.txt").read_text().split()
    with path.open("w") as file:
        for n in range(count):
            said = " ".join(words[n * 7 % 50_000 :][: 20 + n % 50])
            row = {"prompt": f"Passage {n}?", "completion": said if n % 500 else ""}
            file.write(json.dumps(row) + "\n")
    assert path.stat().st_size > 3 * CHUNK_CHARACTERS
    return path


def same(one: CachedTokens, other: CachedTokens) -> bool:
    return bool(
        np.array_equal(one.tokens, other.tokens)
        and np.array_equal(one.units, other.units)
        and (one.about.digest, one.about.counts, one.about.problems, one.about.seen)
        == (other.about.digest, other.about.counts, other.about.problems, other.about.seen)
    )


def entries() -> list[Path]:
    folder = paths.cache_dir() / "tokens"
    return [entry for entry in folder.iterdir() if entry.name != "files"] if folder.exists() else []


@pytest.mark.slow
def test_that_any_number_of_processes_gives_the_same_tokens(tokenizer: Tokenizer, tmp_path: Path) -> None:
    path = many_rows(tmp_path / "rows.jsonl")
    one = tokenize_data(path, tokenizer, renderer(), TrainConfig(), processes=1)[1]
    tokens, units = np.array(one.tokens), one.units
    for folder in entries():
        folder.rename(tmp_path / "aside")
    two = tokenize_data(path, tokenizer, renderer(), TrainConfig(), processes=2)[1]
    assert not two.was_there
    assert np.array_equal(two.tokens, tokens)
    assert np.array_equal(two.units, units)
    assert same(one, two)
    assert two.problems().counts == {"an answer is empty": 6}
    assert [problem.line for problem in two.problems().named] == list(range(1, 3001, 500))


@pytest.mark.slow
def test_that_no_row_is_lost_where_processes_take_over(
    tokenizer: Tokenizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first chunks are read before it is decided how many processes are worth it."""
    path = many_rows(tmp_path / "rows.jsonl")
    characters = path.stat().st_size // (2 * parallel_encoding.MIN_CHUNKS)
    monkeypatch.setattr(parallel_encoding, "CHUNK_CHARACTERS", characters)
    monkeypatch.setattr(psutil, "cpu_count", lambda logical: 2)
    dataset = load_dataset(path, tokenizer, renderer(), TrainConfig())
    assert (dataset.rows, len(dataset.train) + len(dataset.evaluation)) == (3000, 2994)


@pytest.mark.slow
def test_that_a_second_start_takes_the_tokens_from_the_cache(tokenizer: Tokenizer, tmp_path: Path) -> None:
    path = many_rows(tmp_path / "rows.jsonl")
    first = load_dataset(path, tokenizer, renderer(), TrainConfig())
    second = load_dataset(path, tokenizer, renderer(), TrainConfig())
    assert (first.from_cache, second.from_cache) == (False, True)
    assert (first.dropped, first.problems, first.notices) == (second.dropped, second.problems, second.notices)
    assert [s.tokens.tolist() for s in first.train] == [s.tokens.tolist() for s in second.train]
    moved = tmp_path / "elsewhere.jsonl"
    path.rename(moved)
    third = load_dataset(moved, tokenizer, renderer(), TrainConfig())
    assert third.from_cache
    assert {problem.file for problem in third.problems} == {str(moved)}


def test_that_other_content_settings_templates_and_days_are_tokenized_anew(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps({"question": "Hi", "answer": "Ho"}) + "\n")
    dated = CHATML + "{{ strftime_now('%d') }}"
    seen: set[bytes] = set()
    for template in (CHATML, dated):
        model = write_bpe(tmp_path / "model.gguf", template=template)
        with Tokenizer(model) as tokenizer:
            for setting in ("context=512", "context=256", "train_on=last", "columns=question:answer,answer:question"):
                config = with_settings(TrainConfig(), [setting])
                assert not tokenize_data(path, tokenizer, renderer(), config)[1].was_there
            for unrelated in ("epochs=1", "rank=4", "eval_share=0.2", "packing=false"):
                config = with_settings(TrainConfig(), [unrelated])
                assert tokenize_data(path, tokenizer, renderer(), config)[1].was_there
            tomorrow = datetime(2031, 1, 2)
            cached = tokenize_data(path, tokenizer, renderer(), TrainConfig(), now=tomorrow)[1]
            assert cached.was_there == (template == CHATML)
            seen |= {folder.name.encode() for folder in entries()}
    path.write_text(json.dumps({"question": "Hi", "answer": "Hu"}) + "\n")
    with Tokenizer(write_bpe(tmp_path / "model.gguf")) as tokenizer:
        assert not tokenize_data(path, tokenizer, renderer(), TrainConfig())[1].was_there
    assert len(seen) == 9


def test_that_the_context_does_not_matter_to_the_tokens_of_a_text(tokenizer: Tokenizer) -> None:
    first = load_dataset(DEMO / "holmes.txt", tokenizer, renderer(), TrainConfig(context=512))
    second = load_dataset(DEMO / "holmes.txt", tokenizer, renderer(), TrainConfig(context=64))
    assert second.from_cache
    assert len(second.train) > 7 * len(first.train)


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
def test_that_cancelling_ends_at_once_and_leaves_nothing(tokenizer: Tokenizer, tmp_path: Path, processes: int) -> None:
    path = many_rows(tmp_path / "rows.jsonl", 6000)
    half, told = path.stat().st_size / 2, list[int]()

    def cancel(done: int, _total: int) -> None:
        told.append(done)
        if done > half:
            raise Cancelled

    with pytest.raises(Cancelled):
        tokenize_data(path, tokenizer, renderer(), TrainConfig(), cancel, processes=processes)
    assert sum(done > half for done in told) == 1  # nothing is read on
    assert not multiprocessing.active_children()
    assert entries() == []


@pytest.mark.slow
def test_that_a_damaged_entry_is_made_anew_and_a_dead_process_leftover_removed(
    tokenizer: Tokenizer, tmp_path: Path
) -> None:
    path = many_rows(tmp_path / "rows.jsonl")
    first = tokenize_data(path, tokenizer, renderer(), TrainConfig())[1]
    tokens = np.array(first.tokens)
    (folder,) = entries()
    leftover = folder.with_name(f"{'0' * 32}.{2**22 + 1}.part")
    leftover.mkdir()
    with (folder / "tokens.bin").open("rb+") as file:
        file.truncate(100)
    again = tokenize_data(path, tokenizer, renderer(), TrainConfig())[1]
    assert (again.was_there, np.array_equal(again.tokens, tokens)) == (False, True)
    assert entries() == [folder]


def test_that_duplicates_are_told_or_dropped(tokenizer: Tokenizer, tmp_path: Path) -> None:
    rows = [json.dumps({"question": f"Question {n % 40}", "answer": f"Yes, {n % 40}."}) for n in range(100)]
    (tmp_path / "rows.jsonl").write_text("\n".join(rows))
    kept = load_dataset(tmp_path / "rows.jsonl", tokenizer, renderer(), TrainConfig())
    assert len(kept.train) + len(kept.evaluation) == 100
    assert [notice.code for notice in kept.notices] == ["data.duplicates"]
    dropped = load_dataset(tmp_path / "rows.jsonl", tokenizer, renderer(), TrainConfig(duplicates="drop"))
    trained = {tuple(example.tokens.tolist()) for example in dropped.train}
    assert len(trained) == len(dropped.train)
    assert trained == {tuple(example.tokens.tolist()) for example in kept.train}
    assert dropped.dropped == {"same as an earlier row": len(kept.train) - len(dropped.train)}
    assert dropped.notices == []
