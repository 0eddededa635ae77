"""Conversations as one text, with a chat template's marks: read as what they are, else told."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.data.formats.recognise import recognise
from core.data.formats.rendered import mark_in, rendered_turns
from core.data.formats.turns import Conversation
from core.data.tokens.dataset import Dataset
from core.data.tokens.record_encoder import read_content
from core.data.tokens.source import open_source, read_records
from core.protocol.config import TrainConfig
from tests.support.data import Load, write_rows

ASKED, SAID, SYSTEM = ("user", "Bed 0?"), ("assistant", "Leeks."), ("system", "Be brief.")
PREAMBLE = "Below is an instruction that describes a task. Write a response that completes the request.\n\n"
TEXTS: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "ChatML": (
        "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nBed 0?<|im_end|>\n"
        "<|im_start|>assistant\nLeeks.<|im_end|>\n",
        [SYSTEM, ASKED, SAID],
    ),
    "Phi-4": (
        "<|im_start|>user<|im_sep|>Bed 0?<|im_end|><|im_start|>assistant<|im_sep|>Leeks.<|im_end|>",
        [ASKED, SAID],
    ),
    "Llama 2": (
        "<s>[INST] <<SYS>>\nBe brief.\n<</SYS>>\n\nBed 0? [/INST] Leeks. </s><s>[INST] Bed 0? [/INST] Leeks. </s>",
        [SYSTEM, ASKED, SAID, ASKED, SAID],
    ),
    "Mistral": ("<s>[SYSTEM_PROMPT]Be brief.[/SYSTEM_PROMPT][INST]Bed 0?[/INST]Leeks.</s>", [SYSTEM, ASKED, SAID]),
    "Llama 3": (
        "<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nBed 0?<|eot_id|>"
        "<|start_header_id|>assistant<|end_header_id|>\n\nLeeks.<|eot_id|>",
        [ASKED, SAID],
    ),
    "Gemma": (
        "<bos><start_of_turn>user\nBed 0?<end_of_turn>\n<start_of_turn>model\nLeeks.<end_of_turn>\n",
        [ASKED, SAID],
    ),
    "Phi-3": ("<|user|>\nBed 0?<|end|>\n<|assistant|>\nLeeks.<|end|>\n<|endoftext|>", [ASKED, SAID]),
    "Zephyr": ("<|system|>\nBe brief.</s>\n<|user|>\nBed 0?</s>\n<|assistant|>\nLeeks.</s>\n", [SYSTEM, ASKED, SAID]),
    "Granite": (
        "<|start_of_role|>user<|end_of_role|>Bed 0?<|end_of_text|>\n"
        "<|start_of_role|>assistant<|end_of_role|>Leeks.<|end_of_text|>\n",
        [ASKED, SAID],
    ),
    "DeepSeek": (
        "<｜begin▁of▁sentence｜>Be brief.<｜User｜>Bed 0?<｜Assistant｜>Leeks.<｜end▁of▁sentence｜>",
        [SYSTEM, ASKED, SAID],
    ),
    "Alpaca": (PREAMBLE + "### Instruction:\nBed 0?\n\n### Response:\nLeeks.", [ASKED, SAID]),
    "Alpaca's input": (
        PREAMBLE + "### Instruction:\nBed\n\n### Input:\n0?\n\n### Response:\nLeeks.</s>",
        [("user", "Bed\n\n0?"), SAID],
    ),
    "Guanaco": ("### Human: Bed 0?### Assistant: Leeks.### Human: Bed 0?", [ASKED, SAID, ASKED]),
    "Vicuna": (
        "A chat between a curious user and an assistant. USER: Bed 0? ASSISTANT: Leeks.</s>"
        "USER: Bed 0? ASSISTANT: Leeks.</s>",
        [ASKED, SAID, ASKED, SAID],
    ),
}  # fmt: skip


def pairs(prompt: str, answer: str = "") -> list[tuple[str, str]]:
    return [(message["role"], message["content"]) for message in rendered_turns(prompt, answer)]


def codes(dataset: Dataset) -> set[str]:
    return {notice.code for notice in dataset.notices}


@pytest.mark.parametrize("name", TEXTS)
def test_that_a_whole_conversation_with_any_templates_marks_is_one(tmp_path: Path, name: str) -> None:
    text, expected = TEXTS[name]
    assert pairs(text) == expected
    assert mark_in(text) or name == "Vicuna"
    assert recognise(write_rows(tmp_path / "rows.jsonl", {"text": text})).format == "rendered"


def test_that_ready_made_chats_are_trained_as_the_messages_they_are(load: Load, tmp_path: Path) -> None:
    """With the template's own special tokens, and the answer alone learnt."""
    text, turns = TEXTS["ChatML"]
    rendered = load(write_rows(tmp_path / "text.jsonl", {"text": text}))
    asked = {"messages": [{"role": role, "content": content} for role, content in turns]}
    (mine,), (theirs,) = rendered.train, load(write_rows(tmp_path / "messages.jsonl", asked)).train
    assert mine.tokens.tolist() == theirs.tokens.tolist()
    assert mine.supervised.tolist() == theirs.supervised.tolist()
    assert "data.rendered" in codes(rendered) and "data.marks" not in codes(rendered)
    as_text = load(tmp_path / "text.jsonl", format="documents")
    assert as_text.found.format == "documents"
    (notice,) = [notice for notice in as_text.notices if notice.code == "data.marks"]
    assert "1 text holds a chat template's marks (<|im_start|>)" in notice.message


def test_that_a_prompt_that_opens_the_answer_is_taken_apart() -> None:
    for prompt, answer in (
        (PREAMBLE + "### Instruction:\nBed 0?\n\n### Response:\n", "Leeks."),
        ("<s>[INST] Bed 0? [/INST]", " Leeks. </s>"),
        ("<|im_start|>user\nBed 0?<|im_end|>\n", "<|im_start|>assistant\nLeeks.<|im_end|>"),
    ):
        assert pairs(prompt, answer) == [ASKED, SAID]


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("Sum this up:\nUSER: Bed 0?\nASSISTANT: Leeks.", "Somebody asks about a bed."),
        ("USER: Bed 0?\nASSISTANT: Leeks.\n", "Somebody asks about a bed."),
        ("What does <|im_start|> mean?", "A turn begins."),
        ("SYSTEM: log\nUSER: root", "Reason:\nASSISTANT: 0"),
        ("<|im_start|>user\nBed 0?<|im_end|>\n<|im_start|>assistant\n", ""),
        ("<|im_start|>user\nBed 0?<|im_end|>\n<|im_start|>assistant\nLeeks.<|eot_id|> and more", ""),
        ("Once upon a time.", ""),
    ],
)
def test_that_other_texts_are_left_as_they_are(prompt: str, answer: str) -> None:
    assert pairs(prompt, answer) == []


def test_that_an_answer_may_speak_of_turns() -> None:
    said = "Write it so:\nUSER: bar\nASSISTANT: baz"
    assert pairs("USER: Bed 0?\nASSISTANT:", said) == [ASKED, ("assistant", said)]


def test_that_a_system_prompt_beside_a_chat_with_one_of_its_own_gives_way(tmp_path: Path) -> None:
    prompt = "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nBed 0?<|im_end|>\n<|im_start|>assistant\n"
    row = {"system": "Be long.", "prompt": prompt, "completion": "Leeks."}
    source = open_source(write_rows(tmp_path / "rows.jsonl", row), Path(), TrainConfig())
    (content,) = [read_content(record, source.recipe.found) for record in read_records(source)]
    assert isinstance(content, Conversation)
    assert [message["role"] for message in content.messages] == ["system", "user", "assistant"]


def test_that_blanks_without_end_are_passed_quickly() -> None:
    """A pattern that tries each of them anew would take hours."""
    text, _ = TEXTS["ChatML"]
    assert len(pairs(text.replace("Bed 0?", "Bed" + " " * 300_000 + "0?"))) == 3


def test_that_marks_within_rows_are_told_and_those_that_are_not_whole_named(load: Load, tmp_path: Path) -> None:
    rows = [{"prompt": f"Bed {n}?", "completion": "Leeks.</s>"} for n in range(3)]
    dataset = load(write_rows(tmp_path / "rows.jsonl", *rows, {"prompt": "Bed?", "completion": "None, </s> or not."}))
    (notice,) = [notice for notice in dataset.notices if notice.code == "data.ends"]
    assert "3 texts end with a mark for the end of a turn" in notice.message
    (tmp_path / "chat.txt").write_text(TEXTS["Gemma"][0] * 9)
    assert "data.marks" in codes(load(tmp_path / "chat.txt"))
    mixed = load(write_rows(tmp_path / "mixed.jsonl", *[{"text": TEXTS["Gemma"][0]}] * 20, {"text": "Plain."}))
    assert mixed.dropped == {"not a whole conversation with its marks": 1}
    half = load(write_rows(tmp_path / "half.jsonl", *[{"text": TEXTS["Gemma"][0]}, {"text": "Plain."}] * 9))
    assert half.found.format == "documents" and half.dropped == {} and "data.marks" in codes(half)
