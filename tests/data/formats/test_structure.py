"""Rows of other structures: read as what they are, or refused with what to do, never guessed where nothing fits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import LuthierError
from core.data.formats.recognise import recognise
from core.data.tokenizer import Tokenizer
from core.data.tokens.dataset import Dataset
from core.data.tokens.load_dataset import load_dataset
from core.data.tokens.record_encoder import read_both
from core.data.tokens.source import open_source, read_records
from core.protocol.config import TrainConfig, with_settings
from tests.support.data_vocab import write_bpe
from tests.support.rendering import renderer

BEDS = range(12)
PAIR = [("user", "Bed 0?"), ("assistant", "Leeks 0.")]


def rows(path: Path, *lines: Any) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def talks(path: Path, *settings: str) -> list[Any]:
    """What the rows become: their turns, the worse answer behind these where there is one, or their text."""
    config = with_settings(TrainConfig(), list(settings))
    source, said = open_source(path, Path(), config), []
    for record in read_records(source):
        content = read_both(record, source.recipe.found, config)
        if isinstance(content, str):
            said.append(content)
            continue
        worse = [("rejected", content.rejected[-1]["content"])] if content.rejected else []
        said.append([*((turn["role"], turn["content"]) for turn in content.messages), *worse])
    return said


@pytest.fixture
def load(tmp_path: Path) -> Any:
    with Tokenizer(write_bpe(tmp_path / "model.gguf")) as tokenizer:

        def loaded(path: Path, *settings: str) -> Dataset:
            return load_dataset(
                path, tokenizer, renderer(), with_settings(TrainConfig(), ["eval_share=0.0", *settings])
            )

        yield loaded


def told(dataset: Dataset, code: str) -> str:
    return " ".join(f"{notice.message} {notice.hint}" for notice in dataset.notices if notice.code == code)


def refused(path: Path) -> LuthierError:
    with pytest.raises(LuthierError) as caught:
        recognise(path)
    return caught.value


@pytest.mark.parametrize(
    "turn",
    [
        lambda n: {"name": "Ann" if n % 2 else "Seraph", "is_user": n % 2 == 1, "send_date": "March 5, 2024 10:00am",
                   "mes": f"Bed {n}?"},
        lambda n: {"speaker": "Ann" if n % 2 else "Bob", "text": f"Bed {n}?", "time": n},
        lambda n: {"Sender": "me" if n % 2 else "Mia", "Message": f"Bed {n}?"},
        lambda n: {"isCreatedByUser": n % 2 == 1, "text": f"Bed {n}?"},
    ],
)  # fmt: skip
def test_that_a_turn_a_row_is_refused_whoever_it_names(tmp_path: Path, turn: Any) -> None:
    path = rows(tmp_path / "chat.jsonl", {"user_name": "Ann", "chat_metadata": {}}, *map(turn, BEDS))
    assert refused(path).code == "data.turn-a-row" and next(iter(turn(1))) in refused(path).message
    assert refused(rows(tmp_path / "plain.jsonl", *map(turn, BEDS))).code == "data.turn-a-row"


def test_that_texts_by_few_authors_are_texts(tmp_path: Path) -> None:
    path = rows(tmp_path / "texts.jsonl", *({"author": "Ann", "text": f"Bed {n} is wet."} for n in BEDS))
    assert talks(path)[0] == "Bed 0 is wet."


@pytest.mark.parametrize(
    "turns",
    [
        [{"is_user": True, "mes": "Bed 0?"}, {"is_user": False, "mes": "Leeks 0."}],
        [{"from_bot": "false", "text": "Bed 0?"}, {"from_bot": "true", "text": "Leeks 0."}],
        [{"sender": "human", "message": "Bed 0?"}, {"sender": "AI", "message": "Leeks 0."}],
        [{"user": "Bed 0?"}, {"bot": "Leeks 0."}],
        [{"user": "Bed 0?", "bot": "Leeks 0."}],
        [{"question": "Bed 0?", "answer": "Leeks 0."}],
    ],
)
def test_that_turns_of_front_ends_are_read_by_who_speaks(load: Any, tmp_path: Path, turns: Any) -> None:
    path = rows(tmp_path / "chat.jsonl", *[{"messages": turns}] * 2)
    assert talks(path) == [PAIR, PAIR] and not told(load(path), "data.unused")


TURNS = [{"role": "user", "content": "Bed 0?"}, {"role": "assistant", "content": "Leeks 0."}]


@pytest.mark.parametrize(
    "about",
    [
        {"a_list": TURNS, "winner": "left", "language": "English"},
        {"created": "March 5, 2024 10:00am", "remark": "Leeks grow in it.", "sha": "9f86d081884c7d65", "n": 3},
        {"review": "Good leeks.", "place": "In the garden.", "remark": "None of it is true."},
        {"name": "my set", "things": [{"tag": "hi", "patterns": ["a"]}]},
    ],
)
def test_that_nothing_is_asked_or_answered_by_guess(load: Any, tmp_path: Path, about: Any) -> None:
    """Dates, labels and ids are no texts; and of lists of objects, or three texts, nobody knows what they say."""
    path = rows(tmp_path / "rows.jsonl", *({**about, "id": f"q_{n}"} for n in BEDS))
    if recognise(path).format == "documents":
        assert recognise(path).mapping == {"text": "remark"}
        return
    with pytest.raises(LuthierError) as caught:
        load(path)
    assert caught.value.code == "data.nothing-usable" and "columns=question:COLUMN,answer:COLUMN" in caught.value.hint


@pytest.mark.parametrize("labels", [("pos", "neg"), (0, 1)])
def test_that_texts_with_labels_are_told_how_the_labels_are_learnt(load: Any, tmp_path: Path, labels: Any) -> None:
    texts = ({"text": f"Bed {n} is wet.", "label": labels[n % 2]} for n in BEDS)
    dataset = load(path := rows(tmp_path / "labels.jsonl", *texts))
    said = told(dataset, "data.labels")
    assert "“label”" in said and "columns=question:text,answer:label" in said
    assert talks(path, "columns=question:text,answer:label")[1] == [
        ("user", "Bed 1 is wet."), ("assistant", str(labels[1])),
    ]  # fmt: skip
    plain = rows(tmp_path / "plain.jsonl", *({"text": f"Bed {n}.", "label": f"no. {n}"} for n in BEDS))
    assert not told(load(plain), "data.labels")


QUESTIONS = [{"question": f"Bed {n}?", "answer": f"Leeks {n}."} for n in BEDS]


@pytest.mark.parametrize("indent", [None, 1])
def test_that_of_divided_rows_in_one_object_those_to_train_on_are_read(load: Any, tmp_path: Path, indent: Any) -> None:
    path = tmp_path / "rows.json"
    for about in ({"test": QUESTIONS[8:]}, {"name": "my set", "version": 1, "validation": QUESTIONS[8:], "test": []}):
        path.write_text(json.dumps({**about, "train": QUESTIONS[:8]}, indent=indent))
        assert recognise(path).within == ("train",) and len(talks(path)) == 8
        assert "under “train”; nothing else of it is read" in told(load(path), "data.within")


def test_that_a_list_of_rows_is_found_under_any_name_and_two_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    path.write_text(json.dumps({"title": "FAQ", "garden_faq": QUESTIONS}))
    assert talks(path)[0] == PAIR and recognise(path).within == ("garden_faq",)
    path.write_text(json.dumps({"beds": QUESTIONS, "trees": QUESTIONS}))
    assert refused(path).code == "data.several-lists" and "beds, trees" in refused(path).message


@pytest.mark.parametrize(
    "mark",
    ["<|im_end|>", "</s>", "<eos>", "<|eot_id|>", "<end_of_turn>", "<|end|>", "<|endoftext|>\n",
     " <|END_OF_TURN_TOKEN|>", "<｜end▁of▁sentence｜>", "</s></s>"],
)  # fmt: skip
def test_that_an_end_of_turn_behind_answers_is_taken_off_and_told(load: Any, tmp_path: Path, mark: str) -> None:
    lines = [{"instruction": f"Bed {n}?", "output": f"Leeks {n}.{mark}"} for n in BEDS]
    dataset = load(path := rows(tmp_path / "rows.jsonl", *lines))
    assert talks(path)[0] == PAIR
    assert "12 texts end with a mark" in told(dataset, "data.ends") and not told(dataset, "data.marks")
    assert talks(rows(tmp_path / "texts.jsonl", {"text": f"Leeks.{mark}"})) == ["Leeks."]


def test_that_what_only_looks_like_an_end_stays(load: Any, tmp_path: Path) -> None:
    answer = "Write <s>old</s>"
    dataset = load(path := rows(tmp_path / "rows.jsonl", {"question": "Struck out?", "answer": answer}))
    assert talks(path)[0][1] == ("assistant", answer) and not told(dataset, "data.ends")


def test_that_line_ends_in_json_are_line_feeds_and_answers_end_without_blanks(tmp_path: Path) -> None:
    path = rows(tmp_path / "rows.jsonl", {"question": "Bed\r0?", "answer": "One\r\nTwo \r\n", "rejected": "x"})
    assert talks(path)[0] == [("user", "Bed\n0?"), ("assistant", "One\nTwo")]
    assert talks(rows(tmp_path / "texts.jsonl", {"text": "One\r\nTwo\r\n"})) == ["One\nTwo\n"]
    pair = {"prompt": "Bed?", "chosen": "One\r\n", "rejected": "Two\r\n</s>"}
    assert talks(rows(tmp_path / "pairs.jsonl", pair)) == [
        [("user", "Bed?"), ("assistant", "One"), ("rejected", "Two")]
    ]


@pytest.mark.parametrize("about", [{"messages": [{"role": "user", "content": "<image>Bed?"}, TURNS[1]]},
                                   {"messages": TURNS, "images": ["a.png"]},
                                   {"question": "What is <|audio|>?", "answer": "A song."}])  # fmt: skip
def test_that_pictures_and_sounds_which_are_missing_are_told(load: Any, tmp_path: Path, about: Any) -> None:
    assert "which nobody is shown" in told(load(rows(tmp_path / "rows.jsonl", about, about)), "data.media")
    assert not told(load(rows(tmp_path / "plain.jsonl", {"messages": TURNS, "images": []})), "data.media")


BETTER = [("user", "Bed?"), ("assistant", "Leeks."), ("rejected", "Iron.")]
SPOKEN = {
    word: [{"role": "user", "content": "Bed?"}, {"role": "assistant", "content": word}] for word in ("Leeks.", "Iron.")
}


@pytest.mark.parametrize(
    "row",
    [
        {"conversation_a": SPOKEN["Leeks."], "conversation_b": SPOKEN["Iron."], "winner": "model_a", "language": "en"},
        {"prompt": "Bed?", "response_a": "Iron.", "response_b": "Leeks.", "winner": "B"},
        {"question": "Bed?", "response_1": "Iron.", "response_2": "Leeks.", "preference": 2},
        {"messages": SPOKEN["Leeks."], "rejected_response": "Iron."},
        {"messages": SPOKEN["Leeks."], "rejected_messages": SPOKEN["Iron."]},
    ],
)  # fmt: skip
def test_that_two_answers_are_told_apart_by_what_the_row_says(tmp_path: Path, row: Any) -> None:
    assert talks(rows(tmp_path / "pairs.jsonl", row, row), "objective=dpo") == [BETTER, BETTER]


def test_that_a_tie_and_a_list_of_answers_cost_their_rows_in_true_words(load: Any, tmp_path: Path) -> None:
    row = {"prompt": "Bed?", "response_a": "Iron.", "response_b": "Leeks.", "winner": "a"}
    dataset = load(rows(tmp_path / "pairs.jsonl", row, row | {"winner": "tie (bothbad)"}))
    assert dataset.dropped == {"a vote for neither answer": 1}
    lists = {"instruction": "Bed?", "input": "", "output": ["Leeks.", "Iron."]}
    with pytest.raises(LuthierError, match="output is a list: write its better answer as chosen"):
        load(rows(tmp_path / "lists.jsonl", lists, lists), "objective=dpo")


CHOSEN = [("user", "Bed?\n\nA. Leeks.\nB. Iron."), ("assistant", "B. Iron.")]


@pytest.mark.parametrize(
    "row",
    [
        {"question": "Bed?", "choices": ["Leeks.", "Iron."], "answer": 1},
        {"question": "Bed?", "choices": ["Leeks.", "Iron."], "answer": "Iron."},
        {"question": "Bed?", "choices": {"text": ["Leeks.", "Iron."], "label": ["A", "B"]}, "answerKey": "B"},
        {"question": "Bed?", "options": {"A": "Leeks.", "B": "Iron."}, "answer": "Iron.", "answer_idx": "B"},
        {"query": "Bed?", "choices": [{"key": "A", "text": "Leeks."}, {"key": "B", "text": "Iron."}], "answer": "b"},
        {"ctx": "Bed?", "endings": ["Leeks.", "Iron."], "label": "1"},
        {"question": "Bed?", "A": "Leeks.", "B": "Iron.", "answer": "B"},
    ],
)  # fmt: skip
def test_that_choices_are_asked_with_their_question(tmp_path: Path, row: Any) -> None:
    assert talks(rows(tmp_path / "choices.jsonl", row, row)) == [CHOSEN, CHOSEN]


def test_that_an_answer_that_is_no_choice_costs_its_row(load: Any, tmp_path: Path) -> None:
    row = {"question": "Bed?", "choices": ["Leeks.", "Iron."], "answer": 0}
    dataset = load(rows(tmp_path / "choices.jsonl", row, row | {"answer": 2}))
    assert dataset.dropped == {"the answer is none of the choices": 1}


def test_that_an_answer_of_squad_is_its_first_wording(tmp_path: Path) -> None:
    row = {"context": "C.", "question": "Bed?", "answers": {"text": ["Leeks", "the leeks"], "answer_start": [1, 2]}}
    assert talks(rows(tmp_path / "squad.jsonl", row, row))[0][1] == ("assistant", "Leeks")


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("rows.yaml", "version: 3\nrows:\n  - question: Bed?\n    answer: Leeks.\n", "YAML"),
        ("rows.xml", "<?xml version='1.0'?><faq><q>Bed?</q></faq>", "XML"),
        ("rows", "<?xml version='1.0'?><faq><q>Bed?</q></faq>", "XML"),
        ("letter.eml", "Return-Path: <a@x.example>\nSubject: Beds\n\nLeeks.\n", "a mail"),
        ("settings.ini", "[beds]\ndepth = 3\n", "a file of settings"),
        ("film.srt", "1\n00:00:01,000 --> 00:00:02,000\nLeeks.\n", "subtitles"),
        ("work.ipynb", '{"cells": [{"source": ["print(1)"]}], "nbformat": 4}', "a notebook"),
    ],
)
def test_that_files_of_marks_are_refused_by_what_they_are(tmp_path: Path, name: str, text: str, what: str) -> None:
    (tmp_path / name).write_text(text)
    error = refused(tmp_path / name)
    assert error.code == "data.other-kind" and f"is {what}, which" in error.message
    assert "format=text" in error.hint and talks(tmp_path / name, "format=text") == [text]
    (tmp_path / "plain.txt").write_text("From the garden came leeks.\n")
    assert talks(tmp_path / "plain.txt")


@pytest.mark.parametrize(
    "asked",
    ["Q: {0}\nA: {0}.\n\n", "User: {0}\nAssistant: {0}.\n\n\n", "**User:** {0}\n\n**Assistant:** {0}.\n\n---\n\n"],
)
def test_that_a_text_of_questions_and_answers_is_told(load: Any, tmp_path: Path, asked: str) -> None:
    (tmp_path / "talk.txt").write_text("".join(asked.format(n) for n in BEDS))
    assert "looks like questions and answers" in told(load(tmp_path / "talk.txt"), "data.dialogue")
    (tmp_path / "story.txt").write_text("A: one.\n\nIt rained.\n" * 9)
    assert not told(load(tmp_path / "story.txt"), "data.dialogue")


def test_that_an_export_of_anki_is_refused_with_what_to_do(tmp_path: Path) -> None:
    lines = "".join(f"Bed {n}?\tLeeks {n}.\n" for n in BEDS)
    (tmp_path / "anki.txt").write_text("#separator:tab\n#html:true\n" + lines)
    assert "an export of Anki" in refused(tmp_path / "anki.txt").message
