"""The chat templates of published models, as llama.cpp keeps them, against what Transformers made of them."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from core.data.chat.template import ChatTemplate
from core.data.problems import BadRowError
from tests.support.chat_truths import CASES, NOW, TRUTHS, source_of
from tests.support.rendering import chat_template


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


@pytest.mark.slow
@pytest.mark.parametrize("name", TRUTHS)
def test_that_renderings_are_those_of_transformers(name: str) -> None:
    source, truths = source_of(name), TRUTHS[name]
    assert digest(source) == truths["source"], "run tests/fixtures/make_chat_truths.py: llama.cpp has another version"
    template = chat_template(source, "<s>", "</s>", NOW)
    assert {case: rendering(template, **row) for case, row in CASES.items()} == {case: truths[case] for case in CASES}


def rendering(
    template: ChatTemplate, messages: list[dict[str, Any]], tools: list[Any] | None = None, prompt: bool = False
) -> list[Any] | None:
    try:
        text = template.render(messages, tools=tools, prompt=prompt)
    except BadRowError:
        return None
    return [digest(text), len(text), text[-24:]]


def test_that_most_templates_take_every_kind_of_conversation() -> None:
    """The comparison above is of texts, not of refusals."""
    for case in ("exchange", "talk", "prompt", "thought"):
        assert sum(row[case] is not None for row in TRUTHS.values()) >= 55
    for case in ("system", "tools", "tools prompt"):
        assert sum(row[case] is not None for row in TRUTHS.values()) >= 40
    for case in ("answer first", "asked twice", "unknown role"):
        assert sum(row[case] is None for row in TRUTHS.values()) >= 3
