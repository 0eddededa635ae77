"""Documents are cut at headings and ends of sentences, and nothing of them is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.rows.pieces import MOST, Piece, pieces_of, sentences
from tests.support.places import FIXTURES

SENTENCES = {
    "It burns. It is hot! Is it? Yes.": ["It burns.", "It is hot!", "Is it?", "Yes."],
    "Dr. Miller met Mr. J. Smith at 3.30 p.m. in No. 5 of the row. He left.": [
        "Dr. Miller met Mr. J. Smith at 3.30 p.m. in No. 5 of the row.", "He left.",
    ],
    "Er kam z.B. am 3. Mai. Sie ging.": ["Er kam z.B. am 3. Mai.", "Sie ging."],
    "“Stay.” She left. “Why?”": ["“Stay.”", "She left.", "“Why?”"],
    "- One thing.\n- Another thing": ["One thing.", "Another thing"],
    "1. First.\n2. Second.": ["First.", "Second."],
    "他走了。她来了！": ["他走了。", "她来了！"],
    "वह गया। वह आई।": ["वह गया।", "वह आई।"],
    "One line\nthat goes on. Next.": ["One line that goes on.", "Next."],
    "No end": ["No end"],
}  # fmt: skip


@pytest.mark.parametrize("text", SENTENCES)
def test_that_sentences_end_where_they_do(text: str) -> None:
    assert sentences(text) == SENTENCES[text]


def words(text: str) -> int:
    return len(text.split())


def cut(tmp_path: Path, text: str) -> list[Piece]:
    path = tmp_path / "manual.md"
    path.write_text(text)
    return list(pieces_of(path, words))


def test_that_a_piece_has_its_title_and_headings(tmp_path: Path) -> None:
    long = "It is a sentence of eight words here. " * 20
    pieces = cut(tmp_path, f"# Manual\n\n## Oil\n\n{long}\n\n### Spilled\n\n{long}\n\n## Glass\n\n{long}\n")
    assert [(one.title, one.heading, one.number) for one in pieces] == [
        ("Manual", "Oil", 1), ("Manual", "Oil > Spilled", 2), ("Manual", "Glass", 3),
    ]  # fmt: skip
    assert len({one.key for one in pieces}) == 3


def test_that_short_sections_are_put_together_with_their_headings(tmp_path: Path) -> None:
    (piece,) = cut(tmp_path, "## A\n\nOne short text.\n\n## B\n\nAnother short text.\n")
    assert (piece.title, piece.heading) == ("manual", "A")
    assert piece.text == "One short text.\n\n## B\n\nAnother short text."
    assert piece.sentences == ["One short text.", "Another short text."]


@pytest.mark.parametrize(
    "text",
    ["One two three. " * 2000, "word " * 3000, "x" * 20_000, "- item of a list\n" * 800,
     "```\n# no heading\n" + "a b c\n" * 900 + "```"],
)  # fmt: skip
def test_that_no_piece_is_longer_than_it_may_be_and_none_of_the_text_is_lost(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.md"
    path.write_text(text)

    def count(said: str) -> int:
        return len(said) // 4 + 1

    pieces = list(pieces_of(path, count))
    assert all(count(one.text) <= MOST for one in pieces)
    assert "".join("".join(one.text.split()) for one in pieces) == "".join(text.split())


def test_that_tables_and_code_are_no_sentences(tmp_path: Path) -> None:
    (piece,) = cut(tmp_path, "A sentence.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```\nx = 1.\n```\n")
    assert piece.sentences == ["A sentence."]


@pytest.mark.process
def test_that_a_piece_of_a_pdf_says_its_page() -> None:
    pieces = list(pieces_of(FIXTURES / "documents" / "manual.pdf", lambda text: 3 * words(text)))
    assert [one.page for one in pieces] == sorted(one.page for one in pieces)
    assert (pieces[0].page, pieces[-1].page) == (1, 2)
    assert pieces[-1].heading == "Spare parts"
