"""Rows of other structures: read as what they are, or refused with what to do, never guessed where nothing fits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import LuthierError
from core.data.formats.recognise import recognise
from core.data.tokens.record_encoder import read_both
from core.data.tokens.source import open_source, read_records
from core.protocol.config import TrainConfig, with_settings
from tests.support.data import Load, told, write_rows

BEDS = range(12)
PAIR = [("user", "Bed 0?"), ("assistant", "Leeks 0.")]


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
    path = write_rows(tmp_path / "chat.jsonl", {"user_name": "Ann", "chat_metadata": {}}, *map(turn, BEDS))
    assert refused(path).code == "data.turn-a-row" and next(iter(turn(1))) in refused(path).message
    assert refused(write_rows(tmp_path / "plain.jsonl", *map(turn, BEDS))).code == "data.turn-a-row"


def test_that_texts_by_few_authors_are_texts(tmp_path: Path) -> None:
    path = write_rows(tmp_path / "texts.jsonl", *({"author": "Ann", "text": f"Bed {n} is wet."} for n in BEDS))
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
def test_that_turns_of_front_ends_are_read_by_who_speaks(load: Load, tmp_path: Path, turns: Any) -> None:
    path = write_rows(tmp_path / "chat.jsonl", *[{"messages": turns}] * 2)
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
def test_that_nothing_is_asked_or_answered_by_guess(load: Load, tmp_path: Path, about: Any) -> None:
    """Dates, labels and ids are no texts; and of lists of objects, or three texts, nobody knows what they say."""
    path = write_rows(tmp_path / "rows.jsonl", *({**about, "id": f"q_{n}"} for n in BEDS))
    if recognise(path).format == "documents":
        assert recognise(path).mapping == {"text": "remark"}
        return
    with pytest.raises(LuthierError) as caught:
        load(path)
    assert caught.value.code == "data.nothing-usable" and "columns=question:COLUMN,answer:COLUMN" in caught.value.hint


@pytest.mark.parametrize("labels", [("pos", "neg"), (0, 1)])
def test_that_texts_with_labels_are_told_how_the_labels_are_learnt(load: Load, tmp_path: Path, labels: Any) -> None:
    texts = ({"text": f"Bed {n} is wet.", "label": labels[n % 2]} for n in BEDS)
    dataset = load(path := write_rows(tmp_path / "labels.jsonl", *texts))
    said = told(dataset, "data.labels")
    assert "“label”" in said and "columns=question:text,answer:label" in said
    assert talks(path, "columns=question:text,answer:label")[1] == [
        ("user", "Bed 1 is wet."), ("assistant", str(labels[1])),
    ]  # fmt: skip
    plain = write_rows(tmp_path / "plain.jsonl", *({"text": f"Bed {n}.", "label": f"no. {n}"} for n in BEDS))
    assert not told(load(plain), "data.labels")


QUESTIONS = [{"question": f"Bed {n}?", "answer": f"Leeks {n}."} for n in BEDS]


@pytest.mark.parametrize("indent", [None, 1])
def test_that_of_divided_rows_in_one_object_those_to_train_on_are_read(load: Load, tmp_path: Path, indent: Any) -> None:
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
def test_that_an_end_of_turn_behind_answers_is_taken_off_and_told(load: Load, tmp_path: Path, mark: str) -> None:
    lines = [{"instruction": f"Bed {n}?", "output": f"Leeks {n}.{mark}"} for n in BEDS]
    dataset = load(path := write_rows(tmp_path / "rows.jsonl", *lines))
    assert talks(path)[0] == PAIR
    assert "12 texts end with a mark" in told(dataset, "data.ends") and not told(dataset, "data.marks")
    assert talks(write_rows(tmp_path / "texts.jsonl", {"text": f"Leeks.{mark}"})) == ["Leeks."]


def test_that_what_only_looks_like_an_end_stays(load: Load, tmp_path: Path) -> None:
    answer = "Write <s>old</s>"
    dataset = load(path := write_rows(tmp_path / "rows.jsonl", {"question": "Struck out?", "answer": answer}))
    assert talks(path)[0][1] == ("assistant", answer) and not told(dataset, "data.ends")


def test_that_line_ends_in_json_are_line_feeds_and_answers_end_without_blanks(tmp_path: Path) -> None:
    path = write_rows(tmp_path / "rows.jsonl", {"question": "Bed\r0?", "answer": "One\r\nTwo \r\n", "rejected": "x"})
    assert talks(path)[0] == [("user", "Bed\n0?"), ("assistant", "One\nTwo")]
    assert talks(write_rows(tmp_path / "texts.jsonl", {"text": "One\r\nTwo\r\n"})) == ["One\nTwo\n"]
    pair = {"prompt": "Bed?", "chosen": "One\r\n", "rejected": "Two\r\n</s>"}
    assert talks(write_rows(tmp_path / "pairs.jsonl", pair)) == [
        [("user", "Bed?"), ("assistant", "One"), ("rejected", "Two")]
    ]


@pytest.mark.parametrize(
    ("asked", "answered"),
    [("\n\n###\n\n", " END"), (" ->", "\n"), ("\n\n===>\n", "###"), ("", " STOP"), ("\n\n###\n\n", "")],
)
def test_that_separators_behind_all_questions_and_answers_are_taken_off_and_told(
    load: Load, tmp_path: Path, asked: str, answered: str
) -> None:
    lines = [{"prompt": f"Bed {n}?{asked}", "completion": f" Leeks {n}.{answered}"} for n in BEDS]
    dataset = load(path := write_rows(tmp_path / "rows.jsonl", *lines))
    assert talks(path)[0] == PAIR
    assert f"“{(asked or answered).strip()}”" in told(dataset, "data.separators")
    lines[0] = {"prompt": "A comment begins with ###", "completion": "Leeks."}
    lines[1] = {"prompt": "Bed 1?", "completion": "The END"}
    path = write_rows(tmp_path / "mixed.jsonl", *lines)
    assert talks(path)[:2] == [
        [("user", "A comment begins with ###"), ("assistant", "Leeks.")],
        [("user", "Bed 1?"), ("assistant", "The END")],
    ]
    assert not told(load(path), "data.separators")


@pytest.mark.parametrize("about", [{"messages": [{"role": "user", "content": "<image>Bed?"}, TURNS[1]]},
                                   {"messages": TURNS, "images": ["a.png"]},
                                   {"question": "What is <|audio|>?", "answer": "A song."}])  # fmt: skip
def test_that_pictures_and_sounds_which_are_missing_are_told(load: Load, tmp_path: Path, about: Any) -> None:
    assert "which nobody is shown" in told(load(write_rows(tmp_path / "rows.jsonl", about, about)), "data.media")
    assert not told(load(write_rows(tmp_path / "plain.jsonl", {"messages": TURNS, "images": []})), "data.media")


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
    assert talks(write_rows(tmp_path / "pairs.jsonl", row, row), "objective=dpo") == [BETTER, BETTER]


def test_that_a_tie_and_a_list_of_answers_cost_their_rows_in_true_words(load: Load, tmp_path: Path) -> None:
    row = {"prompt": "Bed?", "response_a": "Iron.", "response_b": "Leeks.", "winner": "a"}
    dataset = load(write_rows(tmp_path / "pairs.jsonl", row, row | {"winner": "tie (bothbad)"}))
    assert dataset.dropped == {"a vote for neither answer": 1}
    lists = {"instruction": "Bed?", "input": "", "output": ["Leeks.", "Iron."]}
    with pytest.raises(LuthierError, match="output is a list: write its better answer as chosen"):
        load(write_rows(tmp_path / "lists.jsonl", lists, lists), "objective=dpo")


CHOSEN = [("user", "Bed?\n\nA. Leeks.\nB. Iron."), ("assistant", "B. Iron.")]


@pytest.mark.parametrize(
    "row",
    [
        {"question": "Bed?", "choices": ["Leeks.", "Iron."], "answer": "Iron."},
        {"question": "Bed?", "choices": {"text": ["Leeks.", "Iron."], "label": ["A", "B"]}, "answerKey": "B"},
        {"question": "Bed?", "options": {"A": "Leeks.", "B": "Iron."}, "answer": "Iron.", "answer_idx": "B"},
        {"query": "Bed?", "choices": [{"key": "A", "text": "Leeks."}, {"key": "B", "text": "Iron."}], "answer": "b"},
        {"question": "Bed?", "A": "Leeks.", "B": "Iron.", "answer": "B"},
        {"goal": "Bed?", "sol1": "Leeks.", "sol2": "Iron.", "answer": "Iron."},
    ],
)  # fmt: skip
def test_that_choices_are_asked_with_their_question(tmp_path: Path, row: Any) -> None:
    assert talks(write_rows(tmp_path / "choices.jsonl", row, row)) == [CHOSEN, CHOSEN]


@pytest.mark.parametrize("kind", [int, str])
@pytest.mark.parametrize("first", [0, 1])
def test_that_the_whole_file_tells_where_numbers_of_choices_begin(tmp_path: Path, first: int, kind: Any) -> None:
    """The row that tells stands behind those that decide a file's format."""
    row = {"ctx": "Bed?", "endings": ["Leeks.", "Iron.", "Tin."], "label": kind(1 + first)}
    if first:
        row["endings"] += ["Lead."]
    last = {**row, "label": kind(0 if first == 0 else 4)}
    said = [talk[1][1] for talk in talks(write_rows(tmp_path / "choices.jsonl", *[row] * 150, last))]
    assert said == ["B. Iron."] * 150 + ["A. Leeks." if first == 0 else "D. Lead."]


def test_that_a_number_of_a_choice_is_refused_where_nothing_tells_what_it_counts_from(
    tmp_path: Path, load: Load
) -> None:
    row = {"question": "Bed?", "choices": ["Leeks.", "Iron.", "Tin."], "answer": 1}
    path = write_rows(tmp_path / "choices.jsonl", row, row | {"answer": "C"}, row | {"answer": 2})
    dropped = load(path).dropped
    assert sum(dropped.values()) == 2 and "whether numbers begin at 0 or 1 is not known" in next(iter(dropped))


def test_that_numbers_which_are_the_choices_themselves_count_nothing(tmp_path: Path) -> None:
    row = {"question": "1 + 2?", "choices": ["1", "2", "3"], "answer": "3"}
    assert talks(write_rows(tmp_path / "texts.jsonl", row, row | {"answer": "2"}))[0][1] == ("assistant", "C. 3")
    numbered = [row | {"answer": 2}, row | {"answer": 0}]
    assert [talk[1][1] for talk in talks(write_rows(tmp_path / "numbers.jsonl", *numbered))] == ["C. 3", "A. 1"]


def test_that_an_answer_that_is_no_choice_costs_its_row(load: Load, tmp_path: Path) -> None:
    row = {"question": "Bed?", "choices": ["Leeks.", "Iron."], "answer": 0}
    dataset = load(write_rows(tmp_path / "choices.jsonl", row, row | {"answer": 2}))
    assert dataset.dropped == {"the answer is none of the choices": 1}


def test_that_an_answer_of_squad_is_its_first_wording(tmp_path: Path) -> None:
    row = {"context": "C.", "question": "Bed?", "answers": {"text": ["Leeks", "the leeks"], "answer_start": [1, 2]}}
    assert talks(write_rows(tmp_path / "squad.jsonl", row, row))[0][1] == ("assistant", "Leeks")


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
    [
        "Q: {0}\nA: {1}\n\n",
        "Q{2}: {0}\nA{2}: {1}\n",
        "User: {0}\nAssistant: {1}\n\n\n",
        "Human: {0}\n\nAI: {1}\n\n\n",
        "**User:** {0}\n\n**Assistant:** {1}\n\n---\n\n",
        "## User\n\n{0}\n\n## Assistant\n\n{1}\n\n***\n\n",
        "### Instruction:\n{0}\n\n### Response:\n{1}\n\n",
        "#### You said:\n{0}\n\n###### ChatGPT said:\n{1}\n\n* * *\n\n",
        "Frage: {0}\nAntwort: {1}\n",
        "Usuario: {0}\nAsistente: {1}\n\n",
        "Question : {0}\nRéponse : {1}\n",
        "प्रश्न: {0}\nउत्तर: {1}\n",
        "用户：{0}\n助手：{1}\n\n",
    ],
)
def test_that_a_text_of_questions_and_answers_is_read_as_conversations(load: Load, tmp_path: Path, asked: str) -> None:
    path = tmp_path / "talk.txt"
    path.write_text(
        "# Beds\n\n" + "".join(asked.format(f"Bed {n}?", f"Leeks {n}.", n + 1) for n in BEDS), encoding="utf-8"
    )
    assert talks(path) == [[("user", f"Bed {n}?"), ("assistant", f"Leeks {n}.")] for n in BEDS]
    assert "is read as conversations" in told(load(path), "data.dialogue")
    assert talks(path, "format=text") == [path.read_text(encoding="utf-8")]


def test_that_turns_which_nothing_parts_are_one_conversation(tmp_path: Path) -> None:
    """What the system says begins one; an answer's paragraphs, and other names in it, stay its own."""
    talk = "System: Be short.\n\nUser: Bed?\n\n"
    talk += "Assistant: Leeks.\n\nNote: wet.\nQuestion: how?\n\nUser: And?\n\nAssistant: No.\n\n"
    (tmp_path / "talk.txt").write_text(talk * 2)
    assert talks(tmp_path / "talk.txt") == [[
        ("system", "Be short."), ("user", "Bed?"), ("assistant", "Leeks.\n\nNote: wet.\nQuestion: how?"),
        ("user", "And?"), ("assistant", "No."),
    ]] * 2  # fmt: skip


def test_that_the_input_of_an_instruction_is_asked_with_it(tmp_path: Path) -> None:
    (tmp_path / "talk.txt").write_text(
        "### Instruction:\nTranslate.\n\n### Input:\nLauch\n\n### Response:\nLeeks\n\n" * 3
    )
    assert talks(tmp_path / "talk.txt") == [[("user", "Translate.\n\nLauch"), ("assistant", "Leeks")]] * 3


@pytest.mark.parametrize(
    "text", ["A: one.\n\nIt rained.\n" * 9, "It rained.\nQ: Bed?\nA: Leeks.\n" * 9, "Q: One?\nQ: Two?\nA: Leeks.\n" * 9]
)
def test_that_other_texts_are_running_text(load: Load, tmp_path: Path, text: str) -> None:
    (tmp_path / "story.txt").write_text(text)
    assert recognise(tmp_path / "story.txt").format == "text"
    assert not told(load(tmp_path / "story.txt"), "data.dialogue")


def test_that_texts_of_a_folder_are_told_to_be_conversations(load: Load, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Q: Bed?\nA: Leeks.\n" * 9)
    (tmp_path / "b.txt").write_text("It rained.\n" * 9)
    assert "a.txt looks like questions and answers" in told(load(tmp_path), "data.dialogue")


ANKI = {
    "#separator:tab\n#html:true\n": "{0}\t{1}",
    "#separator:tab\n#html:true\n#guid column:1\n#notetype column:2\n#deck column:3\n#tags column:6\n":
        "g\"x\tBasic\tBeds\t{0}\t<b>{1}</b>\tgarden",
    "#separator:Comma\n#html:false\n#tags column:3\n": '"{0}",{1},garden',
    "#separator:Semicolon\n#columns:Back;Front;Notes\n": "{1};{0}",
    "#separator:tab\n\n#html:true\n": "{0}<![x\t{1}",
    "# my beds\n#separator:|\n#deck:Beds\n": "{0}|{1}",
}  # fmt: skip


@pytest.mark.parametrize(("header", "row"), ANKI.items())
@pytest.mark.parametrize("name", ["beds.txt", "beds.csv"])
def test_that_notes_of_anki_are_questions_and_answers(tmp_path: Path, name: str, header: str, row: str) -> None:
    lines = "".join(row.format(f"Bed {n}?", f"Leeks {n}.") + "\n" + "# a comment\n" * (n == 3) for n in BEDS)
    (tmp_path / name).write_text(header + lines)
    more = "<![x" if "<![x" in row else ""
    assert talks(tmp_path / name) == [[("user", f"Bed {n}?{more}"), ("assistant", f"Leeks {n}.")] for n in BEDS]


def test_that_tags_of_anki_are_taken_off_and_what_else_it_has_is_told(load: Load, tmp_path: Path) -> None:
    header = "#separator:tab\n#html:true\n#deck column:1\n#tags column:4\n"
    fields = "Beds\tIs 3 &lt; 4&nbsp;here?\t<div>Yes.</div><div>&quot;<i>Very</i> &amp; so&quot;<br><img>\tgarden\n"
    quoted = 'Beds\tWhat is in <b>it</b>?\t"One\ttab<br>""two"" [sound:a.mp3]"\tgarden\n'
    (tmp_path / "anki.txt").write_text(header + quoted + fields)
    assert [talk[1][1] for talk in talks(tmp_path / "anki.txt")] == [
        'One\ttab\n"two" [sound:a.mp3]', 'Yes.\n\n"Very & so"\n<image>',
    ]  # fmt: skip
    assert [talk[0][1] for talk in talks(tmp_path / "anki.txt")] == ["What is in it?", "Is 3 < 4 here?"]
    dataset = load(tmp_path / "anki.txt")
    assert "deck, tags" in told(dataset, "data.unused") and "[sound:a.mp3]" in told(dataset, "data.media")


def test_that_a_text_with_a_tag_above_is_no_export_of_anki(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("#tags: beds\nLeeks grow in it.\n")
    assert recognise(tmp_path / "note.txt").format == "text"
