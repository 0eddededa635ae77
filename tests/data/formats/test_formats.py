from __future__ import annotations

import csv
import gzip
import io
import json
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from core.base.errors import LuthierError
from core.data.formats.json_row import plain_row
from core.data.formats.recognise import Recognised, recognise
from core.data.formats.row_formats import FORMATS
from core.data.formats.turns import Conversation
from core.data.read.arrow_file import read_arrow
from core.data.read.json_file import read_json_lines, read_json_values
from core.data.read.records import Record
from core.data.read.table_file import read_csv
from core.data.tokenizer import Tokenizer
from core.data.tokens.load_dataset import load_dataset
from core.protocol.config import TrainConfig, with_settings
from tests.support.data_vocab import write_bpe
from tests.support.rendering import renderer

USER, ASSISTANT = {"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}
GOOD = {"messages": [USER, ASSISTANT]}
SAID = [("user", "Hi"), ("assistant", "Ho")]
SYSTEM = ("system", "Be brief")
CALL = {"name": "look", "arguments": {"where": "up"}}

ROWS: list[tuple[str, dict[str, Any], list[tuple[str, str]]]] = [
    ("messages", GOOD, SAID),
    ("messages", {"conversation": [{"from": "human", "value": "Hi"}, {"from": "gpt", "value": "Ho"}]}, SAID),
    ("sharegpt", {"conversations": [{"from": "human", "value": "Hi"}, {"from": "gpt", "value": "Ho"}]}, SAID),
    ("sharegpt", {"conversations": [USER, ASSISTANT], "system": "Be brief"}, [SYSTEM, *SAID]),
    ("prompt", {"prompt": "Hi", "completion": "Ho"}, SAID),
    ("prompt", {"prompt": [USER], "completion": [ASSISTANT]}, SAID),
    ("prompt", {"Prompt": "Hi", "Response": "Ho", "system_prompt": "Be brief"}, [SYSTEM, *SAID]),
    ("alpaca", {"instruction": "Hi", "input": "", "output": "Ho"}, SAID),
    ("alpaca", {"instruction": "Hi", "input": "you", "output": "Ho"}, [("user", "Hi\n\nyou"), SAID[1]]),
    ("alpaca", {"instruction": "Hi", "context": "you", "response": "Ho"}, [("user", "Hi\n\nyou"), SAID[1]]),
    ("qa", {"question": "Hi", "answer": "Ho"}, SAID),
    ("qa", {"context": "A sea.", "question": "Hi", "answer": "Ho"}, [("user", "A sea.\n\nHi"), SAID[1]]),
    ("preference", {"prompt": "Hi", "chosen": "Ho", "rejected": "Hum"}, SAID),
    ("preference", {"prompt": "Hi", "chosen": [USER, ASSISTANT], "rejected": [USER, ASSISTANT]}, SAID),
    ("preference", {"chosen": "\n\nHuman: Hi\n\nAssistant: Ho", "rejected": "\n\nHuman: Hi\n\nAssistant: No"}, SAID),
]


def written(path: Path, content: str) -> Path:
    path.write_text(content)
    return path


def records(path: Path, found: Recognised) -> list[Record]:
    match found.container:
        case "jsonl":
            return list(read_json_lines(path))
        case "json":
            return list(read_json_values(path))
        case "csv":
            return list(read_csv(path, found.delimiter, start=found.starts[0]))
        case "parquet":
            return list(read_arrow(path))
    raise AssertionError(found.container)


def contents(path: Path, *settings: str) -> list[Any]:
    """What the rows of a file become."""
    found = recognise(path, with_settings(TrainConfig(), list(settings)))
    rows = [plain_row(record.value) for record in records(path, found)]
    assert all(record.fault is None for record in records(path, found))
    return [read(found, row) for row in rows]


def read(found: Recognised, row: dict[str, Any]) -> Any:
    mapping = found.mapping_of(tuple(row))
    made = FORMATS[found.format].read({field: row[column] for field, column in mapping.items()})
    return pairs(made) if isinstance(made, Conversation) else made


def pairs(conversation: Conversation) -> list[tuple[str, str]]:
    return [(message["role"], message["content"]) for message in conversation.messages]


@pytest.mark.parametrize(("name", "row", "turns"), ROWS)
def test_that_rows_of_every_format_are_recognised_and_read(
    tmp_path: Path, name: str, row: dict[str, Any], turns: list[tuple[str, str]]
) -> None:
    for container, text in (("jsonl", json.dumps(row) + "\n"), ("json", json.dumps([row, row], indent=1))):
        path = written(tmp_path / "data", text)
        found = recognise(path)
        assert (found.format, found.container, found.guessed) == (name, container, False)
        assert contents(path)[0] == turns


def test_that_formats_are_recognised_by_content_whatever_the_name(tmp_path: Path) -> None:
    row = json.dumps(GOOD)
    assert recognise(written(tmp_path / "rows.txt", "\n\n" + row)).format == "messages"
    assert recognise(written(tmp_path / "rows.jsonl", "{broken\n" + row)).format == "messages"
    assert recognise(written(tmp_path / "rows", f"[{row},\n{row}\n]")).container == "json"
    assert recognise(written(tmp_path / "rows", json.dumps(GOOD, indent=2))).container == "json"
    assert recognise(written(tmp_path / "table", "question;answer\nWho?;I.\nWhy?;So.\n")).container == "csv"
    for name, text in (
        ("story.txt", "Once upon a time"),
        ("story", "[1] A footnote\n{curly} words"),
        ("notes.md", "# Heading\n\n- item"),
        ("poem.txt", "Roses are red, violets\nSugar is sweet, and so\nAre you, my dear\n"),
    ):
        assert recognise(written(tmp_path / name, text)).format == "text"
    assert recognise(written(tmp_path / "rows.jsonl", row), TrainConfig(format="text")).format == "text"


def test_that_tool_turns_and_calls_are_kept(tmp_path: Path) -> None:
    turns = [
        {"from": "human", "value": "Look"},
        {"from": "function_call", "value": json.dumps(CALL)},
        {"from": "observation", "value": "stars"},
        {"from": "gpt", "value": "Stars."},
    ]
    openai = [
        {"role": "user", "content": "Look"},
        {"role": "assistant", "content": None, "tool_calls": [{"type": "function", "function": CALL}]},
        {"role": "tool", "content": "stars", "tool_call_id": "c1", "name": "look"},
        {"role": "assistant", "content": "Stars."},
    ]
    for row in ({"conversations": turns, "tools": "[]"}, {"messages": openai, "tools": []}):
        found = recognise(written(tmp_path / "rows", json.dumps(row)))
        made = FORMATS[found.format].read(row)
        assert isinstance(made, Conversation)
        assert [message["role"] for message in made.messages] == ["user", "assistant", "tool", "assistant"]
        assert made.messages[2].get("name") == ("look" if "messages" in row else None)
        assert made.messages[1]["tool_calls"] == [{"type": "function", "function": CALL}]


def table(path: Path, delimiter: str, rows: list[list[str]], encoding: str = "utf-8") -> Path:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(rows)
    path.write_bytes(text.getvalue().encode(encoding))
    return path


@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_that_tables_with_any_delimiter_and_encoding_are_read(tmp_path: Path, delimiter: str, encoding: str) -> None:
    rows = [["Prompt", "Completion"], ['Say "hi"', "Line one\nline two"], [f"With {delimiter} in it", "ä 日"]]
    path = table(tmp_path / "rows.csv", delimiter, rows, encoding)
    expected = [[("user", prompt), ("assistant", completion)] for prompt, completion in rows[1:]]
    assert contents(path) == expected
    (tmp_path / "packed.csv.gz").write_bytes(gzip.compress(path.read_bytes()))
    assert contents(tmp_path / "packed.csv.gz") == expected


def test_that_columns_with_strange_names_are_guessed_and_can_be_corrected(tmp_path: Path) -> None:
    rows = [["id", "frage", "notiz", "antwort"]]
    rows += [[str(n), f"Was ist die Zahl {n}?", "kurz", f"Es ist die Zahl {n}, und sie ist schoen."] for n in range(5)]
    path = table(tmp_path / "rows.csv", ",", rows)
    found = recognise(path)
    assert (found.format, found.guessed) == ("prompt", True)
    assert found.mapping == {"prompt": "frage", "completion": "antwort"}
    assert contents(path)[2] == [("user", rows[3][1]), ("assistant", rows[3][3])]
    assert contents(path, "columns=prompt:notiz,completion:frage")[0] == [("user", "kurz"), ("assistant", rows[1][1])]
    assert contents(path, "columns=text:antwort")[0] == rows[1][3]
    alpaca = contents(path, "format=alpaca", "columns=instruction:frage,input:notiz,output:antwort")
    assert alpaca[0][0] == ("user", f"{rows[1][1]}\n\nkurz")


def test_that_json_rows_with_strange_keys_are_guessed_too(tmp_path: Path) -> None:
    path = written(tmp_path / "rows.jsonl", '{"n": 1, "f": "Was?", "r": "Das ist es."}\n' * 3)
    assert recognise(path).mapping == {"prompt": "f", "completion": "r"}


def test_that_a_single_column_of_texts_is_documents(tmp_path: Path) -> None:
    path = written(tmp_path / "rows.jsonl", '{"text": "One."}\n{"text": "Two."}\n')
    assert recognise(path).format == "documents"
    assert contents(path) == ["One.", "Two."]
    assert contents(table(tmp_path / "one.csv", ",", [["poem"], ["Roses are red"], ["Violets too"]])) == [
        "Roses are red",
        "Violets too",
    ]


def test_that_a_table_without_names_loses_no_row(tmp_path: Path) -> None:
    long = "A question that is far too long to be the name of a column, is it not, dear reader?"
    path = table(tmp_path / "rows.csv", ",", [[long, "Yes, it certainly is. " * 5], ["Why so?", "Because it is. " * 9]])
    assert recognise(path).mapping == {"prompt": "column 1", "completion": "column 2"}
    assert contents(path)[0][0] == ("user", long)


def test_that_a_field_beyond_what_the_csv_module_allows_is_read(tmp_path: Path) -> None:
    path = table(tmp_path / "rows.csv", ",", [["question", "answer"], ["Hi", "word " * 60_000]])
    assert len(contents(path)[0][1][1]) == 300_000


def test_that_parquet_is_read_by_its_columns(tmp_path: Path) -> None:
    path = tmp_path / "rows"
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist([{"messages": [USER, ASSISTANT]}] * 600), path)
    found = recognise(path)
    assert (found.container, found.format, found.columns) == ("parquet", "messages", ("messages",))
    assert contents(path) == [SAID] * 600
    assert records(path, found)[-1].line == 600


def test_that_parquet_without_its_reader_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rows.parquet").write_bytes(b"PAR1 and more")
    with pytest.raises(LuthierError) as caught:
        recognise(tmp_path / "rows.parquet")
    assert caught.value.code == "data.unreadable"
    monkeypatch.setitem(__import__("sys").modules, "pyarrow.parquet", None)
    with pytest.raises(LuthierError) as caught:
        recognise(tmp_path / "rows.parquet")
    assert caught.value.code == "data.needs-parquet"
    assert "pip install pyarrow" in caught.value.hint


def test_that_a_column_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    path = written(tmp_path / "rows.jsonl", '{"q": "Hi", "a": "Ho"}')
    for setting, said in (("columns=question:frage", "no column 'frage'"), ("columns=frage:q", "has no 'frage'")):
        with pytest.raises(LuthierError) as caught:
            recognise(path, with_settings(TrainConfig(), [setting]))
        assert caught.value.code == "data.unknown-column"
        assert said in caught.value.message


def test_that_columns_are_written_as_field_and_column() -> None:
    config = with_settings(TrainConfig(), [r"columns=prompt:a\,b, completion : c\:d"])
    assert config.column_of == {"prompt": "a,b", "completion": "c:d"}
    for wrong in ("columns=prompt", "columns=:x", "format=word"):
        with pytest.raises(LuthierError) as caught:
            with_settings(TrainConfig(), [wrong])
        assert caught.value.code == "config.bad-value"


def test_that_an_empty_file_is_an_error(tmp_path: Path) -> None:
    for content in ("", "\n \n\t\n"):
        with pytest.raises(LuthierError) as caught:
            recognise(written(tmp_path / "data", content))
        assert caught.value.code == "data.empty"


def test_that_a_folder_of_rows_is_read_as_one_file(tmp_path: Path) -> None:
    rows = [{"frage": f"Wo ist {n}?", "antwort": f"Er ist gerade in Haus {n}."} for n in range(6)]
    folder = tmp_path / "set"
    (folder / "more").mkdir(parents=True)
    written(folder / "README.md", "# About these rows")
    written(folder / ".hidden.jsonl", "{broken")
    written(folder / "part-0.jsonl", "\n".join(map(json.dumps, rows[:2])))
    (folder / "part-1.jsonl.gz").write_bytes(gzip.compress("\n".join(map(json.dumps, rows[2:4])).encode()))
    written(folder / "more" / "part-2.jsonl", "\n".join(map(json.dumps, [*rows[4:], {"x": 1}])))
    with Tokenizer(write_bpe(tmp_path / "model.gguf")) as tokenizer:
        dataset = load_dataset(folder, tokenizer, renderer(), TrainConfig(eval_share=0.0))
        whole = tmp_path / "all.jsonl"
        written(whole, "\n".join(map(json.dumps, rows)))
        together = load_dataset(whole, tokenizer, renderer(), TrainConfig(eval_share=0.0))
    assert dataset.found.container == "jsonl"
    assert sorted(s.tokens.tolist() for s in dataset.train) == sorted(s.tokens.tolist() for s in together.train)
    (bad,) = dataset.problems
    assert (bad.file, bad.line) == (str(folder / "more" / "part-2.jsonl"), 3)


def test_that_parts_of_different_forms_are_refused_by_name(tmp_path: Path) -> None:
    written(tmp_path / "a.jsonl", json.dumps(GOOD))
    written(tmp_path / "b.csv", "question,answer\nHi,Ho\n")
    with pytest.raises(LuthierError) as caught:
        recognise(tmp_path)
    assert caught.value.code == "data.mixed-folder"
    assert "a.jsonl is jsonl, b.csv is csv" in caught.value.message


def test_that_the_first_row_of_a_table_is_its_header_or_not(tmp_path: Path) -> None:
    table = written(tmp_path / "faq.csv", "What is one?,It is a number.\nWhat is two?,It is another.\n")
    found = recognise(table)
    assert (found.has_header, found.columns, found.guessed) == (False, ("column 1", "column 2"), True)
    assert found.mapping == {"prompt": "column 1", "completion": "column 2"}  # what asks is the question
    assert next(read_csv(table, ",")).value["column 1"] == "What is one?"
    named = recognise(table, TrainConfig(header="yes"))
    assert (named.has_header, named.columns) == (True, ("What is one?", "It is a number."))
    usual = written(tmp_path / "usual.csv", "question,answer\nHi,Ho\n")
    assert recognise(usual).has_header
    assert recognise(usual, TrainConfig(header="no")).columns == ("column 1", "column 2")
    doubled = written(tmp_path / "doubled.csv", "text,,text\nHi,Ho,Hum\n")
    assert recognise(doubled, TrainConfig(header="yes")).columns == ("text", "column 2", "column 3")


QA = [[("user", "Bed 0?"), ("assistant", "Leeks, 0.")], [("user", "Bed 1?"), ("assistant", "Leeks, 1.")]]


@pytest.mark.parametrize(
    "text",
    [
        ',question,answer\n0,Bed 0?,"Leeks, 0."\n1,Bed 1?,"Leeks, 1."\n',  # pandas' index
        "\tquestion\tanswer\n0\tBed 0?\tLeeks, 0.\n1\tBed 1?\tLeeks, 1.\n",
        '\ufeffquestion;answer;;\r\nBed 0?;"Leeks, 0.";;\r\nBed 1?;"Leeks, 1.";;\r\n',  # Excel's empty columns
        "sep=;\nquestion;answer\nBed 0?;Leeks, 0.\nBed 1?;Leeks, 1.\n",
    ],
)
def test_that_a_header_with_columns_that_nobody_named_is_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "rows.csv"
    path.write_bytes(text.encode())
    found = recognise(path)
    assert (found.format, found.guessed, found.has_header) == ("qa", False, True)
    assert contents(path) == QA


ROWS_BELOW = "Bed 0?;Leeks, 0.;\r\nBed 1?;Leeks, 1.;\r\n"


@pytest.mark.parametrize(
    ("title", "delimiter", "start"),
    [
        ("Our beds, 2024\n\n", ";", 3),
        ("Our beds\nMade on;1 May\n\n\n", ";", 5),
        ("Our beds;;\nMade on;1 May;\n;;\n", ";", 4),  # Excel
        ("sep=;\nOur beds;;\n", ";", 3),
        ("\ufeffWhat;Who;When;Where\r\n", ";", 2),
        ("Our beds\n\n", "\t", 3),
        ('"Our beds\nand more";;\n', ";", 3),
    ],
)
@pytest.mark.parametrize("name", ["rows.csv", "rows.txt"])
def test_that_a_title_above_a_table_is_not_its_header(
    tmp_path: Path, name: str, title: str, delimiter: str, start: int
) -> None:
    path = tmp_path / name
    path.write_bytes(f"{title}question;answer;source\r\n{ROWS_BELOW}".replace(";", delimiter).encode())
    found = recognise(path)
    assert (found.container, found.format, found.guessed, found.has_header) == ("csv", "qa", False, True)
    assert (found.columns, found.starts) == (("question", "answer", "source"), (start,))
    assert contents(path) == QA


def test_that_it_is_told_where_a_table_begins_below_its_title(tmp_path: Path) -> None:
    path = written(tmp_path / "beds.csv", f"Our beds\n\nquestion;answer;\n{ROWS_BELOW}Bed 2?;;;\n")
    with Tokenizer(write_bpe(tmp_path / "model.gguf")) as tokenizer:
        dataset = load_dataset(path, tokenizer, renderer(), TrainConfig(eval_share=0.0))
    (told,) = [notice for notice in dataset.notices if notice.code == "data.title"]
    assert told.message == "The table in beds.csv begins in line 3: what stands above it is not read."
    assert [(bad.line, bad.reason) for bad in dataset.problems] == [(6, "another number of fields than the header")]


@pytest.mark.parametrize("title", ["Our beds\n\n", "Our beds;;;\n", "Made on;1 May;;\n;;;\n"])
def test_that_a_title_above_names_that_nobody_knows_is_refused_with_its_line(tmp_path: Path, title: str) -> None:
    path = written(tmp_path / "bank.csv", f"{title}Tag;Zweck;Betrag;Saldo\n1.5.;Miete;-5,00;3\n2.5.;Essen;-1,50;1\n")
    line = title.count("\n") + 1
    with pytest.raises(LuthierError) as caught:
        recognise(path)
    assert caught.value.code == "data.header-unsure"
    for words in (str(path), "line 1 (“", f"from line {line} on (“Tag | Zweck | Betrag | Saldo”)"):
        assert words in caught.value.message
    named = recognise(path, TrainConfig(header="yes"))
    assert (named.columns, named.starts) == (("Tag", "Zweck", "Betrag", "Saldo"), (line,))
    unnamed = recognise(path, TrainConfig(header="no"))
    assert unnamed.columns == ("column 1", "column 2", "column 3", "column 4")


@pytest.mark.parametrize(
    "text",
    [
        "frage,antwort\nWas, bitte?,Das.\nWer?,Er.\nWo, denn?,Hier.\nWann?,Bald, bald.\n",  # commas without quotes
        "What is one?,It is a number.,\nWhat is two?,It is another.,here\nWhat is three?,It is more.,there\n",
        "question,answer,source\nBed 0?,Leeks.,\nquestion,answer,\nBed 1?,Beets.,\n",
        "name\nAnn\nBob\n",
        "a;b\n",
    ],
)
def test_that_a_table_without_a_title_begins_where_it_does(tmp_path: Path, text: str) -> None:
    assert recognise(written(tmp_path / "rows.csv", text)).starts == (1,)


def test_that_a_first_row_of_more_than_names_is_a_row_whatever_excel_adds(tmp_path: Path) -> None:
    path = written(tmp_path / "rows.csv", "Hi there,Hello you,\nBed 0?,Leeks.,\nBed 1?,Beets.,\n")
    assert len(contents(path)) == 3


def test_that_the_header_of_tables_put_together_is_no_row(tmp_path: Path) -> None:
    header, first, second = "question,answer", 'Bed 0?,"Leeks, 0."', 'Bed 1?,"Leeks, 1."'
    path = written(tmp_path / "rows.csv", "\n".join([header, first, header, second]))
    found = records(path, recognise(path))
    assert [str(record.fault or "") for record in found] == ["", "the columns' names again", ""]
