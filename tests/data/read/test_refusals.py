"""Files that are no data are refused for what they are, wherever they are given; unusual data is read."""

from __future__ import annotations

import gzip
import io
import json
import os
import socket
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core import protocol as p
from core.jobs.context import Control
from core.protocol.config import TrainConfig
from core.worker import run_job
from tests.support.refusals import command_refuses, worker_refuses

ROW = '{"prompt": "Hi", "completion": "Ho"}\n'


def zipped(name: str, content: str = "x") -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:  # stored, as it is
        archive.writestr("[Content_Types].xml", "")
        archive.writestr(name, content)
    return made.getvalue()


REFUSED: dict[str, tuple[bytes, str]] = {
    "report.docx": (zipped("word/document.xml"), "is a damaged Word document"),
    "table.csv": (zipped("xl/workbook.xml"), "is a damaged table"),
    "pictures.zip": (zipped("a.png"), "a.png), but no data"),
    "paper.txt": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\r<< >>\rstream, and more\r", "is a damaged PDF"),
    "old.doc": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "is an old Office document"),
    "notes.txt.gz": (gzip.compress(rb"{\rtf1\ansi Hello}"), "is a rich text document"),
    "image.txt": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "is a picture (PNG)"),
    "paper.gz": (gzip.compress(b"%PDF-1.7\n"), "is a PDF"),
    "pointer.jsonl": (
        b"version https://git-lfs.github.com/spec/v1\noid sha256:0a\nsize 9\n",
        "is a pointer of Git LFS",
    ),
    "pointer.parquet": (b"version https://git-lfs.github.com/spec/v1\noid sha256:0a\n", "is a pointer of Git LFS"),
    "page.csv": (b"\n<!DOCTYPE HTML>\n<html><body>Not found, sorry</body></html>", "is a web page (HTML)"),
    "answer.jsonl": (b"Entry not found\n", "has no rows in it, although it ends in .jsonl. It begins with: Entry not"),
    "answer.json": (b'{"error":"Repository not found"}', "in place of a file: Repository not found"),
    "answer.parquet": (b"Entry not found\n", "has no rows in it, although it ends in .parquet"),
    "numbers.npy": (b"\x93NUMPY\x01\0v\0{'descr': '<f8'}", "is numbers (NumPy)"),
    "numbers.npz": (zipped("rows.npy"), "is numbers (NumPy)"),
    "rows.h5": (b"\x89HDF\r\n\x1a\n\0\0", "is an HDF5 file"),
    "rows.feather": (b"FEA1\0\0\0\0", "is a Feather file of the first version"),
    "rows.db": (b"SQLite format 3\0" + bytes(90), "is a database (SQLite)"),
    "model.jsonl": (b"GGUF\x02\0\0\0", "is a model (GGUF)"),
    "model.safetensors": (b'\x20\0\0\0\0\0\0\0{"__metadata__":{}}', "is weights of a model (safetensors)"),
    "noise.txt": (bytes(range(1, 256)) * 40, "is not valid UTF-8"),
    "zeros.gz": (gzip.compress(bytes(17 << 20)), "NUL byte"),
    "cut.gz": (gzip.compress(os.urandom(5000))[:-900], "damaged gzip file"),
    "empty.jsonl": (b"\n\n", "is empty"),
    "unusable.jsonl": (b'{"prompt": null, "completion": "x"}\n' * 3, "3 x prompt is empty"),
}


@pytest.fixture
def refused(demo_gguf: Path, tmp_path: Path) -> Any:
    """Throw data at every way in."""

    def everywhere(data: Path, *named: str) -> None:
        model, run = str(demo_gguf), tmp_path / f"run-{data.name}"
        said = (str(data), *named)
        worker_refuses(p.InspectJob(model=model, data=str(data)), *said)
        worker_refuses(p.TrainJob(model=model, data=str(data), run=str(run)), *said)
        command_refuses(["data", "inspect", data, "--model", model], *named)
        command_refuses(["train", "--model", model, "--data", data, "--run", f"{run}-2"], *named)

    return everywhere


@pytest.mark.process
@pytest.mark.parametrize("name", REFUSED)
def test_that_what_is_no_data_is_refused_for_what_it_is(refused: Any, tmp_path: Path, name: str) -> None:
    content, what = REFUSED[name]
    (tmp_path / name).write_bytes(content)
    refused(tmp_path / name, what)


@pytest.mark.process
def test_that_a_pipe_a_socket_and_a_device_are_refused_at_once(refused: Any, demo_gguf: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    refused(tmp_path / "pipe.jsonl", "is a pipe, not a file")
    refused(Path("/dev/zero"), "is a device, not a file")
    here = socket.socket(socket.AF_UNIX)
    here.bind(os.path.relpath(tmp_path / "s"))  # a whole path may be too long for a socket
    with here:
        refused(tmp_path / "s", "is a socket, not a file")
    (tmp_path / "rows.jsonl").write_text(ROW * 3)
    pipe, rows, model = (str(path) for path in (tmp_path / "pipe.jsonl", tmp_path / "rows.jsonl", demo_gguf))
    worker_refuses(p.TrainJob(model=model, data=rows, eval_data=pipe, run=str(tmp_path / "run")), pipe, "is a pipe")
    quantize = p.QuantizeJob(source=model, output=str(tmp_path / "q.gguf"), dtype="q8_0", imatrix=pipe)
    worker_refuses(quantize, pipe, "is a pipe")
    worker_refuses(msgspec.structs.replace(quantize, imatrix=None, measure=pipe), pipe, "is a pipe")
    worker_refuses(p.EvalJob(model=model, data=pipe), pipe, "is a pipe")
    worker_refuses(p.CleanJob(data=pipe, output=str(tmp_path / "c.jsonl")), pipe, "is a pipe")


LONG = "It was a dark night. " * 8000  # over 131,072 characters, csv's own limit
READ = {
    "mac.txt": "One line, here.\rAnother line, too.\r",
    "mixed.txt": "One line, here.\r\nOne with a\rline end, alone.\r\n",
    "long.txt": f"Chapter one\n\n{LONG}\n",
    "mac.jsonl": ROW.replace("\n", "\r") * 2,
    "mac.csv": "question,answer\rWho?,I.\rWhy?,So.\r",
    "long.csv": f'question,answer\n"{LONG}","a"\nWho?,I.\n',
}


@pytest.mark.parametrize("name", READ)
def test_that_any_line_ends_and_long_lines_are_read(demo_gguf: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(READ[name].encode())
    events: list[p.Event] = []
    config = TrainConfig(context=1 << 16, eval_share=0.0)
    job = p.InspectJob(model=str(demo_gguf), data=str(tmp_path / name), config=config)
    assert run_job(job, events.append, Control()) == 0, events[-1]
    result = events[-1].result  # type: ignore[union-attr]
    assert not result["dropped"]
    assert ("dark night" if "long" in name else ", too" if name == "mac.txt" else "") in json.dumps(result["preview"])
    assert result["container"] == {"txt": "text", "csv": "csv", "jsonl": "jsonl"}[name.rpartition(".")[2]]
