from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from core.base.errors import LuthierError
from core.data.read.lines import read_lines

TEXT = "First line\nä ö ü 日本 😀 ਊ\n\nlast, without an end"  # ਊ is U+0A0A: a false line break in UTF-16


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("encoding", "mark"), [("utf-8", ""), ("utf-8", "\ufeff"), ("utf-16-le", "\ufeff"), ("utf-16-be", "\ufeff")]
)
def test_that_any_common_encoding_reads_the_same(
    tmp_path: Path, encoding: str, mark: str, line_end: str, packed: bool
) -> None:
    raw = (mark + TEXT.replace("\n", line_end)).encode(encoding)
    path = tmp_path / "data"
    path.write_bytes(gzip.compress(raw) if packed else raw)
    lines = list(read_lines(path))
    assert "".join(line.text for line in lines) == TEXT
    assert [line.number for line in lines] == [1, 2, 3, 4]
    assert not any(line.invalid for line in lines)


@pytest.mark.parametrize("content", ["", "\n", "a", "a\n", "a\nb", "a\nbc\n", "\n\n\nd"])
def test_that_short_files_keep_every_line(tmp_path: Path, content: str) -> None:
    for encoding in ("utf-8", "utf-16"):
        (tmp_path / "data").write_bytes(content.encode(encoding))
        assert [line.text for line in read_lines(tmp_path / "data")] == content.splitlines(keepends=True)


def test_that_a_line_longer_than_any_buffer_is_one_line(tmp_path: Path) -> None:
    long = "ab " * 1_000_000
    (tmp_path / "data").write_bytes((long + "\nend").encode("utf-16"))
    assert [line.text for line in read_lines(tmp_path / "data")] == [long + "\n", "end"]


def test_that_an_undecodable_line_says_which_byte_and_the_others_are_read(tmp_path: Path) -> None:
    (tmp_path / "data").write_bytes(b"fine\ncaf\xe9\nfine again\n")
    fine, bad, again = read_lines(tmp_path / "data")
    assert bad.invalid == "byte 8 of the text is not valid UTF-8"
    assert (fine.invalid, again.invalid, again.text) == ("", "", "fine again\n")


def test_that_progress_ends_with_the_whole_file(tmp_path: Path) -> None:
    (tmp_path / "data").write_bytes(gzip.compress(TEXT.encode() * 1000))
    seen: list[tuple[int, int]] = []
    list(read_lines(tmp_path / "data", lambda done, total: seen.append((done, total))))
    size = (tmp_path / "data").stat().st_size
    assert seen[-1] == (size, size)


def test_that_unreadable_files_are_named(tmp_path: Path) -> None:
    (tmp_path / "cut.gz").write_bytes(gzip.compress(TEXT.encode() * 100)[:-9])
    for name, code in (("missing.txt", "data.not-found"), ("", "data.unreadable"), ("cut.gz", "data.unreadable")):
        with pytest.raises(LuthierError) as caught:
            list(read_lines(tmp_path / name))
        assert caught.value.code == code
        assert str(tmp_path / name) in caught.value.message
