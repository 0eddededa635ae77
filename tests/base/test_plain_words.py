"""Errors of the system and of libraries, as people read them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from core.base.errors import in_words
from core.base.settings import Settings


@pytest.mark.parametrize(
    ("fails", "words"),
    [
        (lambda: Path("/nowhere/at/all").read_text(), "no such file or directory"),
        (lambda: json.loads('{"a": 1,\n b}'), "it is no proper JSON at line 2, character 2"),
        (lambda: b"ab\xff".decode(), "byte 3 is not UTF-8 text"),
        (lambda: msgspec.json.decode(b'{"offline": 3}', type=Settings), "offline has a value of another kind"),
        (lambda: msgspec.json.decode(b"{"), "it is no proper JSON"),
        (lambda: {}["weight_map"], "weight_map is missing"),
        (lambda: int("x."), "invalid literal for int() with base 10: 'x.'"),
    ],
)
def test_that_errors_are_said_in_words(fails: Callable[[], object], words: str) -> None:
    with pytest.raises(Exception) as caught:
        fails()
    assert in_words(caught.value) == words
