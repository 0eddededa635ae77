"""What is said about a set of rows: lengths, rows that stand out, languages, rows nearly the same, warnings."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.base.paths import DEMO
from core.data.tokenizer import Tokenizer
from core.data.tokens.dataset import Dataset
from core.data.tokens.example_view import ExampleView
from core.data.tokens.load_dataset import load_dataset
from core.data.tokens.notices import OPENING
from core.data.tokens.statistics import SHINGLE, answers_form, near_duplicates, shingles_of, statistics
from core.protocol import Statistics
from core.protocol.config import TrainConfig
from tests.support.rendering import renderer

WORDS = (DEMO / "holmes.txt").read_text().split()


def words(seed: int, count: int) -> str:
    """Words of the book, drawn anew for each seed."""
    return " ".join(np.random.default_rng(seed).choice(WORDS, count))


def row(question: str, answer: str) -> str:
    return json.dumps({"messages": [{"role": "user", "content": question}, {"role": "assistant", "content": answer}]})


def load(folder: Path, tokenizer: Tokenizer, rows: list[str], **values: Any) -> Dataset:
    data = folder / "rows.jsonl"
    data.write_text("\n".join(rows))
    return load_dataset(data, tokenizer, renderer(), TrainConfig(**{"context": 2048, "eval_share": 0.0, **values}))


def look(folder: Path, tokenizer: Tokenizer, rows: list[str], **values: Any) -> Statistics:
    found = statistics(load(folder, tokenizer, rows, **values), tokenizer, lambda done, total: None)
    assert found is not None
    return found


def codes(dataset: Dataset) -> list[str]:
    return [notice.code for notice in dataset.notices]


def view_of(rows: list[list[int]]) -> ExampleView:
    sizes = np.array([len(r) for r in rows], np.int64)
    none = np.zeros(len(rows), np.bool_)
    tokens = np.array([token for r in rows for token in r], np.int32)
    return ExampleView(tokens, np.cumsum(sizes) - sizes, sizes, sizes, none, none, -1, -1, "")


@pytest.mark.slow
def test_that_lengths_and_the_rows_that_stand_out_are_right(tokenizer: Tokenizer, tmp_path: Path) -> None:
    rows = [row(words(n, 20 + n), words(1000 + n, 30)) for n in range(60)]
    rows[17], rows[40] = row("Why?", words(5000, 600)), row(words(5001, 30), "No.")
    dataset = load(tmp_path, tokenizer, rows)
    found = look(tmp_path, tokenizer, rows)
    lengths = np.array([len(example) for example in dataset.train])
    assert (found.longest[0].line, found.longest[0].tokens) == (18, lengths.max())
    assert found.fewest_trained[0].line == 41
    assert found.fewest_trained[0].trained == dataset.train[40].n_supervised
    assert sum(found.counts) == found.rows == 60
    for (start, end), count in zip(pairwise(found.edges), found.counts, strict=True):
        assert count == ((lengths >= start) & (lengths < end)).sum()
    assert found.median == int(np.median(lengths))
    assert (lengths <= found.most).mean() >= 0.95 > (lengths < found.most).mean()


@pytest.mark.slow
def test_that_rows_nearly_the_same_are_found_and_others_are_not(tokenizer: Tokenizer, tmp_path: Path) -> None:
    rows = [row(words(n, 15), words(1000 + n, 80)) for n in range(200)]
    almost = json.loads(rows[3])["messages"]
    answer = almost[1]["content"].split()
    answer[40] = "Moriarty"
    half = words(1007, 80).split()[:40] + words(9000, 40).split()
    rows += [row(almost[0]["content"], " ".join(answer)), rows[5], row(words(7, 15), " ".join(half))]
    found = look(tmp_path, tokenizer, rows)
    assert [(pair.line, pair.other_line) for pair in found.similar] == [(201, 4)]
    assert (found.n_similar, found.all_compared) == (1, True)
    assert 0.8 <= found.similar[0].share < 1


@pytest.mark.slow
def test_that_a_long_prompt_in_every_row_makes_no_rows_alike(tokenizer: Tokenizer, tmp_path: Path) -> None:
    system = {"role": "system", "content": words(1, 200)}
    rows = [
        json.dumps({"messages": [system, *json.loads(row(words(n, 10), words(500 + n, 20)))["messages"]]})
        for n in range(100)
    ]
    assert look(tmp_path, tokenizer, rows).n_similar == 0


@given(st.lists(st.lists(st.integers(0, 30), max_size=12), max_size=25))
@settings(max_examples=60, deadline=None)
def test_that_every_pair_that_is_told_is_one(rows: list[list[int]]) -> None:
    near = near_duplicates(view_of(rows), lambda done, total: None)
    sets = [{tuple(r[i : i + SHINGLE]) for i in range(len(r) - SHINGLE + 1)} for r in rows]
    for pair in near.pairs:
        assert pair.earlier < pair.row
        assert sets[pair.row] & sets[pair.earlier]
    assert len({pair.row for pair in near.pairs}) == len(near.pairs)


def test_that_shingles_are_told_apart_and_the_mask_does_not_count() -> None:
    tokens = np.random.default_rng(0).integers(0, 50_000, 100_000).astype(np.int32)
    found = shingles_of(tokens)
    windows = np.lib.stride_tricks.sliding_window_view(tokens, SHINGLE)
    assert len(np.unique(found)) == len(np.unique(windows, axis=0))
    assert np.array_equal(found, shingles_of(tokens | np.int32(-(2**31))))
    assert len(shingles_of(tokens[: SHINGLE - 1])) == 0


def test_that_most_near_copies_are_found_among_many_rows() -> None:
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 30_000, (5000, 120))
    copies = rows[:400].copy()
    copies[np.arange(400), rng.integers(0, 120, 400)] = 1  # one token in 120: some 92% in common
    near = near_duplicates(view_of([*rows.tolist(), *copies.tolist()]), lambda done, total: None)
    assert near.is_whole
    assert len(near.pairs) >= 396
    assert all(pair.row == pair.earlier + 5000 for pair in near.pairs)


def test_that_languages_are_told(tokenizer: Tokenizer, tmp_path: Path) -> None:
    german = "Der alte Mann ging langsam durch die dunkle Stadt und dachte an seine Kinder, die weit fort wohnten."
    english = "The old man walked slowly through the dark town and thought of his children, who lived far away."
    rows = [row("Sprich!", f"{german} {n}") for n in range(30)] + [row("Speak!", f"{english} {n}") for n in range(10)]
    rows += [row("Yes?", f"No {n}") for n in range(10)]
    assert look(tmp_path, tokenizer, rows).languages == {"de": 0.6, "en": 0.2, "": 0.2}


def test_that_running_text_has_no_statistics_of_rows(tokenizer: Tokenizer, tmp_path: Path) -> None:
    data = tmp_path / "story.txt"
    data.write_text(" ".join(WORDS[:3000]))
    dataset = load_dataset(data, tokenizer, renderer(), TrainConfig())
    assert statistics(dataset, tokenizer, lambda done, total: None) is None


def test_that_one_row_with_most_of_what_is_learnt_is_told(tokenizer: Tokenizer, tmp_path: Path) -> None:
    rows = [row(f"Question {n}?", words(n, 10)) for n in range(40)]
    rows[6] = row("Tell me all.", words(99, 1200))
    dataset = load(tmp_path, tokenizer, rows, context=4096)
    assert codes(dataset) == ["data.one-row"]
    share = dataset.train[6].n_supervised / dataset.supervised_tokens
    assert dataset.notices[0].message == f"{share:.0%} of the trained tokens come from one row (rows.jsonl, line 7)."
    assert codes(load(tmp_path, tokenizer, [row("Hi", "Ho"), row("A", words(3, 50))])) == []


@pytest.mark.slow
def test_that_answers_that_all_begin_alike_are_told(tokenizer: Tokenizer, tmp_path: Path) -> None:
    opening = "As an honest storyteller I must say that"
    rows = [row(words(n, 8), f"{opening} {words(100 + n, 12)}") for n in range(30)]
    (notice,) = load(tmp_path, tokenizer, rows).notices
    tokens = len(tokenizer.encode(opening))
    assert notice.code == "data.same-beginning"
    assert notice.message.startswith(f"Every answer begins with the same {tokens} tokens: “{opening}")
    some = [*rows[:20], *(row(words(300 + n, 8), words(400 + n, 12)) for n in range(10))]
    (notice,) = load(tmp_path, tokenizer, some).notices
    assert notice.message.startswith("67% of the answers begin with the same")
    few = [*rows[:10], *(row(words(300 + n, 8), words(400 + n, 12)) for n in range(20))]
    assert codes(load(tmp_path, tokenizer, few)) == []


@pytest.mark.slow
@pytest.mark.parametrize("opening", ['{"name": "bed", "rows": "', "```json\n[1, 2, ", '<tool_call>\n{"name": "'])
def test_that_a_beginning_which_answers_need_is_not_told_as_words_to_take_out(
    tokenizer: Tokenizer, tmp_path: Path, opening: str
) -> None:
    rows = [row(words(n, 8), f"{opening}{words(100 + n, 12)}") for n in range(30)]
    assert len(tokenizer.encode(opening)) >= OPENING
    assert "data.same-beginning" not in codes(load(tmp_path, tokenizer, rows))


@pytest.mark.slow
def test_that_the_tags_before_thoughts_are_no_beginning_that_answers_share(
    tokenizer: Tokenizer, tmp_path: Path
) -> None:
    rows = [row(words(n, 8), f"<think>\n{words(100 + n, 9)}\n</think>\n\n{words(200 + n, 9)}") for n in range(30)]
    assert len(tokenizer.encode("<think>\n")) >= OPENING
    assert codes(load(tmp_path, tokenizer, rows)) == ["data.thoughts-as-text"]
    opening = "Okay, so the user asks me"
    rows = [row(words(n, 8), f"<think>\n{opening} {words(100 + n, 9)}\n</think>\n\nYes.") for n in range(30)]
    told = load(tmp_path, tokenizer, rows).notices[-1]
    assert told.message.startswith(f"Every answer begins with the same {len(tokenizer.encode(opening))} tokens: “Okay")


LABELS = ("delivery", "refund", "account")
CALL = {"id": "1", "type": "function", "function": {"name": "light", "arguments": '{"on": true}'}}


def answered(answer: str, **more: Any) -> str:
    return json.dumps(
        {"messages": [{"role": "user", "content": "Well?"}, {"role": "assistant", "content": answer, **more}]}
    )


FORMS = {
    "labels": [answered(LABELS[number % 3]) for number in range(30)],
    "json": [*(answered(json.dumps({"n": number, "town": "Ulm"})) for number in range(39)), answered("There is none.")],
    "calls": [answered("On.", tool_calls=[CALL]) if number else answered("Which light?") for number in range(20)],
    "": [answered(f"Of {number} apples I know nothing, and they are good all the same.") for number in range(30)],
}
ALMOST = {
    "often not JSON": [*FORMS["json"][:10], answered("None."), answered("[broken")],
    "each label once": [answered(f"label {number}") for number in range(30)],
    "one answer for all": [answered("yes") for number in range(30)],
    "a bracket": [answered("[laughs] Arr!") for number in range(30)],
}


@pytest.mark.parametrize(("form", "rows"), [*FORMS.items(), *(("", rows) for rows in ALMOST.values())])
def test_that_answers_of_which_one_is_right_are_known(
    form: str, rows: list[str], tmp_path: Path, tokenizer: Tokenizer
) -> None:
    assert answers_form(load(tmp_path, tokenizer, rows)) == form
