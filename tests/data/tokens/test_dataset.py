from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.base.errors import LuthierError
from core.base.paths import DEMO
from core.data.example import Example
from core.data.tokenizer import Tokenizer
from core.data.tokens.dataset import TEST, Dataset
from core.data.tokens.load_dataset import load_dataset
from core.data.tokens.split import content_key, first_tokens, held_out
from core.protocol.config import TrainConfig
from tests.support.data_vocab import CHATML, write_bpe, write_spm
from tests.support.rendering import renderer


def talk(question: str, answer: str) -> str:
    return json.dumps({"messages": [{"role": "user", "content": question}, {"role": "assistant", "content": answer}]})


def load(
    folder: Path, rows: list[str], eval_rows: list[str] | None = None, template: str | None = CHATML, **settings: Any
) -> Dataset:
    data, eval_data = folder / "rows.jsonl", folder / "eval.jsonl"
    data.write_text("\n".join(rows))
    eval_data.write_text("\n".join(eval_rows or []))
    with Tokenizer(write_bpe(folder / "model.gguf", template=template)) as tokenizer:
        return load_dataset(data, tokenizer, renderer(), TrainConfig(**settings), eval_data if eval_rows else None)


def as_set(examples: Sequence[Example]) -> set[tuple[int, ...]]:
    return {tuple(example.tokens.tolist()) for example in examples}


@pytest.mark.slow
def test_that_the_bundled_conversations_can_all_be_used(tmp_path: Path) -> None:
    with Tokenizer(write_bpe(tmp_path / "a.gguf")) as tokenizer:
        dataset = load_dataset(DEMO / "chat.jsonl", tokenizer, renderer(), TrainConfig(context=256))
    assert dataset.found.format == "messages"
    assert dataset.rows == len(dataset.train) + len(dataset.evaluation) >= 320
    assert dataset.eval_rows == len(dataset.evaluation) > 0
    assert (dataset.dropped, dataset.problems, dataset.notices) == ({}, [], [])
    assert 0.3 < dataset.supervised_tokens / dataset.tokens < 0.9


def test_that_the_bundled_book_is_split_without_losing_a_token(tmp_path: Path) -> None:
    with Tokenizer(write_bpe(tmp_path / "a.gguf")) as tokenizer:
        whole = load_dataset(DEMO / "holmes.txt", tokenizer, renderer(), TrainConfig(eval_share=0.0))
        split = load_dataset(DEMO / "holmes.txt", tokenizer, renderer(), TrainConfig())
        again = load_dataset(DEMO / "holmes.txt", tokenizer, renderer(), TrainConfig())
    assert whole.found.format == "text"
    assert len(whole.evaluation) == 0
    runs = split.eval_rows + 2  # every run of neighbouring blocks begins with a token that nothing predicts
    trained = split.supervised_tokens + sum(s.n_supervised for s in split.evaluation)
    assert whole.supervised_tokens - 2 * runs <= trained < whole.supervised_tokens
    assert 0.02 < sum(s.n_supervised for s in split.evaluation) / trained < 0.1
    assert [s.tokens.tolist() for s in split.train] == [s.tokens.tolist() for s in again.train]


def test_that_added_rows_move_no_old_row_to_the_other_side(tmp_path: Path) -> None:
    rows = [talk(f"Question {n}", f"Answer {n}") for n in range(200)]
    more = [talk(f"Other question {n}", f"Other answer {n}") for n in range(200)]
    few, many = load(tmp_path, rows, eval_share=0.1), load(tmp_path, [*more, *rows], eval_share=0.1)
    assert as_set(few.evaluation) <= as_set(many.evaluation)
    assert as_set(few.train) <= as_set(many.train)
    assert len(few.evaluation) > 5


@given(st.lists(st.integers(0, 2**64 - 1), max_size=30), st.floats(0, 0.99))
@settings(max_examples=200, deadline=None)
def test_that_equal_rows_stay_together_and_both_sides_get_one(keys: list[int], share: float) -> None:
    array = np.array([*keys, *keys], dtype=np.uint64)
    held = held_out(array, share)
    assert held[: len(keys)].tolist() == held[len(keys) :].tolist()
    if share == 0:
        assert not held.any()
    elif len(set(keys)) > 1:
        assert held.any()
        assert not held.all()


@pytest.mark.slow
@given(st.lists(st.tuples(st.integers(0, 40), st.integers(1, 9), st.booleans()), max_size=30), st.integers(0, 60))
@settings(max_examples=200, deadline=None)
def test_that_the_measured_rows_are_the_first_of_the_held_out_ones(
    rows: list[tuple[int, int, bool]], most: int
) -> None:
    keys, sizes = np.array([r[0] for r in rows], np.uint64), np.array([r[1] for r in rows], np.int32)
    held = np.array([r[2] for r in rows], np.bool_)
    first = first_tokens(held, keys, sizes, most)
    assert not (first & ~held).any()
    assert first.any() == held.any()
    if not most:
        assert (first == held).all()
    elif first.sum() > 1:
        assert sizes[first].sum() <= most
    if (left := held & ~first).any():
        assert keys[first].max() <= keys[left].min()
        assert sizes[first].sum() + sizes[left][keys[left].argmin()] > most


def test_that_a_large_held_out_part_is_measured_in_part_and_this_is_told(tmp_path: Path) -> None:
    rows = [talk(f"Question {n}", f"Answer {n} and so on") for n in range(400)]
    whole, part = load(tmp_path, rows, eval_share=0.3), load(tmp_path, rows, eval_share=0.3, eval_tokens=300)
    assert as_set(part.evaluation) < as_set(whole.evaluation)
    assert 270 < sum(map(len, part.evaluation)) <= 300
    assert as_set(part.train) == as_set(whole.train)
    assert part.eval_rows == whole.eval_rows == len(whole.evaluation)
    (notice,) = (notice for notice in part.notices if notice.code == "data.evaluation-part")
    assert notice.message == f"Of {part.eval_rows} held-out rows {len(part.evaluation)} are measured."


def test_that_only_blanks_do_not_make_rows_different() -> None:
    assert content_key(["user", "a  b\n"]) == content_key(["user", " a b"])
    assert content_key(["user", "ab"]) != content_key(["user", "a b"]) != content_key(["usera", "b"])


def test_that_rows_of_an_evaluation_file_are_taken_out_of_training(tmp_path: Path) -> None:
    rows = [talk(f"Question {n}", f"Answer {n}") for n in range(10)]
    dataset = load(tmp_path, [*rows, rows[3]], [rows[3], talk("New", "Newer")])
    assert (len(dataset.train), len(dataset.evaluation), dataset.eval_rows) == (9, 2, 2)
    assert dataset.dropped == {"same as an evaluation row": 2}
    assert not as_set(dataset.train) & as_set(dataset.evaluation)
    assert [notice.code for notice in dataset.notices] == ["data.leaked"]


def test_that_training_on_nothing_but_evaluation_rows_is_an_error(tmp_path: Path) -> None:
    rows = [talk("Question", "Answer")]
    with pytest.raises(LuthierError) as caught:
        load(tmp_path, rows, rows)
    assert caught.value.code == "data.nothing-usable"


def test_that_a_file_without_a_usable_row_says_why(tmp_path: Path) -> None:
    with pytest.raises(LuthierError) as caught:
        load(tmp_path, ['{"prompt": "a"}', '{"prompt": "b"}', "{broken"])
    assert caught.value.code == "data.nothing-usable"
    assert "2 x no completion; 1 x not valid JSON" in caught.value.message
    assert "rows.jsonl, line 1: no completion (its keys are 'prompt')" in caught.value.message


def test_that_dropped_rows_are_counted_and_told(tmp_path: Path) -> None:
    rows = [talk("Hi", "Ho"), "{broken", talk("Hi again", "long " * 200), talk("And", "so")]
    dataset = load(tmp_path, rows, context=64)
    assert (dataset.rows, len(dataset.train) + len(dataset.evaluation)) == (4, 2)
    assert dataset.dropped == {"not valid JSON": 1, "longer than the context": 1}
    assert [problem.line for problem in dataset.problems] == [2, 3]
    assert [notice.code for notice in dataset.notices] == ["data.bad-rows"]


def test_that_cut_conversations_are_told(tmp_path: Path) -> None:
    long = json.loads(talk("first " * 50, "answer"))["messages"] + json.loads(talk("second", "answer"))["messages"]
    dataset = load(tmp_path, [json.dumps({"messages": long}), talk("Hi", "Ho")], context=64)
    assert (dataset.dropped, [notice.code for notice in dataset.notices]) == ({}, ["data.truncated"])


@pytest.mark.slow
def test_that_a_mask_that_trains_almost_nothing_is_told(tmp_path: Path) -> None:
    rows = [talk("word " * 400 + str(n), "x") for n in range(4)]
    assert [notice.code for notice in load(tmp_path, rows).notices] == ["data.few-trained"]


def test_that_a_model_without_a_template_gets_chatml_and_the_user_hears_of_it(tmp_path: Path) -> None:
    rows = [talk("Hi", "Ho"), talk("Ha", "Hu")]
    plain, own = load(tmp_path, rows, template=None), load(tmp_path, rows)
    assert as_set(plain.train) == as_set(own.train)
    assert [notice.code for notice in plain.notices] == ["data.no-template"]


def test_that_a_model_without_chatmls_tokens_is_said_to_learn_its_pieces(tmp_path: Path) -> None:
    """29 of 30 answers of such a base model ended (Gemma 3 270M)."""
    (tmp_path / "rows.jsonl").write_text("\n".join([talk("Hi", "Ho"), talk("Ha", "Hu")]))
    with Tokenizer(write_spm(tmp_path / "model.gguf", template=None)) as tokenizer:
        notices = load_dataset(tmp_path / "rows.jsonl", tokenizer, renderer(), TrainConfig()).notices
    (told,) = [notice for notice in notices if notice.code == "data.no-end-of-turn"]
    assert "pieces" in told.message and "may not learn" not in told.hint


def test_that_a_single_row_trains_and_says_that_nothing_can_be_held_out(tmp_path: Path) -> None:
    dataset = load(tmp_path, [talk("Hi", "Ho")])
    assert (len(dataset.train), len(dataset.evaluation)) == (1, 0)
    assert [notice.code for notice in dataset.notices] == ["data.no-evaluation"]


def test_that_text_with_a_byte_that_is_not_utf8_is_refused_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "story.txt").write_bytes("Once upón\na caf".encode() + b"\xe9 in Paris")
    with Tokenizer(write_bpe(tmp_path / "a.gguf")) as tokenizer, pytest.raises(LuthierError) as caught:
        load_dataset(tmp_path / "story.txt", tokenizer, renderer(), TrainConfig())
    assert caught.value.code == "data.bad-encoding"
    assert "story.txt, line 2: byte 16" in caught.value.message


def test_that_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model.gguf").write_bytes(b"no model")
    with pytest.raises(LuthierError) as caught:
        Tokenizer(tmp_path / "model.gguf")
    assert caught.value.code == "model.not-gguf"


def asks(dataset: Dataset, name: str) -> set[int]:
    units = {"train": dataset.units, "evaluation": dataset.evaluation_units, "test": dataset.test_units}[name]
    return set(units["question"].tolist())


def test_that_a_test_is_kept_aside_from_what_trains_and_from_what_evaluates(tmp_path: Path) -> None:
    rows = [talk(f"What is {n}?", f"It is {n}.") for n in range(200)]
    dataset = load(tmp_path, rows, eval_share=0.1, test_share=0.2)
    sides = [asks(dataset, name) for name in ("train", "evaluation", "test")]
    assert list(map(len, sides)) == [len(dataset.train), dataset.eval_rows, dataset.dropped[TEST]]
    assert sum(map(len, sides)) == len(set.union(*sides)) == 200
    assert 25 <= len(sides[2]) <= 55 and 8 <= len(sides[1]) <= 28
    assert dataset.bad_rows == {}


def test_that_rows_that_ask_the_same_but_for_spaces_and_case_are_on_one_side(tmp_path: Path) -> None:
    forms = ("What is {}?", "what IS  {}?", " What is\n{}? ")
    rows = [talk(form.format(n), f"It is {n} {i}.") for n in range(100) for i, form in enumerate(forms)]
    dataset = load(tmp_path, rows, eval_share=0.1, test_share=0.3)
    assert len(dataset.test_units) == 3 * len(asks(dataset, "test")) > 0
    assert asks(dataset, "test").isdisjoint(asks(dataset, "train") | asks(dataset, "evaluation"))


def test_that_runs_that_share_data_share_the_test(tmp_path: Path) -> None:
    rows = [talk(f"What is {n}?", f"It is {n}.") for n in range(100)]
    first = load(tmp_path, rows, eval_share=0.0, test_share=0.2)
    other = load(tmp_path, [*reversed(rows), talk("And more?", "Yes.")], eval_share=0.3, test_share=0.2, seed=7)
    assert asks(first, "test") == asks(other, "test") & (asks(first, "train") | asks(first, "test"))
    assert asks(first, "test") <= asks(load(tmp_path, rows, test_share=0.4), "test")


def test_that_what_an_evaluation_file_asks_is_no_test(tmp_path: Path) -> None:
    rows = [talk(f"What is {n}?", f"It is {n}.") for n in range(60)]
    test = asks(load(tmp_path, rows, test_share=0.3), "test")
    dataset = load(tmp_path, rows, [talk(f"WHAT is {n}?", "So.") for n in range(30)], test_share=0.3)
    assert asks(dataset, "test") < test
    assert asks(dataset, "test").isdisjoint(asks(dataset, "evaluation") | asks(dataset, "train"))


def test_that_of_running_text_nothing_is_kept_aside(tmp_path: Path) -> None:
    with Tokenizer(write_bpe(tmp_path / "a.gguf")) as tokenizer:
        dataset = load_dataset(DEMO / "holmes.txt", tokenizer, renderer(), TrainConfig(test_share=0.2))
    assert TEST not in dataset.dropped and len(dataset.test_units) == 0
