"""The converters that stand in for Windows' ICU under Wine (tests/lab/foreign/icuuc.c), compiled for this system."""

from __future__ import annotations

import ctypes
import shutil
import subprocess

import pytest

from tests.support.places import ROOT

TEXT = "a träumer, 模型, 𝄞!\n"
ROOM = 5  # characters or bytes that a call may write
OVERFLOW, UNKNOWN = 15, 4  # U_BUFFER_OVERFLOW_ERROR, U_FILE_ACCESS_ERROR

pytestmark = [pytest.mark.process, pytest.mark.skipif(shutil.which("cc") is None, reason="no compiler")]


@pytest.fixture(scope="module")
def icu(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    library = tmp_path_factory.mktemp("icu") / "icuuc.so"
    source = ROOT / "tests" / "lab" / "foreign" / "icuuc.c"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", source, "-o", library], check=True)
    loaded = ctypes.CDLL(str(library))
    loaded.ucnv_open.restype = ctypes.c_void_p
    return loaded


def converted(icu: ctypes.CDLL, name: str, data: bytes, piece: int, *, to_unicode: bool) -> bytes:
    """Convert in pieces of so many bytes. UTF-16 of this machine on one side."""
    error = ctypes.c_int(0)
    converter = ctypes.c_void_p(icu.ucnv_open(name.encode(), ctypes.byref(error)))
    assert error.value == 0
    width, made = 2 if to_unicode else 1, b""
    convert = icu.ucnv_toUnicode if to_unicode else icu.ucnv_fromUnicode
    room = ctypes.create_string_buffer(width * ROOM)
    for start in range(0, len(data), piece):
        part = ctypes.create_string_buffer(data[start : start + piece], len(data[start : start + piece]))
        source, end = ctypes.c_void_p(ctypes.addressof(part)), ctypes.addressof(part) + len(part)
        is_last, error.value = start + piece >= len(data), OVERFLOW
        while error.value == OVERFLOW:
            target, error.value = ctypes.c_void_p(ctypes.addressof(room)), 0
            limit = ctypes.c_void_p(ctypes.addressof(room) + len(room))
            convert(
                converter, ctypes.byref(target), limit, ctypes.byref(source), ctypes.c_void_p(end), None,
                ctypes.c_int8(is_last), ctypes.byref(error),
            )  # fmt: skip
            made += room.raw[: (target.value or 0) - ctypes.addressof(room)]
        assert error.value == 0
    icu.ucnv_close(converter)
    return made


@pytest.mark.parametrize("piece", [2, 4, 100])
@pytest.mark.parametrize(("name", "text"), [("UTF-8", TEXT), ("latin1", "träumer")])
def test_that_a_text_comes_through_whole_in_pieces(icu: ctypes.CDLL, name: str, text: str, piece: int) -> None:
    encoded, units = text.encode(name), text.encode("utf-16-le")
    assert converted(icu, name, encoded, piece - 1, to_unicode=True) == units
    assert converted(icu, name, units, piece, to_unicode=False) == encoded


def test_that_what_is_no_character_is_replaced(icu: ctypes.CDLL) -> None:
    for wrong in (b"a\xffb", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"end \xe6\xa8"):
        made = converted(icu, "UTF-8", wrong, 100, to_unicode=True).decode("utf-16-le")
        assert made.strip("ab end") == "\ufffd" * made.count("\ufffd") != ""
    assert converted(icu, "ISO-8859-1", "型".encode("utf-16-le"), 100, to_unicode=False) == b"\x1a"


def test_that_an_encoding_that_it_does_not_know_is_refused(icu: ctypes.CDLL) -> None:
    error = ctypes.c_int(0)
    assert icu.ucnv_open(b"shift_jis", ctypes.byref(error)) is None and error.value == UNKNOWN
