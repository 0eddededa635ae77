"""Choices between answers: how public data writes them, what of it is refused and told, and how they lie in rows."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.base.errors import LuthierError
from core.data.formats.recognise import recognise
from core.data.tokenizer import Tokenizer
from core.data.tokens.choices import BAD, GOOD, STRANGER, ChoiceView, WithStrangers, choice_rows, choice_sizes
from core.data.tokens.dataset import Dataset
from core.data.tokens.load_dataset import load_dataset
from core.data.tokens.notices import MOST_WEIGHT
from core.engine.train.rows import NO_LABEL
from core.protocol import Sampling
from core.protocol.config import TrainConfig, with_settings
from core.runs.run import Run
from core.runs.votes import Vote, put_vote, votes_file
from tests.support.data_vocab import write_bpe
from tests.support.rendering import renderer

Load = Callable[..., Dataset]
LEEKS, NO = {"role": "assistant", "content": "Leeks."}, {"role": "assistant", "content": "No."}
ASKED = {"role": "user", "content": "Bed 0?"}


@pytest.fixture
def load(tmp_path: Path) -> Any:
    with Tokenizer(write_bpe(tmp_path / "model.gguf")) as tokenizer:

        def loaded(*rows: Any, objective: Any = "dpo", **settings: Any) -> Dataset:
            path = rows[0]
            if not isinstance(path, Path):
                path = tmp_path / "rows.jsonl"
                path.write_text("".join(json.dumps(row) + "\n" for row in rows))
            config = TrainConfig(**{"eval_share": 0.0, "objective": objective, **settings})
            return load_dataset(path, tokenizer, renderer(), config)

        loaded.text = lambda tokens: b"".join(map(tokenizer.piece, tokens.tolist())).decode()  # type: ignore[attr-defined]
        yield loaded


def texts(dataset: Dataset, load: Any) -> list[tuple[int, str]]:
    """The side of each answer, and its text."""
    view = dataset.train
    assert isinstance(view, ChoiceView)
    sides = view.sides.tolist()
    return [(side, load.text(one.tokens[one.supervised])) for side, one in zip(sides, view, strict=True)]


def named(dataset: Dataset, code: str) -> str:
    return next((f"{notice.message} {notice.hint}" for notice in dataset.notices if notice.code == code), "")


@pytest.mark.parametrize(
    "row",
    [
        {"prompt": "Bed 0?", "chosen": "Leeks.", "rejected": "No."},
        {"prompt": [ASKED], "chosen": [LEEKS], "rejected": [NO]},
        {"prompt": "Bed 0?", "chosen": [ASKED, LEEKS], "rejected": [ASKED, NO]},
        {"chosen": [ASKED, LEEKS], "rejected": [ASKED, NO]},
        {"input": {"messages": [ASKED]}, "preferred_output": [LEEKS], "non_preferred_output": [NO]},
        {"chosen": "\n\nHuman: Bed 0?\n\nAssistant: Leeks.", "rejected": "\n\nHuman: Bed 0?\n\nAssistant: No."},
    ],
    ids=["texts", "messages", "UltraFeedback", "the prompt inside", "OpenAI", "HH"],
)
def test_that_both_answers_are_kept_however_they_are_written(load: Any, row: dict[str, Any]) -> None:
    dataset = load(row)
    (good, better), (bad, worse) = texts(dataset, load)
    assert (good, bad) == (GOOD, BAD)
    assert better.startswith("Leeks.") and worse.startswith("No.")
    (unit,) = dataset.units
    view = dataset.train
    assert (unit["chosen"], unit["size"]) == (len(view[0]), len(view[0]) + len(view[1]))
    assert (unit["chosen_supervised"], unit["supervised"]) == tuple(np.cumsum(view.supervised))
    alone = load(row, objective="sft").train
    assert [one.tokens.tolist() for one in alone] == [view[0].tokens.tolist()]


def test_that_kto_learns_from_labels_and_from_pairs(load: Any) -> None:
    rows = [{"prompt": f"Bed {n}?", "completion": "Leeks.", "label": n != 1} for n in range(3)]
    assert [side for side, _ in texts(load(*rows, objective="kto"), load)] == [GOOD, BAD, GOOD]
    pair = {"prompt": "Bed 9?", "chosen": "Leeks.", "rejected": "No."}
    assert [side for side, _ in texts(load(pair, objective="kto"), load)] == [GOOD, BAD]
    with pytest.raises(LuthierError) as caught:
        load(*rows, objective="dpo")
    assert caught.value.code == "data.no-choices" and "objective=kto" in caught.value.hint
    assert named(load(*rows[::2], objective="kto"), "data.one-sided").startswith("All of the 2 answers are called good")


def test_that_kto_is_told_where_one_kind_counts_for_more(load: Any) -> None:
    rows = [{"prompt": f"Bed {n}?", "completion": "Leeks.", "label": n % 4 == 0} for n in range(8)]
    told = named(load(*rows, objective="kto"), "data.uneven")
    assert told.startswith("2 answers are called good and 6 bad") and "good_weight=3." in told
    assert not named(load(*rows, objective="kto", good_weight=3.0), "data.uneven")
    rows = [{"prompt": f"Bed {n}?", "completion": "Leeks.", "label": n == 0} for n in range(MOST_WEIGHT + 2)]
    assert f"good_weight={MOST_WEIGHT}, the most," in named(load(*rows, objective="kto"), "data.uneven")
    with pytest.raises(LuthierError):
        with_settings(TrainConfig(), [f"good_weight={MOST_WEIGHT + 1}"])
    assert not named(load({"prompt": "Bed 9?", "chosen": "Leeks.", "rejected": "No."}, objective="kto"), "data.uneven")


def test_that_votes_of_chat_are_pairs(load: Any, tmp_path: Path) -> None:
    run = Run(tmp_path / "run")
    run.folder.mkdir()
    asked = [{"role": "system", "content": "Be brief."}, ASKED]
    for number, better in enumerate(("tuned", "base", "equal")):
        vote = Vote(
            id=str(number), step=3, better=better, question="Bed 0?", time=0.0,
            messages=[*asked[:-1], {"role": "user", "content": f"Bed {number}?"}],
            tuned="Leeks.", base="No.", sampling=Sampling(),
        )  # fmt: skip
        put_vote(run, vote)
    put_vote(run, Vote(id="old", step=3, better="base", question="Bed?", time=0.0))
    dataset = load(votes_file(run))
    assert recognise(votes_file(run)).format == "votes"
    assert [text[:2] for _, text in texts(dataset, load)] == ["Le", "No", "No", "Le"]
    assert dataset.dropped == {"a vote for neither answer": 1, "a vote without its conversation": 1}
    assert not named(dataset, "data.unused")


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ({"question": "Bed 0?", "responses": ["So so.", "Leeks.", "No."], "scores": [3, 4.5, 1]}, "scored"),
        ({"prompt": [ASKED], "completions": [[NO], [LEEKS], [NO]], "ranks": [3, 1, 2]}, "ranked"),
        (
            {"prompt": "Bed 0?", "answers": [{"text": "Leeks.", "by": "x"}, {"text": "No."}], "ratings": [2, 1]},
            "scored",
        ),
        ({"prompt": "Bed 0?", "answers": '["No.", "Leeks."]', "scores": "[0, 1]"}, "scored"),
    ],
)
def test_that_of_ranked_answers_the_best_and_the_worst_are_a_pair(load: Any, row: Any, name: str) -> None:
    dataset = load(row)
    assert dataset.found.format == name
    assert texts(dataset, load) == [(GOOD, "Leeks.<|im_end|>"), (BAD, "No.<|im_end|>")]
    between = named(dataset, "data.answers-between")
    assert ("1 answer between the best and the worst is not." in between) is ("ranks" in row or "question" in row)
    assert not named(dataset, "data.unused")
    assert [load.text(one.tokens[one.supervised]) for one in load(row, objective="sft").train] == ["Leeks.<|im_end|>"]


def test_that_answers_that_are_not_ranked_are_refused_by_name(load: Any) -> None:
    good = {"prompt": "Bed 1?", "responses": ["Leeks.", "No."], "scores": [1, 0]}
    dataset = load(
        good,
        good | {"scores": [1]},
        good | {"scores": [1, 1]},
        good | {"scores": ["much", 1]},
        good | {"scores": [10**400, 1]},
        good | {"responses": ["Leeks."]},
        good | {"responses": "Leeks."},
    )
    assert dataset.dropped == {
        "answers and scores are not as many": 1, "no choice between answers": 2, "scores are not numbers": 2,
        "answers is not valid JSON": 1,
    }  # fmt: skip


def test_that_what_is_wrong_with_ranks_is_said_of_ranks(load: Any) -> None:
    good = {"prompt": "Bed 1?", "responses": ["Leeks.", "No."], "ranks": [1, 2]}
    assert load(good, good | {"ranks": [1]}, good | {"ranks": ["a", 1]}).dropped == {
        "answers and ranks are not as many": 1, "ranks are not numbers": 1,
    }  # fmt: skip


def test_that_what_is_no_choice_is_named(load: Any) -> None:
    pair = {"prompt": "Bed 0?", "chosen": "Leeks.", "rejected": "No."}
    dataset = load(
        pair,
        pair | {"rejected": "Leeks."},
        pair | {"rejected": " "},
        {"chosen": [ASKED, LEEKS], "rejected": [ASKED | {"content": "Bed 1?"}, NO]},
        {"prompt": "Bed 2?", "chosen": "Leeks.", "rejected": "No."},
        {"prompt": "Bed 2?", "chosen": "No.", "rejected": "Leeks."},
    )
    assert dataset.dropped == {
        "both answers are the same": 1,
        "the rejected answer: an answer is empty": 1,
        "the two answers are to different questions": 1,
        "says the opposite of another row": 2,
    }
    assert [problem.line for problem in dataset.problems] == [2, 3, 4, 5, 6]
    assert len(dataset.train) == 2 and len(dataset.units) == 1
    assert named(dataset, "data.few-choices").startswith("There is 1 choice to learn from.")


def test_that_what_opposes_another_row_is_not_held_out_either(load: Any) -> None:
    pairs = [{"prompt": f"Bed {n}?", "chosen": "Leeks.", "rejected": "No."} for n in range(40)]
    opposite = [pair | {"chosen": pair["rejected"], "rejected": pair["chosen"]} for pair in pairs[:20]]
    dataset = load(*pairs, *opposite, eval_share=0.2)
    assert dataset.dropped == {"says the opposite of another row": 40}
    assert 0 < dataset.eval_rows < 20 and len(dataset.train) == 2 * (20 - dataset.eval_rows)
    assert len(dataset.evaluation) == 2 * dataset.eval_rows


def test_that_one_length_winning_is_told(load: Any) -> None:
    pairs = [
        {"prompt": f"Bed {n}?", "chosen": "Leeks and many more of them." if n < 18 else "A", "rejected": "No, none."}
        for n in range(20)
    ]
    assert named(load(*pairs), "data.length-bias").startswith("In 90% of the pairs the chosen answer is the longer one")
    assert not named(load(*pairs[:19]), "data.length-bias")  # too few


def test_that_running_text_has_no_choices(load: Any, tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text("It was a dark night.\n" * 9)
    with pytest.raises(LuthierError, match="holds no choices between answers: it is"):
        load(tmp_path / "book.txt")


def test_that_both_answers_lose_the_same_oldest_turns(load: Any) -> None:
    """The longer answer leaves less room for them."""
    talk = [{"role": role, "content": f"{role} {n} and so on."} for n in range(3) for role in ("user", "assistant")]
    asked = [*talk, ASKED]
    long = {"role": "assistant", "content": "No, there is nothing at all in this bed."}
    whole = load({"prompt": asked, "chosen": [LEEKS], "rejected": [long]}).train
    room = len(whole[1]) - 1
    assert len(whole[0]) <= room
    cut = load({"prompt": asked, "chosen": [LEEKS], "rejected": [long]}, context=room).train
    starts = [load.text(one.tokens[: one.supervised.argmax()]) for one in cut]
    assert starts[0] == starts[1] and "user 0" not in starts[0] and "Bed 0?" in starts[0]


def some(load: Any, n: int = 12, **settings: Any) -> ChoiceView:
    view = load(
        *({"prompt": f"What grows in bed {i}? " * (1 + i % 3), "chosen": "Leeks." * (1 + i % 2), "rejected": "No."}
          for i in range(n)), **settings
    ).train  # fmt: skip
    assert isinstance(view, ChoiceView)
    return view


@pytest.mark.parametrize("packing", [True, False])
@pytest.mark.parametrize("may_share", [True, False])
def test_that_the_two_of_a_pair_lie_in_one_row_behind_one_question(load: Any, packing: bool, may_share: bool) -> None:
    view, config = some(load), TrainConfig(context=128, objective="dpo", packing=packing)
    rows = choice_rows(view, config, may_share=may_share)
    assert sorted(rows.members.tolist()) == list(range(len(view)))
    assert (rows.n_shared > 0) is may_share and (len(rows) == 12) is not packing
    for number in range(len(rows)):
        row, members = rows[number], rows.members[rows.borders[number] : rows.borders[number + 1]]
        assert row.choices is not None and row.choices.sides.tolist() == [GOOD, BAD] * (len(members) // 2)
        assert (members[::2] % 2 == 0).all() and (members[1::2] == members[::2] + 1).all()
        supervised = row.labels != NO_LABEL
        for segment, member in enumerate(members.tolist()):
            answer = view[member].tokens[view[member].supervised].tolist()
            assert row.labels[supervised & (row.segments == segment)].tolist() == answer
    sizes, saved = choice_sizes(view, config, may_share=may_share)
    assert (int(sizes.sum()), saved) == (rows.n_tokens, rows.n_shared)
    known = rows.with_reference(np.arange(len(view), dtype=float))
    assert np.concatenate([known[i].choices.reference for i in range(len(known))]).tolist() == list(range(len(view)))
    assert known.fingerprint() == rows.fingerprint()


def test_that_a_stranger_answers_another_question(load: Any) -> None:
    view, config = some(load, objective="kto"), TrainConfig(context=64, objective="kto")
    rows, n = choice_rows(view, config, may_share=True), len(view)
    strangers = WithStrangers(view, config.context)
    assert strangers.lengths.tolist() == [len(one) for one in strangers]
    assert strangers.n_supervised.tolist() == [one.n_supervised for one in strangers]
    for i in range(n):
        mine, other, stranger = view[i], view[(i + 1) % n], strangers[n + i]
        question = int(mine.supervised.argmax())
        assert stranger.tokens[:question].tolist() == mine.tokens[:question].tolist()
        said = stranger.tokens[stranger.supervised].tolist()
        assert said == other.tokens[other.supervised].tolist()[: len(said)] and len(stranger) <= 64
    sides = np.concatenate([rows[i].choices.sides for i in range(len(rows))])
    assert np.bincount(sides + 1).tolist() == [n // 2, n, n // 2] and (sides[1::2] == STRANGER).all()
