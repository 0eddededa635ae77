"""Every bad row is named with file, line and reason, the others are used; a broken file ends with an error."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import LuthierError
from core.data.problems import BEGINNING, MOST_IN_FULL, Problem
from core.data.read.lines import LONGEST
from core.data.read.table_file import read_csv
from core.data.read.text import read_blocks
from core.data.tokenizer import Tokenizer
from core.data.tokens.load_dataset import load_dataset
from core.data.tokens.token_cache import CachedTokens
from core.data.tokens.tokenize import tokenize_data
from core.protocol.config import TrainConfig
from tests.support.rendering import renderer

USER, ASSISTANT = {"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}
GOOD = json.dumps({"messages": [USER, ASSISTANT]})


def tokens_of(tokenizer: Tokenizer, path: Path, content: str | bytes) -> CachedTokens:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return tokenize_data(path, tokenizer, renderer(), TrainConfig())[1]


def problems_of(tokenizer: Tokenizer, path: Path, content: str | bytes) -> list[Problem]:
    return tokens_of(tokenizer, path, content).problems().named


def messages(*turns: Any) -> str:
    return json.dumps({"messages": list(turns)})


BAD_ROWS = [
    ("{broken", "not valid JSON"),
    (GOOD[:-3], "not valid JSON"),
    ("[" * 100_000, "not valid JSON"),
    ("[1, 2]", "not a JSON object"),
    ('"messages"', "not a JSON object"),
    ("{}", "no messages"),
    ('{"prompt": "a", "completion": "b"}', "another format than the file's"),
    ('{"instruction": "a", "output": "b"}', "another format than the file's"),
    ('{"messages": 5}', "messages is not a list"),
    ('{"messages": "hello"}', "messages is not a list"),
    ('{"messages": []}', "messages is empty"),
    ('{"messages": ["hello"]}', "a message is not an object"),
    (messages({"content": "no role"}), "a message has no role"),
    (messages({"role": "", "content": "empty role"}), "a message has no role"),
    (messages({"role": None, "content": "no role"}), "a message has no role"),
    (messages({"role": "narrator", "content": "x"}), "a role that is not known"),
    (messages({"role": "user<|im_end|>", "content": "x"}), "a role that is not known"),
    (messages(USER, {"role": "assistant", "content": None}), "a message's content is not text"),
    (messages(USER, {"role": "assistant", "content": {"text": "x"}}), "a message's content is not text"),
    (messages(USER, {"role": "assistant", "content": [{"type": "image"}]}), "a message's content is not text"),
    ('{"messages": [{"role": "assistant", "content": "\\ud83d"}]}', "half a character in a text"),
    (messages(USER, {"role": "assistant", "content": "a\0b"}), "a NUL byte in a text"),
    (messages(USER, ASSISTANT | {"reasoning_content": "\ud83d"}), "half a character in a text"),
    (messages(USER, ASSISTANT | {"tool_calls": [{"\ud83d": 1}]}), "half a character in a text"),
    (json.dumps({"messages": [USER, ASSISTANT], "tools": ["\ud83d"]}), "half a character in a text"),
    (messages(USER, USER, ASSISTANT), "two user turns in a row"),
    (messages(USER, ASSISTANT, ASSISTANT), "two assistant turns in a row"),
    (messages(USER), "no assistant turn to learn from"),
    (messages(USER, {"role": "assistant", "content": "  "}), "an answer is empty"),
]


def test_that_every_bad_row_is_named_with_its_line_and_beginning(tokenizer: Tokenizer, tmp_path: Path) -> None:
    rows = [row for row, _ in BAD_ROWS]
    path = tmp_path / "rows.jsonl"
    cached = tokens_of(tokenizer, path, "\n".join(["", GOOD, *rows, GOOD]))
    assert cached.units["line"].tolist() == [2, len(rows) + 3]
    found = cached.problems()
    assert [(problem.line, problem.reason) for problem in found.named] == [
        (line, reason) for line, (_, reason) in enumerate(BAD_ROWS, 3)
    ]
    for problem, row in zip(found.named, rows, strict=True):
        assert problem.file == str(path)
        assert row.startswith(problem.beginning.removesuffix("…"))
        assert len(problem.beginning) <= BEGINNING + 1
    assert found.counts["a message has no role"] == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"prompt": "", "completion": "b"}, "prompt is empty"),
        ({"prompt": "a", "completion": None}, "completion is empty (it is null)"),
        ({"prompt": None, "completion": "b"}, "prompt is empty (it is null)"),
        ({"prompt": None, "completion": [ASSISTANT]}, "prompt is empty (it is null)"),
        ({"prompt": "", "completion": [ASSISTANT]}, "prompt is empty"),
        ({"prompt": "a", "completion": "\ud83d"}, "half a character in a text (message 2 holds a lone surrogate)"),
        ({"prompt": "a"}, "no completion (its keys are 'prompt')"),
        ({"prompt": "a", "completion": "b", "tools": "{"}, "tools is not valid JSON (Expecting"),
    ],
)
def test_that_a_wrong_value_is_named_with_its_field(
    tokenizer: Tokenizer, tmp_path: Path, row: dict[str, Any], said: str
) -> None:
    good = json.dumps({"prompt": "Hi", "completion": "Ho"})
    (problem,) = problems_of(tokenizer, tmp_path / "rows.jsonl", f"{good}\n{json.dumps(row)}\n")
    assert said in str(problem)
    assert str(problem).startswith("rows.jsonl, line 2: ")


def test_that_half_a_character_in_a_document_is_named(tokenizer: Tokenizer, tmp_path: Path) -> None:
    (problem,) = problems_of(tokenizer, tmp_path / "rows.jsonl", '{"text": "whole"}\n{"text": "half \\ud83d"}\n')
    assert (problem.line, problem.reason) == (2, "half a character in a text")


def test_that_all_problems_are_counted_and_the_first_of_each_reason_kept(tokenizer: Tokenizer, tmp_path: Path) -> None:
    content = "{}\n" * (MOST_IN_FULL + 50) + "{broken\n" * (MOST_IN_FULL + 7) + GOOD
    found = tokens_of(tokenizer, tmp_path / "rows.jsonl", content).problems()
    assert found.counts == {"no messages": MOST_IN_FULL + 50, "not valid JSON": MOST_IN_FULL + 7}
    assert len(found.named) == 2 * MOST_IN_FULL
    assert found.named[MOST_IN_FULL].line == MOST_IN_FULL + 51


def test_that_a_row_that_is_not_text_is_named_and_the_rest_is_read(tokenizer: Tokenizer, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    cached = tokens_of(
        tokenizer, path, GOOD.encode() + b'\n{"messages": "caf\xe9"}\n' + GOOD.encode() + b'\n{"a\0b": 1}'
    )
    first, second = map(str, cached.problems().named)
    assert first.startswith(f"{path.name}, line 2: not readable as text (byte ")
    assert second.startswith(f"{path.name}, line 4: a NUL byte in a row (after 3 characters)")
    assert len(cached) == 2


def test_that_a_text_with_a_nul_byte_is_refused_with_its_line(tokenizer: Tokenizer, tmp_path: Path) -> None:
    with pytest.raises(LuthierError) as caught:
        tokens_of(tokenizer, tmp_path / "story.txt", "One line\nand a \0 in the next\n")
    assert caught.value.code == "data.bad-encoding"
    assert f"{tmp_path / 'story.txt'}, line 2: it holds a NUL byte" in caught.value.message


@pytest.mark.slow
def test_that_a_row_of_50_mb_is_named_and_not_held(tokenizer: Tokenizer, tmp_path: Path) -> None:
    long = json.dumps({"messages": [USER, {"role": "assistant", "content": "word " * (10 << 20)}]})
    assert len(long) > 50 << 20 > LONGEST
    for content in (f"{GOOD}\n{long}\n{GOOD}\n", f"[\n{GOOD},\n{long},\n{GOOD}]"):
        cached = tokens_of(tokenizer, tmp_path / "rows.json", content)
        (problem,) = cached.problems().named
        assert problem.reason == "the row is too long"
        assert problem.line == (2 if content[0] == "{" else 3)
        assert problem.beginning.startswith('{"messages": [{"role"')
        assert len(cached) == 2


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
def test_that_a_text_of_one_long_line_loses_nothing(tmp_path: Path, encoding: str) -> None:
    text = "\ufeff" + "ä word 😀" * (LONGEST // 8)
    (tmp_path / "story.txt").write_bytes(text.encode(encoding))
    assert len(text.encode(encoding)) > LONGEST
    assert "".join(str(block.value) for block in read_blocks(tmp_path / "story.txt")) == text[1:]


def test_that_quotes_in_a_table_harm_their_own_row_only(tokenizer: Tokenizer, tmp_path: Path) -> None:
    rows = [
        "question,answer",
        '"He said ""hi"" there","a ""quoted"" word"',
        '"He said "hi" there",no',
        "Who?,I.",
        "one,two,three",
        "only one",
        '"never closed,and so on',
        "Why?,So.",
    ]
    cached = tokens_of(tokenizer, tmp_path / "rows.csv", "\r\n".join(rows))
    assert [(p.line, p.reason) for p in cached.problems().named] == [
        (3, "quotes in the wrong place"),
        (5, "another number of fields than the header"),
        (6, "another number of fields than the header"),
        (7, "a quote that is never closed"),
    ]
    assert cached.units["line"].tolist() == [2, 4, 8]


def test_that_broken_elements_of_an_array_harm_no_others(tokenizer: Tokenizer, tmp_path: Path) -> None:
    broken = ['{"messages": 5]}', '{"messages": [}', '{"a": "no end, "b": "c"}', "nonsense"]
    content = "[" + ",\n".join([GOOD, *(row for bad in broken for row in (bad, GOOD))]) + "]"
    cached = tokens_of(tokenizer, tmp_path / "rows.json", content)
    assert cached.units["line"].tolist() == [1, 3, 5, 7, 9]
    assert [problem.line for problem in cached.problems().named] == [2, 4, 6, 8]
    cut = problems_of(tokenizer, tmp_path / "cut.json", f"[{GOOD},\n{GOOD[:30]}")
    assert [(p.line, p.detail) for p in cut] == [(2, "the file ends in the middle of it")]


def test_that_an_empty_file_and_a_folder_without_data_are_errors(tokenizer: Tokenizer, tmp_path: Path) -> None:
    with pytest.raises(LuthierError, match="is empty") as caught:
        tokens_of(tokenizer, tmp_path / "rows.jsonl", "")
    assert caught.value.code == "data.empty"
    folder = tmp_path / "folder"
    folder.mkdir()
    for names, said in (((), "no files"), (("a.png", "b.zip"), "2 files (a.png, b.zip), but no data")):
        for name in names:
            (folder / name).write_bytes(b"\x89")
        with pytest.raises(LuthierError) as caught:
            tokenize_data(folder, tokenizer, renderer(), TrainConfig())
        assert caught.value.code == "data.nothing-usable"
        assert str(folder) in caught.value.message
        assert said in caught.value.message


@pytest.mark.parametrize("when", [{1}, {30}, set(range(10_000))])  # while it is hashed, while its rows are read, always
def test_that_a_file_that_changes_while_it_is_read_is_an_error_and_leaves_nothing(
    tokenizer: Tokenizer, tmp_path: Path, when: set[int]
) -> None:
    path = tmp_path / "rows.jsonl"
    rows = [messages(USER, {"role": "assistant", "content": f"{n} {min(when)} {len(when)}"}) for n in range(100)]
    path.write_text("\n".join([*rows, ""]))
    calls = 0

    def append(_done: int, _total: int) -> None:
        nonlocal calls
        calls += 1
        if calls in when:
            with path.open("a") as file:
                file.write(f"{GOOD}\n")

    with pytest.raises(LuthierError) as caught:
        tokenize_data(path, tokenizer, renderer(), TrainConfig(), append)
    assert caught.value.code == "data.changed"
    assert str(path) in caught.value.message
    assert "bytes before" in caught.value.message
    _, cached = tokenize_data(path, tokenizer, renderer(), TrainConfig())
    assert (cached.was_there, len(cached) > 100) == (False, True)


@pytest.mark.parametrize(
    "row, line, said",
    [
        ('{"prompt": "a", }', 2, "a comma stands before the end, at character 17"),
        ('{"prompt" "a"}', 2, "a colon is missing, at character 11"),
        ('{"prompt": "a" "b"}', 2, "a comma is missing, at character 16"),
        ('{prompt: "a"}', 2, "a name in double quotes is missing, at character 2"),
        ('{"prompt": "a", "completion": }', 2, "a value is missing, at character 31"),
        ('{"prompt": "a', 2, "a quote is opened and never closed, at character 12"),
    ],
)
def test_that_a_broken_json_line_is_told_in_plain_words(
    tokenizer: Tokenizer, tmp_path: Path, row: str, line: int, said: str
) -> None:
    good = json.dumps({"prompt": "Hi", "completion": "Ho"})
    (problem,) = problems_of(tokenizer, tmp_path / "rows.jsonl", f"{good}\n{row}\n{good}\n")
    assert str(problem).startswith(f"rows.jsonl, line {line}: not valid JSON ({said}): ")


def test_that_a_fault_further_down_in_an_object_is_told_with_its_own_line(tokenizer: Tokenizer, tmp_path: Path) -> None:
    text = '[\n{"prompt": "Hi", "completion": "Ho"},\n{\n  "prompt": "a",\n  "completion" "b"\n}\n]'
    (problem,) = problems_of(tokenizer, tmp_path / "rows.json", text)
    assert (problem.line, problem.detail) == (5, "a colon is missing, at character 16")


def test_that_rows_of_an_array_in_one_line_are_counted(tokenizer: Tokenizer, tmp_path: Path) -> None:
    good = json.dumps({"prompt": "Hi", "completion": "Ho"})
    cached = tokens_of(tokenizer, tmp_path / "rows.json", f'[{good}, {{"prompt": "x"}}, {good}, {{"prompt" "x"}}]')
    assert cached.units["line"].tolist() == [1, 3]
    assert [problem.place for problem in cached.problems().named] == ["row 2", "row 4"]


@pytest.mark.parametrize("last", ['Er misst 5"', 'Er rief "Halt"', "Satz."])
def test_that_a_quote_is_a_letter_in_tables_of_tabs_that_quote_nothing(
    tokenizer: Tokenizer, tmp_path: Path, last: str
) -> None:
    lines = [f"Sentence {n}.\tSatz {n}." for n in range(20)]
    lines[5], lines[15] = 'Wait.\t"Warte hier', f"He.\t{last}"
    cached = tokens_of(tokenizer, tmp_path / "rows.tsv", "\n".join(["question\tanswer", *lines]) + "\n")
    assert cached.units["line"].tolist() == list(range(2, 22)) and not cached.problems().counts


@pytest.mark.parametrize("delimiter", [",", "\t"])
def test_that_fields_of_several_lines_stay_whole(tmp_path: Path, delimiter: str) -> None:
    fields = ["Code?", "def f():\n\treturn 1, 2\n\tx, y\n\nend"]
    with (path := tmp_path / "rows.csv").open("w", newline="") as file:
        csv.writer(file, delimiter=delimiter).writerows([["question", "answer"], fields, fields])
    assert [list(record.value.values()) for record in read_csv(path, delimiter)] == [fields] * 2  # type: ignore[union-attr]


def test_that_a_broken_quote_gives_the_rows_behind_it_back(tokenizer: Tokenizer, tmp_path: Path) -> None:
    lines = ["question,answer", 'Who?,"I.', "Why?,So.", "How?,Thus.", 'What?,A "thing"', "Where?,Here."]
    cached = tokens_of(tokenizer, tmp_path / "rows.csv", "\n".join(lines))
    assert cached.units["line"].tolist() == [3, 4, 5, 6]


def test_that_words_for_nothing_in_a_table_are_nothing_and_told(tokenizer: Tokenizer, tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("context,question,answer\nNULL,Who?,I.\nA sea.,Why?,None\nNaN,Where?,nonesuch\n")
    dataset = load_dataset(tmp_path / "rows.csv", tokenizer, renderer(), TrainConfig(eval_share=0.0))
    assert dataset.dropped == {"answer is empty": 1} and len(dataset.train) == 2
    (notice,) = [notice for notice in dataset.notices if notice.code == "data.nothing"]
    assert "NULL (1)" in notice.message and "None (1)" in notice.message and "NaN (1)" in notice.message
