"""README's list of models and docs/models.md are those of the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.families.table import FAMILIES
from tests.fixtures.make_models_page import ALL, PAGE, README, by_title, compared, updated


@pytest.mark.parametrize("path", [README, PAGE], ids=lambda path: path.name)
def test_that_the_tables_are_up_to_date(path: Path) -> None:
    assert updated(path) == path.read_text("utf-8"), "run: .venv/bin/python -m tests.fixtures.make_models_page"


@pytest.mark.parametrize("name", FAMILIES)
def test_that_every_family_has_the_name_and_sizes_that_people_know(name: str) -> None:
    called = FAMILIES[name].called
    assert called is not None, "set `called` in its row in core/families"
    assert called.title and called.sizes


def test_that_what_was_compared_follows_from_the_reference_models() -> None:
    assert compared(["Qwen3ForCausalLM"]) == list(ALL)
    assert compared(["NoSuchForCausalLM"]) == []
    assert any("Gemma3ForConditionalGeneration" in classes for classes in by_title().values())
