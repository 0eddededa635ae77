"""What is shown of a model card."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.hub.model_card import card_summary

PROSE = "This model writes stories about lighthouse keepers, their lamps and the sea."


@pytest.mark.parametrize(
    "before",
    [
        "---\nlicense: mit\ntags:\n- a\n---\n",
        "# A title\n\n",
        "<div align='center'>\n<img src='x.png'>\n</div>\n\n",
        "<!-- a comment that is long enough\n\nto be a paragraph of its own -->\n\n",
        "[![badge](https://example.org/badge.svg)](https://example.org) ![two](y)\n\n",
        "| a | b |\n|---|---|\n| a cell that is long enough to be prose | another cell that is long enough |\n\n",
        "```python\nprint('code that is long enough to be a paragraph of its own')\n```\n\n",
        "- a point in a list that is long enough to be a paragraph of its own, but is not prose\n\n",
        "Short.\n\n",
        "\ufeff---\nlicense: mit\n---\n",
    ],
)
def test_that_only_prose_is_shown(before: str) -> None:
    assert card_summary(f"{before}{PROSE}\n") == PROSE


def test_that_links_and_emphasis_are_words_and_lines_are_joined() -> None:
    text = "This **model** writes [stories](https://example.org)\nabout `lighthouse` keepers and <b>the sea</b>."
    assert card_summary(text) == "This model writes stories about lighthouse keepers and the sea."


def test_that_paragraphs_follow_until_there_is_enough() -> None:
    text = card_summary(f"{PROSE}\n\n" * 50)
    assert 600 <= len(text) <= 800 and text.startswith(f"{PROSE}\n\n{PROSE}")


def test_that_an_endless_paragraph_is_cut_between_words() -> None:
    text = card_summary("word " * 5000)
    assert len(text) <= 1202 and text.endswith("word …")


def test_that_a_terminal_is_not_played_with() -> None:
    assert "\x1b" not in card_summary(f"{PROSE} \x1b[2J\x1b]0;title\x07 {PROSE}")


@settings(deadline=None)
@given(st.text())
def test_that_any_text_has_a_summary(text: str) -> None:
    assert all(letter.isprintable() or letter == "\n" for letter in card_summary(text))
