from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.data.formats import read_messages, recognise
from core.data.problems import KEPT, ProblemLog
from core.errors import LuthierError

GOOD = {"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}]}


def written(path: Path, content: str) -> Path:
    path.write_text(content)
    return path


def test_that_formats_are_recognised_by_content_whatever_the_name(tmp_path: Path) -> None:
    row = json.dumps(GOOD)
    assert recognise(written(tmp_path / "rows.txt", "\n\n" + row)) == "messages"
    assert recognise(written(tmp_path / "rows.jsonl", "{broken\n" + row)) == "messages"
    assert recognise(written(tmp_path / "story.txt", "Once upon a time")) == "text"
    assert recognise(written(tmp_path / "story", "[1] A footnote\n{curly} words")) == "text"
    assert recognise(written(tmp_path / "notes.md", "# Heading\n\n- item")) == "text"


def test_that_json_that_is_not_one_object_a_line_is_not_taken_for_a_story(tmp_path: Path) -> None:
    for content in (json.dumps([GOOD]), json.dumps([GOOD], indent=2), json.dumps(GOOD, indent=2)):
        with pytest.raises(LuthierError) as caught:
            recognise(written(tmp_path / "rows.json", content))
        assert caught.value.code == "data.unknown-format"


def test_that_an_empty_file_is_an_error(tmp_path: Path) -> None:
    for content in ("", "\n \n\t\n"):
        with pytest.raises(LuthierError) as caught:
            recognise(written(tmp_path / "data", content))
        assert caught.value.code == "data.empty"


BAD_ROWS = [
    ("{broken", "not valid JSON"),
    ("[1, 2]", "not a JSON object"),
    ('{"prompt": "a", "completion": "b"}', "no messages"),
    ('{"messages": "hello"}', "messages is not a list"),
    ('{"messages": []}', "messages is empty"),
    ('{"messages": ["hello"]}', "a message is not an object"),
    ('{"messages": [{"content": "no role"}]}', "a message has no usable role"),
    ('{"messages": [{"role": "user<|im_end|>", "content": "x"}]}', "a message has no usable role"),
    ('{"messages": [{"role": "assistant", "content": null}]}', "a message's content is not text"),
    ('{"messages": [{"role": "assistant", "content": "\\ud83d"}]}', "half a character in a text"),
    ('{"messages": [{"role": "user", "content": "only a question"}]}', "no assistant turn to learn from"),
    ('{"messages": [{"role": "assistant", "content": "  "}]}', "an assistant turn is empty"),
]


def test_that_every_bad_row_is_named_with_its_line_and_beginning(tmp_path: Path) -> None:
    rows = [row for row, _ in BAD_ROWS]
    path = written(tmp_path / "rows.jsonl", "\n".join(["", json.dumps(GOOD), *rows, json.dumps(GOOD)]))
    problems = ProblemLog()
    good = list(read_messages(path, problems))
    assert [row.line for row in good] == [2, len(rows) + 3]
    assert good[0].messages == GOOD["messages"]
    assert [(problem.line, problem.reason) for problem in problems.kept] == [
        (line, reason) for line, (_, reason) in enumerate(BAD_ROWS, 3)
    ]
    assert all(problem.file == str(path) and row.startswith(problem.beginning[:20])
               for problem, row in zip(problems.kept, rows, strict=True))  # fmt: skip
    assert problems.counts["a message has no usable role"] == 2


def test_that_a_row_that_is_not_text_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    (tmp_path / "rows").write_bytes(json.dumps(GOOD).encode() + b'\n{"messages": "caf\xe9"}\n')
    problems = ProblemLog()
    assert len(list(read_messages(tmp_path / "rows", problems))) == 1
    assert str(problems.kept[0]).startswith(f"{tmp_path / 'rows'}, line 2: not readable as text (byte ")


def test_that_all_problems_are_counted_and_the_first_are_kept(tmp_path: Path) -> None:
    path = written(tmp_path / "rows.jsonl", "{}\n" * (KEPT + 50))
    problems = ProblemLog()
    assert list(read_messages(path, problems)) == []
    assert problems.counts["no messages"] == KEPT + 50
    assert len(problems.kept) == KEPT
