"""Data from which only one thing can be learnt is refused, unless that is wanted; what only looks like it is not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.base.errors import LuthierError
from core.data.tokenizer import Tokenizer
from core.data.tokens.collapse_notices import REFUSED, require_sound
from core.data.tokens.load_dataset import load_dataset
from core.gguf.header import read_header
from core.protocol.config import TrainConfig
from tests.support.rendering import renderer

CONFIG = TrainConfig(context=256, eval_share=0)


@pytest.fixture(scope="module")
def tokenizer(demo_gguf: Path) -> Iterator[Tokenizer]:
    with Tokenizer(read_header(demo_gguf)) as opened:
        yield opened


def found(folder: Path, tokenizer: Tokenizer, answers: list[str], prompt: str = "Question {}?") -> list[str]:
    """The codes of what would be refused; nothing is where the settings want it trained all the same."""
    file = folder / "rows.jsonl"
    turns = [({"role": "user", "content": prompt.format(i)}, {"role": "assistant", "content": answer})
             for i, answer in enumerate(answers)]  # fmt: skip
    file.write_text("\n".join(json.dumps({"messages": pair}) for pair in turns))
    notices = load_dataset(file, tokenizer, renderer(), CONFIG).notices
    require_sound(notices, TrainConfig(collapsed="train"))
    codes = [code for code, message, hint in notices if code in REFUSED]
    if codes:
        with pytest.raises(LuthierError) as refused:
            require_sound(notices, CONFIG)
        assert "collapsed=train" in refused.value.hint
        assert "1, 2, 3" in str(refused.value) or codes == ["data.copied-answer"]
    return codes


def test_that_one_answer_to_everything_is_refused(tmp_path: Path, tokenizer: Tokenizer) -> None:
    assert found(tmp_path, tokenizer, ["I do not know."] * 25) == ["data.same-answer"]


def test_that_one_word_over_and_over_is_refused(tmp_path: Path, tokenizer: Tokenizer) -> None:
    assert found(tmp_path, tokenizer, ["," * 3 * count for count in range(2, 30)]) == ["data.one-word"]


def test_that_garbled_answers_are_refused(tmp_path: Path, tokenizer: Tokenizer) -> None:
    assert found(tmp_path, tokenizer, [f"It is {n} \ufffd\ufffd far." for n in range(25)]) == ["data.garbled"]


def test_that_answers_that_repeat_the_question_are_refused(tmp_path: Path, tokenizer: Tokenizer) -> None:
    copied = [f"Question {number}?" for number in range(24)]
    assert found(tmp_path, tokenizer, [*copied, "  Question\n24? "]) == ["data.copied-answer"]
    assert found(tmp_path, tokenizer, [*copied, "Answer."]) == ["data.copied-answer"]
    assert not found(tmp_path, tokenizer, [*copied[:20], *[f"Answer {number}." for number in range(5)]])


def test_that_answers_taken_from_the_question_are_trained(tmp_path: Path, tokenizer: Tokenizer) -> None:
    assert not found(tmp_path, tokenizer, [f"word {n}" for n in range(25)], prompt="Say after me: word {}")
    assert not found(tmp_path, tokenizer, ["Question 3?"] * 25, prompt="Question 3?")


def test_that_a_few_facts_and_one_row_by_heart_are_trained(tmp_path: Path, tokenizer: Tokenizer) -> None:
    assert not found(tmp_path, tokenizer, ["She is called Marigold."] * 19)
    assert not found(tmp_path, tokenizer, ["She is called Marigold."] * 40, prompt="What is the boat called?")
    assert not found(tmp_path, tokenizer, ["Yes.", "No."] * 20)
