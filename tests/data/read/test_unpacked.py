"""A zip file is read like a folder, a bomb in it is refused by its name, and a workbook's sheet is chosen."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from core.base import paths
from core.base.errors import LuthierError
from core.data.formats.recognise import recognise
from core.data.read import unpacked
from core.data.read.folder import data_files
from core.protocol.config import TrainConfig
from core.rows.chat_logs import read_logs
from tests.support.documents import docx_of, html_manual, zipped
from tests.support.places import FIXTURES

ROW = '{"prompt": "Hi", "completion": "Ho"}\n'


def archive(folder: Path, files: dict[str, str | bytes], name: str = "all.zip", *, stored: bool = False) -> Path:
    (folder / name).write_bytes(zipped(files, stored=stored))
    return folder / name


def refused(path: Path) -> LuthierError:
    with pytest.raises(LuthierError) as caught:
        recognise(path)
    assert str(path) in caught.value.message and caught.value.hint
    return caught.value


def test_that_rows_in_a_zip_file_are_read_as_those_of_a_folder(tmp_path: Path) -> None:
    path = archive(tmp_path, {"set/train.jsonl": ROW * 3, "set/valid.jsonl": ROW, "set/notes.txt": "x", "a.png": b"x"})
    found = data_files(path)
    assert [file.name for file in found.files] == ["train.jsonl"]
    assert [file.name for file in found.held_out] == ["valid.jsonl"]
    assert found.is_folder and found.files[0].parts[-3:] == ("all.zip", "set", "train.jsonl")
    assert any("a.png" in why for why in found.left_out) and any("notes.txt" in why for why in found.left_out)
    assert (recognise(path).format, recognise(path).container) == ("prompt", "jsonl")


@pytest.mark.process
def test_that_documents_in_a_zip_file_are_read_and_the_others_told(tmp_path: Path) -> None:
    words = docx_of("<w:p><w:r><w:t>One of them.</w:t></w:r></w:p>")
    files: dict[str, str | bytes] = {
        "a/manual.html": html_manual(), "a/one.docx": words, "locked.pdf": b"", "__MACOSX/a/._one.docx": b"x",
        ".hidden.txt": "x", "old.doc": b"x",
    }  # fmt: skip
    files["locked.pdf"] = (FIXTURES / "documents" / "locked.pdf").read_bytes()
    path = archive(tmp_path, files, stored=True)  # the document's own list of contents can be seen in it
    found = data_files(path)
    assert [file.name for file in found.files] == ["manual.html", "one.docx"]
    told = " ".join(found.left_out)
    assert "locked.pdf is protected by a password" in told and "old.doc (save them as plain text" in told
    assert "_one" not in told and "hidden" not in told
    assert recognise(path).format == "text"


def test_that_an_account_s_export_is_its_conversations(tmp_path: Path) -> None:
    said = [{"name": "x", "chat_messages": [{"sender": "human", "text": "Hi"}, {"sender": "assistant", "text": "Ho"}]}]
    files = {"conversations.json": json.dumps(said), "users.json": '[{"uuid": "1"}]', "chat.html": "<html>x</html>"}
    found = recognise(archive(tmp_path, files))
    assert found.format == "claude"
    assert found.left_out == ("chat.html, users.json (about the account, beside conversations.json)",)


def test_that_beside_conversations_of_another_kind_all_rows_are_read(tmp_path: Path) -> None:
    said = [{"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}]}]
    files: dict[str, str | bytes] = {name: json.dumps(said) for name in ("conversations.json", "more.json")}
    assert [file.name for file in data_files(archive(tmp_path, files)).files] == ["conversations.json", "more.json"]


def test_that_a_file_is_unpacked_once_and_a_changed_one_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = archive(tmp_path, {"rows.jsonl": ROW})
    (first,) = data_files(path).files
    with monkeypatch.context() as patched:
        patched.setattr(unpacked, "_write", lambda *_: pytest.fail("it was unpacked before"))
        assert data_files(path).files == (first,)
    first.unlink()  # by a program that clears caches
    assert data_files(path).files == (first,) and first.read_text() == ROW
    archive(tmp_path, {"rows.jsonl": ROW * 2})
    assert data_files(path).files[0].read_text() == ROW * 2


def test_that_what_was_unpacked_longest_ago_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacked, "MOST_KEPT", 2 * len(ROW))
    monkeypatch.setattr(unpacked, "HOUR", -1)
    kept = []
    for number in range(3):
        kept += data_files(archive(tmp_path, {"rows.jsonl": ROW}, f"{number}.zip")).files
        about = kept[-1].parents[1] / "about.json"
        unpacked.os.utime(about, (number, number))
    assert [file.exists() for file in kept] == [False, True, True]
    assert not list((paths.cache_dir() / "unpacked").glob("*.part"))


def test_that_a_bomb_is_refused_by_its_name(tmp_path: Path) -> None:
    bomb = refused(archive(tmp_path, {"a.txt": "Hello.", "b/bomb.txt": bytes(65 << 20)}))
    assert bomb.code == "data.archive-too-large" and "b/bomb.txt" in bomb.message
    assert not list((paths.cache_dir() / "unpacked").glob("*.part"))


def test_that_too_much_is_refused_with_the_largest_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacked, "MOST_BYTES", 50)
    path = archive(tmp_path, {"a.jsonl": ROW, "b.jsonl": ROW * 2})
    assert "the largest of them b.jsonl" in refused(path).message


def test_that_a_password_and_damage_are_told(tmp_path: Path) -> None:
    path = archive(tmp_path, {"a.jsonl": ROW})
    raw = bytearray(path.read_bytes())
    for place in (raw.index(b"PK\x03\x04") + 6, raw.index(b"PK\x01\x02") + 8):
        raw[place] |= 1
    (tmp_path / "locked.zip").write_bytes(raw)
    assert refused(tmp_path / "locked.zip").code == "data.locked"
    (tmp_path / "cut.zip").write_bytes(path.read_bytes()[:40])
    assert refused(tmp_path / "cut.zip").code == "data.unreadable"
    assert refused(archive(tmp_path, {"a.png": "x"}, "pictures.zip")).code == "data.nothing-usable"


def test_that_a_damaged_file_in_it_is_left_out_and_told_each_time(tmp_path: Path) -> None:
    path = archive(tmp_path, {"a.jsonl": ROW, "b.jsonl": ROW.replace("Ho", "Hum")}, stored=True)
    path.write_bytes(path.read_bytes().replace(b"Hum", b"Hem"))
    for _ in range(2):
        found = data_files(path)
        assert [file.name for file in found.files] == ["a.jsonl"]
        assert any(why.startswith("b.jsonl is damaged in all.zip") for why in found.left_out)


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_that_damage_is_told_however_a_file_is_packed(tmp_path: Path, method: int) -> None:
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w", method) as packed:
        packed.writestr("a.jsonl", ROW)
        packed.writestr("b.jsonl", "".join(ROW.replace("Ho", str(n)) for n in range(500)))
    with zipfile.ZipFile(path) as packed:
        start, size = packed.getinfo("b.jsonl").header_offset + 60, packed.getinfo("b.jsonl").compress_size - 60
    raw = bytearray(path.read_bytes())
    raw[start : start + size] = bytes(255 - byte for byte in raw[start : start + size])
    path.write_bytes(raw)
    found = data_files(path)
    assert [file.name for file in found.files] == ["a.jsonl"]
    assert any(why.startswith("b.jsonl is damaged in all.zip") for why in found.left_out)


def test_that_names_that_collide_are_changed_or_told_and_one_that_says_nothing_is_passed_over(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {".": "x", "x.txt": "a", "x.txt/y.txt": "b", "z.txt/y.txt": "c", "z.txt": "d"}
    found = data_files(archive(tmp_path, files))
    assert sorted(file.relative_to(file.parents[1]).as_posix() for file in found.files if file.name == "y.txt") == [
        "z.txt/y.txt"
    ]
    assert [file.name for file in found.files] == ["x.txt", "z-2.txt", "y.txt"]
    assert found.left_out == ("x.txt/y.txt (a folder in its name is called as a file in all.zip is)",)


def test_that_no_name_leads_out_of_the_cache(tmp_path: Path) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        for name in ("../out.jsonl", "/etc/out.jsonl", "c:/out.jsonl", "a/con.jsonl", "b/x?.jsonl", "b/X?.jsonl"):
            packed.writestr(name, ROW)
    (tmp_path / "all.zip").write_bytes(made.getvalue())
    found = data_files(tmp_path / "all.zip")
    assert [file.name for file in found.files] == ["_con.jsonl", "X--2.jsonl", "x-.jsonl"]
    assert sum("leads out of all.zip" in why for why in found.left_out) == 3


def test_that_a_chat_is_read_from_the_zip_file_that_it_comes_in(tmp_path: Path) -> None:
    said = "[01.02.24, 10:00:00] Ann: Hello\n[01.02.24, 10:01:00] Ben: Hi, all well?\n[01.02.24, 10:02:00] Ann: Yes\n"
    path = archive(tmp_path, {"_chat.txt": said, "00000012-PHOTO.jpg": b"x"}, "WhatsApp Chat - Ben.zip")
    (log,) = read_logs(path)
    assert (log.kind, log.chat, len(log.messages)) == ("WhatsApp", "Ben", 3)


def test_that_a_damaged_part_of_a_chat_is_told(tmp_path: Path) -> None:
    said = "".join(f"[01.02.24, 10:0{n}:00] Ann: Hello {n}\n" for n in range(3))
    path = archive(tmp_path, {"one.txt": said, "two.txt": said.replace("Hello", "Again")}, stored=True)
    path.write_bytes(path.read_bytes().replace(b"Again", b"Agoin"))
    told = list[tuple[str, str]]()
    (log,) = read_logs(path, lambda code, message, hint: told.append((code, message)))
    assert len(log.messages) == 3
    assert [code for code, _ in told] == ["data.left-out"] and "two.txt is damaged in all.zip" in told[0][1]


@pytest.mark.process
@pytest.mark.parametrize("sheet", ["Prices", "prices", "2"])
def test_that_a_sheet_of_a_workbook_is_chosen(sheet: str) -> None:
    path = FIXTURES / "documents" / "faq.xlsx"
    usual = recognise(path)
    assert usual.sheets[0] == usual.sheet and usual.sheet != "Prices" and "Prices" in usual.sheets
    found = recognise(path, TrainConfig(sheet=sheet))
    assert (found.sheet, found.sheets) == ("Prices", usual.sheets)
    assert found.columns != usual.columns
    assert data_files(path, sheet).files[0].name == "Prices.csv"


@pytest.mark.process
def test_that_a_sheet_that_is_none_is_told_with_those_that_are(tmp_path: Path) -> None:
    path = FIXTURES / "documents" / "faq.xlsx"
    with pytest.raises(LuthierError) as caught:
        recognise(path, TrainConfig(sheet="Nothing"))
    assert caught.value.code == "data.unknown-sheet" and "Prices" in caught.value.message
    (tmp_path / "rows.jsonl").write_text(ROW)
    assert recognise(tmp_path / "rows.jsonl", TrainConfig(sheet="Nothing")).container == "jsonl"
