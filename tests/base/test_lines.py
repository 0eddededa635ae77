"""Lines of a stream that anything may come from."""

from __future__ import annotations

from core.base.child_process import SHOWN, Lines


def test_that_lines_come_whole_in_whatever_pieces() -> None:
    stream = b"one\n\n two\r\nthree \xff\nrest"
    for size in (1, 2, 5, 100):
        lines, came = Lines(), list[bytes]()
        for at in range(0, len(stream), size):
            came += lines.feed(stream[at : at + size])
        assert came == [b"one", b" two\r", b"three \xff"] and lines.rest() == [b"rest"] and lines.rest() == []


def test_that_a_line_without_an_end_is_told_once_and_not_held() -> None:
    lines, came = Lines(most=1000), list[bytes]()
    for _ in range(100):
        came += lines.feed(bytes([65]) * 100)
    came += lines.feed(b"end\nnext\n")
    assert came == [b"A" * SHOWN, b"next"] and lines.rest() == []
