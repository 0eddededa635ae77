"""Rows as public data has them: what is not to be learnt is not, tools and calls are objects, and the rest is told."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.base.errors import LuthierError
from core.chat.prompt import PromptWriter
from core.data.chat.template import CHATML
from core.data.formats.recognise import recognise
from core.data.formats.turns import Conversation, Message, is_learnt
from core.data.problems import BadRowError
from core.data.tokenizer import Tokenizer
from core.data.tokens.load_dataset import load_dataset
from core.data.tokens.record_encoder import read_content
from core.data.tokens.source import open_source, read_records
from core.protocol.config import TrainConfig
from tests.support.data import Load, told, write_rows
from tests.support.data_vocab import write_bpe
from tests.support.rendering import renderer

BED = {"name": "bed", "arguments": {"n": 0}}
CALL = {"type": "function", "function": BED}
TOOL = {"name": "bed", "description": "what grows in a bed", "parameters": {"type": "object", "properties": {}}}
FRAMED = {"type": "function", "function": TOOL}
ASKED, SAID = {"role": "user", "content": "Bed 0?"}, {"role": "assistant", "content": "Leeks."}
CALLED = {"role": "assistant", "content": "", "tool_calls": [CALL]}
GROWS = {"role": "tool", "content": "leeks"}


def contents(path: Path, **settings: Any) -> list[Conversation | str]:
    source = open_source(path, Path(), TrainConfig(**settings))
    return [read_content(record, source.recipe.found) for record in read_records(source)]


def messages(tmp_path: Path, row: Any) -> list[Message]:
    (content,) = contents(write_rows(tmp_path / "row.jsonl", row))
    assert isinstance(content, Conversation)
    return content.messages


@pytest.mark.parametrize(
    "row",
    [
        {"prompt": "Bed 0?", "completion": "Go away."},
        {"prompt": [ASKED], "completion": [SAID]},
        {"messages": [ASKED, SAID]},
        {"conversations": [ASKED, SAID]},
    ],
)
def test_that_an_answer_labelled_bad_is_not_learnt_and_counted(load: Load, tmp_path: Path, row: Any) -> None:
    dataset = load(write_rows(tmp_path / "kto.jsonl", row | {"label": False}, row | {"label": True}))
    assert (len(dataset.train), dataset.dropped) == (1, {"marked as a bad answer": 1})
    assert not told(dataset, "data.unused")


def test_that_a_label_is_one_only_where_it_is_true_or_false(load: Load, tmp_path: Path) -> None:
    table = tmp_path / "kto.csv"
    table.write_text("prompt,completion,label\nBed 0?,Go away.,FALSE\nBed 1?,Leeks.,True\n")
    assert load(table).dropped == {"marked as a bad answer": 1}
    numbers = write_rows(
        tmp_path / "classes.jsonl", *({"prompt": f"Bed {n}?", "completion": "x", "label": n} for n in (0, 1))
    )
    dataset = load(numbers)
    assert len(dataset.train) == 2
    assert "Not used of the rows: label." in told(dataset, "data.unused")
    alpaca = {"instruction": "Bed 0?", "output": "Go away.", "kto_tag": False}
    assert load(write_rows(tmp_path / "tags.jsonl", alpaca, alpaca | {"kto_tag": True})).dropped == {
        "marked as a bad answer": 1
    }


@pytest.mark.parametrize("flag", ["train", "training", "trainable", "loss"])
def test_that_a_turn_marked_not_to_train_is_not_learnt(tmp_path: Path, flag: str) -> None:
    talk = [ASKED, {**SAID, flag: False}, ASKED, {**SAID, flag: True}, ASKED, {**SAID, flag: None}]
    assert [is_learnt(message) for message in messages(tmp_path, {"messages": talk})][1::2] == [False, True, True]
    with pytest.raises(BadRowError, match=f"`{flag}` that is neither 0 nor 1"):
        messages(tmp_path, {"messages": [ASKED, {**SAID, flag: "no"}]})


def test_that_history_is_the_turns_before_the_question(tmp_path: Path) -> None:
    history = [["Who are you?", "A gardener."], ["Where?", "Here."]]
    expected = [("system", "Be brief."), ("user", "Who are you?"), ("assistant", "A gardener."), ("user", "Where?"),
                ("assistant", "Here."), ("user", "Bed 0?"), ("assistant", "Leeks.")]  # fmt: skip
    asked = {"instruction": "Bed 0?", "input": "", "output": "Leeks.", "system": "Be brief."}
    chat = {"prompt": "Bed 0?", "response": "Leeks.", "system": "Be brief."}
    for row in (asked, chat):
        for given in (history, json.dumps(history)):
            found = messages(tmp_path, row | {"history": given})
            assert [(message["role"], message["content"]) for message in found] == expected
    assert len(messages(tmp_path, asked | {"history": []})) == 3
    with pytest.raises(BadRowError, match="history is not pairs"):
        messages(tmp_path, asked | {"history": [["alone"]]})


@pytest.mark.parametrize("packed", [json.dumps, lambda value: value])
def test_that_answers_beside_tools_are_calls(tmp_path: Path, packed: Any) -> None:
    row = {"id": 0, "query": "Bed 0?", "answers": packed([BED]), "tools": packed([TOOL])}
    (content,) = contents(write_rows(tmp_path / "xlam.jsonl", row))
    assert content == Conversation([ASKED, CALLED], [FRAMED])
    said = row | {"answers": "[1] says leeks."}
    assert messages(tmp_path, said)[1]["content"] == "[1] says leeks."
    del row["tools"]
    assert messages(tmp_path, row | {"answers": json.dumps([BED])})[1]["content"] == json.dumps([BED])


@pytest.mark.parametrize("tools", [[TOOL], [json.dumps(TOOL)], json.dumps([FRAMED]), [json.dumps(FRAMED)]])
def test_that_tools_and_calls_as_texts_are_objects(tmp_path: Path, tools: Any) -> None:
    for calls in ([CALL], json.dumps([CALL]), [json.dumps(CALL)], [BED], json.dumps(BED), BED):
        row = {"messages": [ASKED, {"role": "assistant", "content": None, "tool_calls": calls}, GROWS, SAID]}
        (content,) = contents(write_rows(tmp_path / "calls.jsonl", row | {"tools": tools}))
        assert content == Conversation([ASKED, CALLED, GROWS, SAID], [FRAMED])


def test_that_calls_and_answers_in_roles_of_their_own_are_read(tmp_path: Path) -> None:
    """As ms-swift has them."""
    talk = [ASKED, {"role": "tool_call", "content": json.dumps(BED)}, GROWS | {"role": "tool_response"}, SAID]
    assert messages(tmp_path, {"messages": talk}) == [ASKED, CALLED, GROWS, SAID]


def test_that_a_function_call_as_openai_had_it_is_a_call(tmp_path: Path) -> None:
    row = {"messages": [ASKED, {"role": "assistant", "content": None, "function_call": BED}], "functions": [TOOL]}
    (content,) = contents(write_rows(tmp_path / "calls.jsonl", row))
    assert content == Conversation([ASKED, CALLED], [FRAMED])
    with pytest.raises(BadRowError, match="a tool call is not an object"):
        messages(tmp_path, {"messages": [ASKED, {"role": "assistant", "content": "", "tool_calls": ["bed"]}]})


def test_that_calls_in_turns_of_their_own_are_one_answers(tmp_path: Path) -> None:
    called = {"from": "function_call", "value": json.dumps(BED)}
    grows = {"from": "observation", "value": "leeks"}
    said = {"from": "gpt", "value": "Leeks."}
    talk = [{"from": "human", "value": "Bed 0?"}, called, called, grows, grows, said]
    parallel = [ASKED, CALLED | {"tool_calls": [CALL, CALL]}, GROWS, GROWS, SAID]
    assert messages(tmp_path, {"conversations": talk}) == parallel
    assert messages(tmp_path, {"messages": [ASKED, CALLED, CALLED, GROWS, GROWS, SAID]}) == parallel
    spoken = messages(
        tmp_path, {"conversations": [talk[0], {"from": "gpt", "value": "A moment."}, called, grows, said]}
    )
    assert spoken[1] == {"role": "assistant", "content": "A moment.", "tool_calls": [CALL]}
    for apart in ([ASKED, SAID, SAID], [ASKED, CALLED, SAID], [ASKED, CALLED | {"weight": 0}, CALLED]):
        with pytest.raises(BadRowError, match="two assistant turns in a row"):
            messages(tmp_path, {"messages": apart})


def test_that_keys_which_arrow_pads_with_null_are_not_learnt(tmp_path: Path) -> None:
    weather = {"name": "weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}
    bed = {"name": "bed", "parameters": {"type": "object", "properties": {"number": {"type": "integer"}}}}
    calls = [{"name": "weather", "arguments": {"city": "Kiel"}}, {"name": "bed", "arguments": {"number": 1}}]
    tools = [{"type": "function", "function": tool} for tool in (weather, bed)]
    called = [CALLED | {"tool_calls": [{"type": "function", "function": call}]} for call in calls]
    talks = [{"messages": [ASKED, call], "tools": tools} for call in called]
    pq.write_table(pa.Table.from_pylist(talks), tmp_path / "tools.parquet")
    assert contents(tmp_path / "tools.parquet") == contents(write_rows(tmp_path / "tools.jsonl", *talks))


def test_that_json_lines_made_of_a_padded_table_are_not_padded(tmp_path: Path) -> None:
    """As datasets' to_json writes them; null for a parameter that the tool has stays."""
    tool = {"name": "bed", "parameters": {"type": "object", "properties": {"n": {"type": "integer"}}}}
    padded = {"name": "bed", "parameters": {"type": "object", "properties": {"n": {"type": "integer"}, "city": None}}}

    def row(tool: Any, arguments: Any) -> dict[str, Any]:
        call = {"type": "function", "function": {"name": "bed", "arguments": arguments}}
        return {"messages": [ASKED, CALLED | {"tool_calls": [call]}], "tools": [tool]}

    found = contents(write_rows(tmp_path / "padded.jsonl", row(padded, {"n": None, "city": None})))
    assert found == contents(write_rows(tmp_path / "plain.jsonl", row(tool, {"n": None})))


@pytest.mark.parametrize("name", ["conversations", "messages", "prompt"])
def test_that_better_and_worse_answers_to_a_conversation_teach_the_better(
    load: Load, tmp_path: Path, name: str
) -> None:
    better, worse = {"from": "gpt", "value": "Leeks."}, {"from": "gpt", "value": "No."}
    row = {name: [{"from": "human", "value": "Bed 0?"}], "chosen": better, "rejected": worse}
    path = write_rows(tmp_path / "dpo.jsonl", row)
    assert recognise(path).format == "preference"
    assert messages(tmp_path, row) == [ASKED, SAID]
    assert "the worse one is not used" in told(load(path), "data.preference")


def test_that_a_turn_a_row_is_refused_unless_it_is_meant(tmp_path: Path) -> None:
    path = write_rows(tmp_path / "turns.jsonl", ASKED, SAID, ASKED, SAID)
    with pytest.raises(LuthierError) as caught:
        recognise(path)
    assert caught.value.code == "data.turn-a-row" and "(role, content)" in caught.value.message
    assert contents(path, format="documents") == ["Bed 0?", "Leeks."] * 2


@pytest.mark.parametrize("n", [1, 2, 12])
def test_that_a_list_of_turns_is_a_conversation_without_a_name(tmp_path: Path, n: int) -> None:
    talks = [[ASKED | {"content": f"Bed {number}?"}, SAID] for number in range(n)]
    expected = [Conversation(talk) for talk in talks]
    assert contents(write_rows(tmp_path / "lists.jsonl", *talks)) == expected
    for indent in (None, 1):
        (tmp_path / "lists.json").write_text(json.dumps(talks, indent=indent))
        assert contents(tmp_path / "lists.json") == expected


def test_that_columns_and_keys_which_teach_nothing_are_told(load: Load, tmp_path: Path) -> None:
    row = {"messages": [ASKED | {"timestamp": 7}, SAID | {"annotations": None}], "source": "web", "score": None}
    dataset = load(write_rows(tmp_path / "rows.jsonl", row, row | {"messages": [ASKED, SAID | {"audio": {"id": "a"}}]}))
    said = told(dataset, "data.unused")
    assert "Not used of the rows: source, timestamp (in messages), audio (in messages)." in said
    used = {"messages": [ASKED, CALLED, GROWS | {"name": "bed"}, SAID | {"weight": 1}], "tools": [TOOL], "system": "x"}
    source, seen = open_source(write_rows(tmp_path / "used.jsonl", used), Path(), TrainConfig()), Counter[str]()
    assert [read_content(record, source.recipe.found, seen) for record in read_records(source)] and not seen


def test_that_a_column_of_a_late_row_is_told_too(load: Load, tmp_path: Path) -> None:
    talks = [{"messages": [ASKED, SAID | {"content": f"Leeks, {n}."}]} for n in range(150)]
    late = {"messages": [ASKED, SAID | {"mood": "glad"}], "source": "web"}
    dataset = load(write_rows(tmp_path / "rows.jsonl", *talks, late, talks[0]))
    assert "Not used of the rows: source, mood (in messages)." in told(dataset, "data.unused")
    assert dataset.from_cache is False
    assert told(load(tmp_path / "rows.jsonl"), "data.unused") == told(dataset, "data.unused")


@pytest.mark.slow
def test_that_rows_with_any_number_of_columns_are_told_in_few_words(load: Load, tmp_path: Path) -> None:
    dataset = load(write_rows(tmp_path / "rows.jsonl", *({"messages": [ASKED, SAID], f"k{n}": 1} for n in range(1500))))
    assert len(dataset.seen) <= 1010 and dataset.seen["plain"] == 1500
    assert "Not used of the rows: k0, k1, k2, k3, k4, k5, k6, k7 and " in told(dataset, "data.unused")


@pytest.mark.parametrize(
    "row",
    [
        {"question": "Bed 0?", "answer": "Leeks.", "history": "Diabetes since 1990"},
        {"instruction": "Bed 0?", "output": "Leeks.", "tools": "hammer, saw"},
        {"input": "Bed 0?", "output": "Leeks.", "label": False},  # of a statement that is checked
    ],
)
def test_that_columns_which_say_something_else_cost_no_row(load: Load, tmp_path: Path, row: Any) -> None:
    dataset = load(write_rows(tmp_path / "rows.jsonl", row, row))
    assert len(dataset.train) == 2 and dataset.dropped == {}
    assert list(row)[2] in told(dataset, "data.unused")


def test_that_a_template_for_tools_writes_the_rows_that_have_some_and_their_prompts(tmp_path: Path) -> None:
    """As Transformers and llama.cpp choose it, in training and in the chat."""
    with_tools = CHATML.replace("{% for", "{% if tools %}<tools>{{ tools | tojson }}</tools>{% endif %}{% for", 1)
    named = [{"name": "default", "template": CHATML}, {"name": "tool_use", "template": with_tools}]
    talk = {"messages": [ASKED, SAID]}
    data = write_rows(tmp_path / "rows.jsonl", talk, talk | {"tools": [TOOL]})
    with Tokenizer(write_bpe(tmp_path / "model.gguf", template=named)) as tokenizer:
        dataset = load_dataset(data, tokenizer, renderer(), TrainConfig(eval_share=0.0))
        texts = [b"".join(map(tokenizer.piece, example.tokens.tolist())).decode() for example in dataset.train]
        writer = PromptWriter(tokenizer, renderer(), tokenizer.chat_template)
        for tools, text in zip(([], [FRAMED]), texts, strict=True):
            assert text.count(f"<tools>{json.dumps([FRAMED])}</tools>") == bool(tools)
            prompt = writer.write([ASKED], tools, length=1000, limit=10)
            assert text.startswith(b"".join(map(tokenizer.piece, prompt.tokens)).decode())
    assert not told(dataset, "data.no-place")


def test_that_a_loss_which_somebody_logged_is_no_flag(tmp_path: Path) -> None:
    assert messages(tmp_path, {"messages": [ASKED, SAID | {"loss": 1.25}]})[1]["content"] == "Leeks."


CHAT = [("user", "Bed 0?"), ("assistant", "Leeks.")]
DECLARED = TOOL | {"parameters": {"type": "OBJECT", "properties": {"n": {"type": "INTEGER"}}}}
THOUGHT, GEMINI_CALL = {"text": "I look.", "thought": True}, {"functionCall": {"name": "bed", "args": {"n": 0}}}
TUNED = {
    "contents": [
        {"role": "user", "parts": [{"text": "Bed 0?"}]},
        {"role": "model", "parts": [THOUGHT, GEMINI_CALL]},
        {"parts": [{"functionResponse": {"name": "bed", "response": {"content": "leeks"}}}]},
        {"role": "model", "parts": [{"text": "Lee"}, {"text": "ks."}]},
    ],
    "systemInstruction": {"role": "system", "parts": [{"text": "Be brief."}]},
    "tools": [{"functionDeclarations": [DECLARED]}],
}


def test_that_data_of_gemini_is_read(tmp_path: Path) -> None:
    path = write_rows(tmp_path / "gemini.jsonl", *[TUNED] * 3)
    found = contents(path)[0]
    assert isinstance(found, Conversation) and found.tools is not None
    assert recognise(path).format == "gemini"
    system, asked, called, grows, said = found.messages
    assert (system["content"], asked["content"], said["content"]) == ("Be brief.", "Bed 0?", "Leeks.")
    assert (called["tool_calls"], called["reasoning_content"]) == ([CALL], "I look.")
    assert (grows["role"], grows["name"], grows["content"]) == ("tool", "bed", "leeks")
    assert found.tools[0]["function"]["parameters"] == {"type": "object", "properties": {"n": {"type": "integer"}}}


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"contents": "Bed 0?"}, "contents is not a list"),
        ({"contents": [{"role": "user"}]}, "a message has no parts"),
        ({"contents": [{"role": "user", "parts": [{"inlineData": {"data": "x"}}]}]}, "content is not text"),
        ({"contents": [{"role": "user", "parts": [{"text": "Bed 0?"}]}]}, "no assistant turn"),
    ],
)
def test_that_what_gemini_reads_and_no_text_is_is_told(tmp_path: Path, row: Any, reason: str) -> None:
    with pytest.raises(BadRowError, match=reason):
        contents(write_rows(tmp_path / "gemini.jsonl", *[row] * 3), format="gemini")


BEDROCK = {
    "schemaVersion": "bedrock-conversation-2024",
    "system": [{"text": "Be "}, {"text": "brief."}],
    "messages": [{"role": one["role"], "content": [{"text": one["content"]}]} for one in (ASKED, SAID)],
}


def test_that_data_of_bedrock_is_read(load: Load, tmp_path: Path) -> None:
    assert messages(tmp_path, BEDROCK) == [{"role": "system", "content": "Be brief."}, ASKED, SAID]
    assert not told(load(write_rows(tmp_path / "bedrock.jsonl", BEDROCK, BEDROCK)), "data.unused")
    with pytest.raises(BadRowError, match="content is not text"):
        messages(tmp_path, BEDROCK | {"system": [{"image": {"format": "png"}}]})


TALKS = [[ASKED | {"content": f'Bed {n}? [}}\\"'}, SAID] for n in range(3)]
QUESTIONS = [{"question": f"Bed {n}? ]", "answer": "Leeks."} for n in range(3)]


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize(
    ("key", "held"),
    [
        ("data", QUESTIONS),
        ("rows", [{"messages": talk} for talk in TALKS]),
        ("examples", [{"prompt": "Bed 0?", "chosen": "Leeks.", "rejected": "No."}]),
        ("conversations", [{"conversations": talk} for talk in TALKS]),
        ("conversations", TALKS),
    ],
)
def test_that_rows_under_one_key_are_read(load: Load, tmp_path: Path, key: str, held: Any, indent: int | None) -> None:
    """They are read like an array of rows, and a notice says that nothing else is."""
    plain, file = write_rows(tmp_path / "array.json", held), tmp_path / "held.json"
    about = {"version": [1, {"of": "x"}], "name": 'the "data": [{'}
    file.write_text(json.dumps({**about, key: held, "tags": ["a"], "end": {"data": [{}]}}, indent=indent))
    assert contents(file) == contents(plain) and recognise(file).format == recognise(plain).format
    assert recognise(file).within == (key,) and recognise(plain).within == ("",)
    assert f"under “{key}”; nothing else of it is read" in told(load(file), "data.within")
    assert not told(load(plain), "data.within")
    file.write_text(json.dumps({key: held}, indent=indent), encoding="utf-16")
    assert contents(file) == contents(plain)


@pytest.mark.parametrize(
    "row",
    [
        {"conversations": [ASKED, SAID]},
        {"conversations": [{"human": "Bed 0?", "assistant": "Leeks."}]},
        {"messages": [ASKED, SAID], "data": ["garden"]},
        {"messages": [ASKED, SAID], "rows": []},
        {"messages": [ASKED, SAID], "examples": [{"input": "Bed 1?", "output": "Peas."}]},
    ],
)
def test_that_a_file_of_one_row_is_that_row(tmp_path: Path, row: Any) -> None:
    assert [(one["role"], one["content"]) for one in messages(tmp_path, row)] == CHAT
    assert contents(write_rows(tmp_path / "one.json", row))


@pytest.mark.parametrize("lines", [[{"data": QUESTIONS, "rows": QUESTIONS}], [{"data": QUESTIONS}] * 2])
def test_that_rows_under_several_keys_are_not_guessed(load: Load, tmp_path: Path, lines: Any) -> None:
    with pytest.raises(LuthierError, match=r"can be used|under several keys: data, rows"):
        load(write_rows(tmp_path / "rows.json", *lines))


def test_that_a_broken_row_under_a_key_is_named_and_costs_no_other(load: Load, tmp_path: Path) -> None:
    file = tmp_path / "held.json"
    file.write_text(json.dumps({"data": QUESTIONS}, indent=1).replace('"answer": "Leeks."', '"answer" "Leeks."', 1))
    dataset = load(file)
    assert len(dataset.train) == 2 and dataset.dropped == {"not valid JSON": 1}
    assert "held.json, line 5" in told(dataset, "data.bad-rows")
    file.write_text(json.dumps({"data": QUESTIONS}, indent=1)[:-20])
    dataset = load(file)
    assert len(dataset.train) == 2 and "the file ends in the middle of it" in told(dataset, "data.bad-rows")


@pytest.mark.parametrize("answer", ['"Leeks."}', '["Leeks."]]', '"Leeks."]'])
def test_that_a_bracket_too_many_under_a_key_costs_what_it_costs_in_an_array(
    load: Load, tmp_path: Path, answer: str
) -> None:
    read = []
    for name, held in (("array", QUESTIONS), ("held", {"data": QUESTIONS})):
        text = json.dumps(held).replace('"Leeks."', answer, 1)
        (tmp_path / f"{name}.json").write_text(text)
        dataset = load(tmp_path / f"{name}.json")
        read.append((len(dataset.train), dataset.dropped))
    assert read[0] == read[1] and read[0][0] >= 1


def test_that_a_first_row_of_other_columns_hides_no_rows_under_a_key(load: Load, tmp_path: Path) -> None:
    held = [{"id": 1}, *QUESTIONS]
    counts = [
        len(load(write_rows(tmp_path / f"{name}.json", one)).train)
        for name, one in (("a", held), ("b", {"data": held}))
    ]
    assert counts == [len(QUESTIONS)] * 2


def test_that_files_of_a_folder_hold_their_rows_as_each_likes(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    for name, held in (("a", {"data": QUESTIONS}), ("b", QUESTIONS), ("c", {"rows": QUESTIONS})):
        write_rows(folder / f"{name}.json", held)
    assert recognise(folder).within == ("data", "", "rows")
    assert contents(folder) == contents(folder / "b.json") * 3


# As Kiln exports what it has: for OpenAI, for Hugging Face's templates, each with the answer as text or as a call.
KILN_CALL = {"id": "call_1", "type": "function", "function": {"name": "task_response", "arguments": '{"n": 0}'}}
HF_CALL = {"type": "function", "function": {"name": "task_response", "id": "a1b2c3d4e", "arguments": {"n": 0}}}


@pytest.mark.parametrize(
    ("row", "calls"),
    [
        ({"messages": [ASKED, SAID]}, None),
        ({"messages": [ASKED, {"role": "assistant", "content": None, "tool_calls": [KILN_CALL]}]}, [KILN_CALL]),
        ({"conversations": [ASKED, SAID]}, None),
        ({"conversations": [ASKED, {"role": "assistant", "tool_calls": [HF_CALL]}]}, [HF_CALL]),
        ({"messages": [ASKED, {"role": "assistant", "content": "<think>\nI look.\n</think>\n\nLeeks."}]}, None),
    ],
)
def test_that_exports_of_kiln_are_read(tmp_path: Path, row: Any, calls: Any) -> None:
    asked, said = messages(tmp_path, row)
    assert asked["content"] == "Bed 0?" and said.get("tool_calls") == calls
    assert said["content"] == ("" if calls else "Leeks.")


@pytest.mark.parametrize(
    "row",
    [
        {"conversations": [{"from": "human", "value": "Bed 0?"}, {"from": "gpt", "value": "Leeks."}]},
        {"conversations": [{"from": "user", "content": "Bed 0?"}, {"from": "assistant", "content": "Leeks."}]},
        {"conversations": [{"role": "human", "value": "Bed 0?"}, {"role": "gpt", "value": "Leeks."}]},
        {"conversations": [{"from": "human", "text": "Bed 0?"}, {"from": "chatgpt", "text": "Leeks."}]},
        {"conversations": json.dumps([{"from": "human", "value": "Bed 0?"}, {"from": "gpt", "value": "Leeks."}])},
        {"conversation": [{"human": "Bed 0?", "assistant": "Leeks."}]},
        {"conversation": [{"system": "", "input": "Bed 0?", "output": "Leeks."}]},
        {"messages": [{"author": "user", "content": "Bed 0?"}, {"author": "bot", "content": "Leeks."}]},
        {"input_text": "Bed 0?", "output_text": "Leeks."},
        {"Question": "Bed 0?", "Complex_CoT": "I look.", "Response": "Leeks."},
    ],
)
def test_that_conversations_are_read_however_they_are_called(load: Load, tmp_path: Path, row: Any) -> None:
    assert [(one["role"], one["content"]) for one in messages(tmp_path, row)] == CHAT
    assert not told(load(write_rows(tmp_path / "rows.jsonl", row, row)), "data.unused")


def test_that_what_stands_beside_a_question_and_its_answer_is_named(load: Load, tmp_path: Path) -> None:
    pair = {"human": "Bed 0?", "assistant": "Leeks.", "mood": "calm"}
    two = {"conversation": [{"system": "Be brief.", **pair}, pair]}
    assert [one["role"] for one in messages(tmp_path, two)] == ["system", *["user", "assistant"] * 2]
    assert "mood (in messages)" in told(load(write_rows(tmp_path / "rows.jsonl", two)), "data.unused")
