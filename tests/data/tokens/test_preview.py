"""Rows token by token: what is shown is what is trained, and every token has the right reason."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from core.data.tokenizer import Tokenizer
from core.data.tokens.load_dataset import load_dataset
from core.shared.config import TrainConfig
from core.shared.paths import DEMO
from tests.support.chat_truths import source_of
from tests.support.data_vocab import LLAMA3, LLAMA3_SPECIALS, write_bpe
from tests.support.previews import preview, reasons, write_rows
from tests.support.rendering import renderer

TALK = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Where is Holmes?"},
    {"role": "assistant", "content": "In Baker Street."},
    {"role": "user", "content": "And Watson?"},
    {"role": "assistant", "content": "With him."},
]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_bpe(tmp_path_factory.mktemp("vocab") / "chatml.gguf")


def test_that_every_token_of_a_conversation_has_its_reason(model: Path, tmp_path: Path) -> None:
    (row,) = preview(model, write_rows(tmp_path, {"messages": TALK}))
    assert (row.line, row.problem, [message.role for message in row.messages]) == (1, "", [m["role"] for m in TALK])
    assert reasons(row) == [
        ("start", False, "<|im_start|>"), ("template", False, "system\n"), ("system", False, "Be brief."),
        ("template", False, "<|im_end|>\n<|im_start|>user\n"), ("user", False, "Where is Holmes?"),
        ("template", False, "<|im_end|>\n<|im_start|>assistant\n"),
        ("answer", True, "In Baker Street."), ("end", True, "<|im_end|>"),
        ("template", False, "\n<|im_start|>user\n"), ("user", False, "And Watson?"),
        ("template", False, "<|im_end|>\n<|im_start|>assistant\n"),
        ("answer", True, "With him."), ("end", True, "<|im_end|>"), ("template", False, "\n"),
    ]  # fmt: skip


def test_the_reasons_under_the_other_ways_to_train(model: Path, tmp_path: Path) -> None:
    data = write_rows(tmp_path, {"messages": TALK})
    (last,) = preview(model, data, train_on="last")
    assert ("earlier", False, "In Baker Street.") in reasons(last)
    assert [part for part, trained, _ in reasons(last) if trained] == ["answer", "end"]
    (whole,) = preview(model, data, train_on="all")
    parts = reasons(whole)
    assert [part for part, trained, _ in parts if not trained] == ["start"]
    assert ("user", True, "Where is Holmes?") in parts
    assert ("everything", True, "system\n") in parts


def test_that_what_the_template_writes_of_a_tool_call_belongs_to_the_answer(tmp_path: Path) -> None:
    template = (
        "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}"
        "{% if m.tool_calls %}CALL {{ m.tool_calls[0].function.name }}{% endif %}<|im_end|>\n{% endfor %}"
        "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
    )
    call = {"role": "assistant", "content": "Wait.", "tool_calls": [{"function": {"name": "look", "arguments": {}}}]}
    row = {"messages": [TALK[1], call, {"role": "tool", "content": "Found."}, TALK[4]]}
    (shown,) = preview(write_bpe(tmp_path / "tools.gguf", template=template), write_rows(tmp_path, row))
    assert ("answer", True, "Wait.") in reasons(shown)
    assert ("call", True, "CALL look") in reasons(shown)
    assert ("tool", False, "Found.") in reasons(shown)
    assert "look" in shown.messages[1].text


def test_that_thoughts_are_told_from_what_the_template_writes_around_an_answer(tmp_path: Path) -> None:
    model = write_bpe(tmp_path / "qwen3.gguf", template=source_of("Qwen-Qwen3-0.6B"))
    thought = {**TALK[2], "reasoning_content": "He lives there."}
    call = {**TALK[2], "tool_calls": [{"type": "function", "function": {"name": "look", "arguments": {}}}]}
    rows = preview(model, write_rows(tmp_path, *({"messages": [TALK[1], last]} for last in (TALK[2], thought, call))))
    plain, thinking, calling = ([(part, text) for part, trained, text in reasons(row) if trained] for row in rows)
    answer, end = ("answer", "In Baker Street."), ("end", "<|im_end|>")
    assert plain == [("frame", "<think>\n\n</think>\n\n"), answer, end]
    assert thinking == [
        ("frame", "<think>\n"), ("thought", "He lives there."), ("frame", "\n</think>\n\n"), answer, end,
    ]  # fmt: skip
    assert [part for part, _ in calling] == ["frame", "answer", "call", "end"]


def test_that_a_bos_which_the_tokenizer_adds_is_shown_first(tmp_path: Path) -> None:
    model = write_bpe(
        tmp_path / "llama3.gguf", template=LLAMA3.replace("{{ bos_token }}", ""), specials=LLAMA3_SPECIALS,
        bos="<|begin_of_text|>", eos="<|eot_id|>",
    )  # fmt: skip
    (row,) = preview(model, write_rows(tmp_path, {"messages": TALK}))
    assert reasons(row)[0] == ("start", False, "<|begin_of_text|>")
    assert reasons(row)[1] == ("template", False, "<|start_header_id|>system<|end_header_id|>\n\n")


def test_that_rows_that_cannot_be_used_stand_where_they_are_and_say_why(model: Path, tmp_path: Path) -> None:
    two = {"messages": [TALK[1], TALK[1]]}
    rows = preview(model, write_rows(tmp_path, {"messages": TALK}, "{broken", two, {"messages": TALK[3:]}))
    assert [row.line for row in rows] == [1, 2, 3, 4]
    assert [bool(row.ids) for row in rows] == [True, False, False, True]
    assert rows[1].problem.startswith("not valid JSON")
    assert rows[1].messages[0].text == "{broken"
    assert rows[2].problem == "two user turns in a row (messages 1 and 2)"


def test_that_only_the_turns_that_fit_the_context_are_shown(model: Path, tmp_path: Path) -> None:
    long = [{"role": "user", "content": "word " * 60}, {"role": "assistant", "content": "x"}]
    (row,) = preview(model, write_rows(tmp_path, {"messages": [*long, *TALK[3:]]}), context=64)
    assert [message.text for message in row.messages] == ["And Watson?", "With him."]
    assert len(row.ids) <= 64


def test_that_a_part_of_a_character_is_shown_as_its_bytes(model: Path, tmp_path: Path) -> None:
    talk = [TALK[1], {"role": "assistant", "content": "\N{DROMEDARY CAMEL}"}]
    (row,) = preview(model, write_rows(tmp_path, {"messages": talk}))
    shown = next(text for part, _, text in reasons(row) if part == "answer")
    assert shown == "<F0><9F><90><AA>" or shown == "\N{DROMEDARY CAMEL}"
    assert all(piece.isprintable() or piece.isspace() for piece in row.pieces)


def test_that_pages_of_rows_are_the_rows_of_the_file(model: Path) -> None:
    data = DEMO / "chat.jsonl"
    whole = preview(model, data, limit=30)
    assert preview(model, data, start=10, limit=5) == whole[10:15]
    assert [row.line for row in whole] == list(range(1, 31))


@pytest.mark.parametrize("train_on", ["assistant", "last", "all"])
def test_that_the_masks_sum_to_what_the_preview_shows(model: Path, train_on: str) -> None:
    data, config = DEMO / "chat.jsonl", {"context": 256, "train_on": train_on, "eval_share": 0.0}
    rows = preview(model, data, limit=10**6, **config)
    with Tokenizer(model) as tokenizer:
        dataset = load_dataset(data, tokenizer, renderer(), TrainConfig(**config))
    shown = Counter(trained for row in rows for count, trained, _ in row.stretches for _ in range(count))
    assert (shown[True], shown[True] + shown[False]) == (dataset.supervised_tokens, dataset.tokens)
    for row, example in zip(rows, dataset.train, strict=True):
        assert row.ids == example.tokens.tolist()
        trained = [trained for count, trained, _ in row.stretches for _ in range(count)]
        assert np.array_equal(trained, example.supervised)


def test_that_a_text_is_shown_in_the_pieces_it_is_trained_in(model: Path, tmp_path: Path) -> None:
    data = tmp_path / "story.txt"
    data.write_text((DEMO / "holmes.txt").read_text()[:20_000])
    first, second, *_ = preview(model, data, context=128, eval_share=0.0)
    assert [(count, part) for count, _, part in first.stretches] == [(1, "start"), (127, "text")]
    assert [(count, part) for count, _, part in second.stretches] == [(1, "again"), (127, "text")]
    assert first.ids[-1] == second.ids[0]
    assert "".join(first.pieces) == data.read_text()[: len("".join(first.pieces))]
    assert preview(model, data, start=1, limit=1, context=128, eval_share=0.0) == [second]
