"""Rows token by token: what is shown is what is trained, and every token has the right reason."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import numpy as np
import pytest

from core import protocol as p
from core.base.errors import LuthierError
from core.base.paths import DEMO
from core.data.tokenizer import Tokenizer
from core.data.tokens.load_dataset import load_dataset
from core.data.tokens.preview import pieces
from core.protocol.config import TrainConfig
from tests.support.chat_truths import source_of
from tests.support.data import write_rows
from tests.support.data_vocab import LLAMA3, LLAMA3_SPECIALS, write_bpe
from tests.support.previews import preview, reasons
from tests.support.rendering import renderer

TALK = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Where is Holmes?"},
    {"role": "assistant", "content": "In Baker Street."},
    {"role": "user", "content": "And Watson?"},
    {"role": "assistant", "content": "With him."},
]


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


def test_that_a_choice_is_shown_with_its_worse_answer_whatever_is_learnt(model: Path, tmp_path: Path) -> None:
    pair = {"prompt": "Where is Holmes?", "chosen": "In Baker Street.", "rejected": "I do not know."}
    row, other = preview(model, write_rows(tmp_path, pair, pair | {"rejected": ""}))
    assert (row.rejected, row.messages[-1].text) == ("I do not know.", "In Baker Street.")
    assert (other.rejected, other.problem, other.messages[-1].text) == ("", "", "In Baker Street.")


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
    assert plain == [answer, end]  # empty thoughts stand in the prompt that asks for none
    assert [row.thinking for row in rows] == ["off", "on", "off"]
    assert thinking == [
        ("frame", "<think>\n"), ("thought", "He lives there."), ("frame", "\n</think>\n\n"), answer, end,
    ]  # fmt: skip
    assert [part for part, _ in calling] == ["answer", "call", "end"]
    (learnt, *_) = preview(model, write_rows(tmp_path, {"messages": [TALK[1], TALK[2]]}), thoughts="empty")
    written = [(part, text) for part, trained, text in reasons(learnt) if trained]
    assert written == [("frame", "<think>\n\n</think>\n\n"), answer, end]


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


def test_that_a_character_of_several_tokens_stands_in_the_first(model: Path, tmp_path: Path) -> None:
    talk = [TALK[1], {"role": "assistant", "content": "\N{DROMEDARY CAMEL}é"}]
    (row,) = preview(model, write_rows(tmp_path, {"messages": talk}))
    shown = next(text for part, _, text in reasons(row) if part == "answer")
    assert shown == "\N{DROMEDARY CAMEL}é"
    camel = row.pieces.index("\N{DROMEDARY CAMEL}")
    assert row.parts[:3] == [camel + 1, camel + 2, camel + 3]
    assert [row.pieces[place] for place in row.parts] == [""] * len(row.parts)


def test_that_bytes_that_are_no_character_are_shown_as_bytes(model: Path) -> None:
    with Tokenizer(model) as tokenizer:
        camel = tokenizer.encode("\N{DROMEDARY CAMEL}")
        assert len(camel) == 4
        assert pieces(camel[2:], tokenizer) == (["<90>", "<AA>"], [])


def test_that_rows_are_searched_in_what_they_say_not_in_how_they_are_written(model: Path, tmp_path: Path) -> None:
    rows = [{"prompt": f"Q{n}", "completion": said} for n, said in enumerate(["Grüße", "Nein", "GRÜSSE", "ja"])]
    data = write_rows(tmp_path, *rows, "{broken grüße")  # json.dumps writes \\u00fc
    found = preview(model, data, search="grüße")
    assert [(row.place, row.line, bool(row.problem)) for row in found] == [
        (0, 1, False), (2, 3, False), (4, 5, True),
    ]  # fmt: skip
    assert [row.place for row in preview(model, data, start=1, limit=1, search="grüße")] == [2]
    assert preview(model, data, search="completion") == []


def test_that_a_row_is_shown_with_what_was_changed_in_it(model: Path, tmp_path: Path) -> None:
    data = write_rows(tmp_path, {"messages": TALK}, {"messages": TALK})
    first, second = preview(model, data)
    assert [message.turn for message in first.messages] == [0, 1, 2, 3, 4]
    change = p.RowChange(place=1, key=second.key, texts={4: "Gone."})
    same, changed = preview(model, data, changes=(change,))
    assert same == first and changed.key == second.key
    assert ("answer", True, "Gone.") in reasons(changed)
    (empty,) = preview(model, data, 1, changes=(msgspec.structs.replace(change, texts={4: " "}),))
    assert empty.problem == "an answer is empty"
    data.write_text(data.read_text().replace("Watson", "Lestrade"))
    with pytest.raises(LuthierError, match="not what it was"):
        preview(model, data, changes=(change,))


def test_that_pages_of_rows_are_the_rows_of_the_file(model: Path) -> None:
    data = DEMO / "chat.jsonl"
    whole = preview(model, data, limit=30)
    assert preview(model, data, start=10, limit=5) == whole[10:15]
    assert [row.line for row in whole] == list(range(1, 31))


@pytest.mark.slow
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


@pytest.mark.parametrize("bos", ["", "<|begin_of_text|>"])
def test_that_a_text_is_shown_in_passages_of_which_all_is_trained_but_its_beginning(tmp_path: Path, bos: str) -> None:
    """Whole lines, with the tokens that are put around a document."""
    model = write_bpe(tmp_path / "m.gguf", specials=LLAMA3_SPECIALS, bos=bos, eos="<|eot_id|>") if bos else write_bpe(
        tmp_path / "m.gguf"
    )  # fmt: skip
    (data := tmp_path / "story.txt").write_text((DEMO / "holmes.txt").read_text()[:9000] + "\n<|endoftext|>\nThe end.")
    rows = preview(model, data, limit=1000, context=128, eval_share=0.0)
    texts = [row.messages[0].text for row in rows]
    assert len(rows) > 3 and all(text.endswith("\n") for text in texts[:-1])
    assert "".join(texts) == data.read_text().replace("<|endoftext|>\n", "")
    assert [row.place for row in rows] == list(range(len(rows)))
    assert [(part, trained) for _, trained, part in rows[0].stretches] == [("start", False), ("text", True)]
    assert {part for row in rows[1:-1] for _, _, part in row.stretches} == {"text"}
    with Tokenizer(model) as tokenizer:
        dataset = load_dataset(data, tokenizer, renderer(), TrainConfig(context=128, eval_share=0.0))
        assert (rows[0].ids[0] == tokenizer.bos) == bool(bos)
        assert rows[-1].ids[-1] == rows[-2].ids[-1] == tokenizer.eos
    assert sum(n for row in rows for n, trained, _ in row.stretches if trained) == dataset.supervised_tokens
    assert preview(model, data, start=1, limit=1, context=128, eval_share=0.0) == [rows[1]]
    (found,) = preview(model, data, search="THE END", context=128)
    assert (found.place, found.line) == (rows[-1].place, data.read_text().count("\n") + 1)


def test_that_a_passage_is_shown_with_what_was_changed_in_it(model: Path, tmp_path: Path) -> None:
    (data := tmp_path / "story.txt").write_text("It was a cold night.\n")
    (row,) = preview(model, data)
    assert [message.turn for message in row.messages] == [0]
    (changed,) = preview(model, data, changes=(p.RowChange(place=0, key=row.key, texts={0: "It was warm."}),))
    assert [text for _, _, text in reasons(changed)] == ["It", " was warm.<|im_end|>"]
    assert changed.key == row.key
