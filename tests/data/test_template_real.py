"""The chat templates of published models, as llama.cpp keeps them, against what Transformers made of them."""

from __future__ import annotations

import json
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from core.data.chat.template import ChatTemplate
from core.data.problems import BadRowError

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / ".venv" / "share" / "llama.cpp-models" / "templates"
FIXTURE = json.loads((ROOT / "tests" / "fixtures" / "chat_truths.json").read_text())
NOW = datetime(2025, 3, 9, 14, 30)


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", FIXTURE["truths"])
def test_that_renderings_are_those_of_transformers(name: str) -> None:
    source, truths = (TEMPLATES / f"{name}.jinja").read_text(), FIXTURE["truths"][name]
    assert digest(source) == truths["source"], "run tests/fixtures/make_chat_truths.py: llama.cpp has another version"
    template = ChatTemplate(source, "<s>", "</s>", NOW)
    assert {case: rendering(template, **row) for case, row in FIXTURE["cases"].items()} == {
        case: truths[case] for case in FIXTURE["cases"]
    }


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
        assert sum(row[case] is not None for row in FIXTURE["truths"].values()) >= 55
    for case in ("system", "tools", "tools prompt"):
        assert sum(row[case] is not None for row in FIXTURE["truths"].values()) >= 40
    for case in ("answer first", "asked twice", "unknown role"):
        assert sum(row[case] is None for row in FIXTURE["truths"].values()) >= 3
