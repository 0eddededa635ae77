"""Texts that are gone on with side by side get the tokens that each gets alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.engine.llama_cpp.context import common_beginning
from core.engine.llama_cpp.model import LlamaModel, open_in_llama_cpp
from core.gguf.header import read_header

MOST = 12  # tokens


def alone(model: LlamaModel, text: list[int]) -> list[int]:
    """The likeliest tokens after a text, one text in the context."""
    with model.context(128) as context:
        found, read = list[int](), list(text)
        while len(found) < MOST:
            (logits,) = context.read(read, [*[False] * (len(read) - 1), True])
            read = [int(np.argmax(logits))]
            found += read
        return found


def beside(model: LlamaModel, texts: list[list[int]], at_once: int, batch: int = 512) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in texts]

    def goes_on(number: int, token: int) -> bool:
        found[number].append(token)
        return len(found[number]) < MOST

    with model.side_by_side(128 * at_once, at_once, batch=batch) as context:
        context.go_on(texts, goes_on)
    return found


@pytest.mark.parametrize(("at_once", "batch"), [(1, 512), (2, 512), (3, 7), (8, 512)])
def test_that_texts_side_by_side_go_on_as_each_does_alone(demo_gguf: Path, at_once: int, batch: int) -> None:
    with open_in_llama_cpp(read_header(demo_gguf)) as model:
        words = (
            "Once upon a time there was",
            "Once upon a time",
            "Once upon a day the sea rose and",
            "Once",
            "Once upon",
        )
        texts = [model.vocabulary.tokenize(text, add_special=True, parse_special=False) for text in words]
        expected = [alone(model, text) for text in texts]
        assert beside(model, texts, at_once, batch) == expected
        assert beside(model, texts[:1], at_once, batch) == expected[:1]


def test_what_all_texts_begin_with() -> None:
    assert common_beginning([[1, 2, 3, 4], [1, 2, 3, 5], [1, 2, 3]]) == [1, 2]
    assert common_beginning([[1, 2], [1, 2]]) == [1]
    assert common_beginning([[1, 2], [3, 2]]) == common_beginning([[1, 2, 3]]) == []
