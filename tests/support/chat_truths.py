"""Published models' chat templates as llama.cpp keeps them, and what Transformers made of them."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from tests.support.places import FIXTURES, LLAMA_CPP_MODELS

TEMPLATES = LLAMA_CPP_MODELS / "templates"
NOW = datetime(2025, 3, 9, 14, 30)  # what the templates take for today
_TRUTHS = json.loads((FIXTURES / "chat_truths.json").read_text())
CASES: dict[str, dict[str, Any]] = _TRUTHS["cases"]  # conversations, by name
TRUTHS: dict[str, dict[str, Any]] = _TRUTHS["truths"]  # by template: its digest, and each case's; None: it is refused


def source_of(name: str) -> str:
    """A template's text."""
    return (TEMPLATES / f"{name}.jinja").read_text()
