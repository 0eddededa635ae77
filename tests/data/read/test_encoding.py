"""Text in old encodings is read as what it is, and that is said; a few bad bytes in UTF-8 flip no file."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.errors import LuthierError
from core.data.read.lines import encoding_of, read_lines
from core.protocol.config import ENCODINGS, TrainConfig, codec_of, with_settings
from tests.support.data import Load

GERMAN = "Frage;Antwort\n" + "".join(f"Wie groß ist Köln, {n}?;Ziemlich groß, für {n} Leute.\n" for n in range(30))
FRENCH = "L'été dernier, nous étions à la mer. Où êtes-vous allés?\n"
RUSSIAN = "Привет, как дела? Сегодня хорошая погода.\n"


@pytest.mark.parametrize(
    ("text", "written", "found"),
    [
        (GERMAN, "cp1252", "cp1252"),
        (FRENCH, "latin-1", "cp1252"),
        ("Wo ist Köln?\n", "cp1252", "cp1252"),
        ("“Yes” – it’s €5…\n", "cp1252", "cp1252"),
        (FRENCH, "mac_roman", "mac-roman"),
        (RUSSIAN, "cp1251", "cp1251"),
        (RUSSIAN, "koi8_r", "koi8-r"),
        ("Zażółć gęślą jaźń. Dzień dobry, jak się masz? Wszystko w porządku.\n", "cp1250", "cp1250"),
        ("今日はとても良い天気です。散歩に行きましょう。\n" * 3, "shift_jis", "cp932"),
        ("今天天气很好，我们去公园散步吧。\n" * 3, "gbk", "gb18030"),
        (GERMAN, "utf-8", "utf-8"),
        (GERMAN, "utf-8-sig", "utf-8"),
        (GERMAN, "utf-16-le", "utf-16-le"),
        ("\ufeff" + GERMAN, "utf-32-be", "utf-32-be"),
        ("plain\n", "ascii", "utf-8"),
    ],
)
def test_that_an_encoding_is_told_from_the_bytes(tmp_path: Path, text: str, written: str, found: str) -> None:
    path = tmp_path / "data"
    path.write_bytes(text.encode(written))
    assert encoding_of(path) == found
    lines = list(read_lines(path, None, found))
    assert "".join(line.text for line in lines) == text.removeprefix("\ufeff")
    assert not any(line.invalid for line in lines)


def test_that_a_few_bad_bytes_leave_a_file_utf8_with_their_rows_named(load: Load, tmp_path: Path) -> None:
    (tmp_path / "faq.csv").write_bytes(GERMAN.encode() + b"caf\xe9;bad\n")
    dataset = load(tmp_path / "faq.csv")
    assert (dataset.found.encoding, dataset.dropped) == ("utf-8", {"not readable as text": 1})
    assert "data.encoding" not in [notice.code for notice in dataset.notices]


def test_that_no_row_of_a_windows_table_is_lost_and_its_encoding_is_said(load: Load, tmp_path: Path) -> None:
    (tmp_path / "faq.csv").write_bytes(GERMAN.replace("\n", "\r\n").encode("cp1252"))
    dataset = load(tmp_path / "faq.csv")
    assert (len(dataset.train), dataset.dropped) == (30, {})
    (notice,) = [notice for notice in dataset.notices if notice.code == "data.encoding"]
    assert notice.message == "Not UTF-8, so read as Western European (Windows-1252): faq.csv."
    (tmp_path / "utf8.csv").write_text(GERMAN)
    same = load(tmp_path / "utf8.csv")
    assert [s.tokens.tolist() for s in same.train] == [s.tokens.tolist() for s in dataset.train]


def test_that_the_users_word_on_the_encoding_counts_and_makes_other_tokens(load: Load, tmp_path: Path) -> None:
    path = tmp_path / "faq.csv"
    path.write_bytes(GERMAN.encode("cp1252"))
    found, chosen = load(path), load(path, "encoding=Mac-Roman")
    assert (found.found.encoding, chosen.found.encoding) == ("cp1252", "mac-roman")
    assert not chosen.from_cache and chosen.train[0].tokens.tolist() != found.train[0].tokens.tolist()
    assert "data.encoding" not in [notice.code for notice in chosen.notices]
    with pytest.raises(LuthierError, match="30 x not readable as text"):
        load(path, "encoding=utf-8")


def test_that_bytes_an_encoding_does_not_have_are_named_with_their_place(tmp_path: Path) -> None:
    for encoding, raw in (
        ("cp1252", b"good\nb\xe4d \x81 byte\n"),
        ("shift_jis", "日本\nb d ".encode("cp932") + b"\xff\n"),
    ):
        (tmp_path / "data").write_bytes(raw)
        good, bad = read_lines(tmp_path / "data", None, encoding)
        assert not good.invalid
        assert bad.invalid.startswith("character 5 of it is not valid ")


def test_that_an_encoding_of_no_known_name_is_refused() -> None:
    for name in ("klingon", "rot13", "hex", ""):
        with pytest.raises(LuthierError, match="No encoding is called") as caught:
            with_settings(TrainConfig(), [f"encoding={name}"])
        assert caught.value.code == "config.bad-value"


def test_that_every_encoding_to_choose_is_one_and_what_is_none_is_refused() -> None:
    assert {codec_of(name) for name in ENCODINGS} == set(ENCODINGS)
    for name in ("idna", "punycode", "hex", "rot13", "undefined", "nonsense", ""):
        with pytest.raises(LuthierError, match="No encoding"):
            with_settings(TrainConfig(), [f"encoding={name}"])


def test_that_utf_16_can_be_chosen(load: Load, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    rows = "".join(f"Как дела {n}?,Хорошо {n}\n" for n in range(3))
    path.write_bytes(f"question,answer\n{rows}".encode("utf-16"))
    assert load(path, "encoding=utf-16").rows == 3


@pytest.mark.parametrize("before", ["", "x" * ((1 << 20) - 1)])
def test_that_a_replacement_character_in_utf_8_is_no_fault(tmp_path: Path, before: str) -> None:
    """Small models write it, so that votes and answers hold it; also where two blocks of a file meet."""
    path = tmp_path / "votes.jsonl"
    path.write_text(f'{before}{{"base": "\ufffd\ufffd"}}\n', encoding="utf-8")
    assert encoding_of(path) == "utf-8"
