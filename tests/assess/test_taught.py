"""Rows to learn from, made of what models answered: read again by the same code as anybody's data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core import protocol as p
from core.assess.answers import Answer, AnsweredRow, keep_taught, pairs_of
from core.assess.checks import Said, judge
from core.assess.rows import Row
from core.data.formats.recognise import recognise
from core.data.formats.row_formats import FORMATS, choice_of
from core.runs.files import others

ASKED = [
    {"role": "user", "content": "Paid once."}, {"role": "assistant", "content": "praise"},
    {"role": "user", "content": "Paid twice."},
]  # fmt: skip
LABEL = p.Check(kind="label")


def answered(*texts: str, expected: str = "refund", check: p.Check = LABEL, **more: Any) -> AnsweredRow:
    row = Row(Path("test.jsonl"), 1, ASKED, more.get("tools", []), Said(expected, more.get("calls", [])), "", 0)
    answers = [Answer(by=str(i), asked="", text=text, tokens=3, ended=True) for i, text in enumerate(texts)]
    return AnsweredRow(row, answers, [judge(check, row.expected, one.said) for one in answers])


def said(pairs: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(pair["chosen"][0]["content"], pair["rejected"][0]["content"]) for pair in pairs]


def test_that_a_right_answer_of_a_model_goes_before_the_expected_one_and_a_wrong_one_is_needed() -> None:
    rows = [answered("praise", "Refund."), answered("praise", "parts"), answered("refund", "refund"), answered(" ")]
    assert said(list(pairs_of(LABEL, rows))) == [("Refund.", "praise"), ("refund", "praise")]


def test_that_an_expected_answer_that_the_check_refuses_is_not_the_better_one() -> None:
    check = p.Check(kind="contains", text="please")
    rows = [answered("No.", expected="Send it back.", check=check), answered("No.", "Yes, please.", check=check)]
    assert said(list(pairs_of(check, rows))) == [("Yes, please.", "No.")]


def test_that_a_right_answer_in_another_form_is_never_the_worse_one() -> None:
    short = p.Check(kind="short")
    forms = {"A": ["The answer is A.", "(a)"], "-1": ["It is −1."], "1000": ["1.000", "1,000"], "C#": ["c#"]}
    rows = [answered(text, expected=expected, check=short) for expected, of in forms.items() for text in of]
    assert said(list(pairs_of(short, rows))) == []
    assert said(list(pairs_of(short, [answered("B", "It is a dog", "A", expected="A", check=short)]))) == [("A", "B")]


def test_that_pairs_are_read_as_choices_with_their_conversation_and_tools(tmp_path: Path) -> None:
    tools = [{"type": "function", "function": {"name": "look_up", "parameters": {"type": "object"}}}]
    call, check = p.ToolCall(text="", name="look_up", arguments={"id": 7}), p.Check(kind="call")
    row = answered("I do not know.", expected="", check=check, calls=[call], tools=tools)
    file = keep_taught(tmp_path, list(pairs_of(check, [row])))
    assert file is not None
    assert recognise(file).format == "preference"
    (line,) = file.read_text(encoding="utf-8").splitlines()
    read = choice_of(FORMATS["preference"], json.loads(line), pairs=True)
    assert read.tools == tools and [turn["role"] for turn in read.messages] == ["user", "assistant"] * 2
    assert read.messages[-1]["tool_calls"][0]["function"]["name"] == "look_up"
    assert read.rejected is not None and read.rejected[-1]["content"] == "I do not know."


def test_that_a_file_that_a_training_may_go_on_with_is_never_written_again(tmp_path: Path) -> None:
    first, second = [{"prompt": "a"}], [{"prompt": "b"}]
    made = [keep_taught(tmp_path, rows) for rows in (first, first, second, [], first)]
    assert [file and file.name for file in made] == [
        "pairs-1.jsonl", "pairs-1.jsonl", "pairs-2.jsonl", None, "pairs-3.jsonl",
    ]  # fmt: skip
    assert (tmp_path / "pairs-1.jsonl").read_text(encoding="utf-8") == '{"prompt": "a"}\n'
    (tmp_path / "passed-1.jsonl").write_text("{}\n", encoding="utf-8")  # of an earlier version
    assert others(tmp_path) == []
