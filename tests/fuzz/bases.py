"""The sound file of each kind, with what its reader needs beside it, made in a folder."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow
import pyarrow.parquet

from core import protocol as p
from core.base import paths, settings
from core.convert.convert import convert
from core.convert.quantize import quantize
from core.convert.safetensors import INDEX, SINGLE, open_checkpoint
from core.engine.lora.adapter_file import write_adapter
from core.engine.train.checkpoint import CHECKSUMS, VECTORS, TrainingProgress, save_checkpoint
from core.gguf.header import read_header
from core.runs.run import create
from tests.support.documents import epub_manual, html_manual, rtf_manual, zipped
from tests.support.places import FIXTURES
from tests.support.split_models import split_model

Base = Callable[[Path], None]
PAIRS = [{"instruction": f"Say {n}", "input": "", "output": f"{n}, and \u00fc"} for n in range(5)]
TALKS = [
    {"messages": [{"role": "user", "content": f"What is {n}?"}, {"role": "assistant", "content": f"A number, {n}."}]}
    for n in range(5)
]
CALL = {"functionCall": {"name": "count", "args": {"n": 1}}}
TUNED = [  # as Gemini is
    {
        "systemInstruction": {"parts": [{"text": "Count."}]},
        "contents": [
            {"role": "user", "parts": [{"text": f"What is {n}?"}]},
            {"role": "model", "parts": [{"text": "Hm.", "thought": True}, CALL]},
            {"parts": [{"functionResponse": {"name": "count", "response": {"content": "1"}}}]},
            {"role": "model", "parts": [{"text": f"A number, {n}."}]},
        ],
        "tools": [{"functionDeclarations": [{"name": "count", "parameters": {"type": "OBJECT"}}]}],
    }
    for n in range(5)
]


def gguf(folder: Path, family: str = "llama-biased", dtype: str = "f32") -> None:
    full = folder / "model.gguf"
    convert(FIXTURES / family, full, "f32" if dtype == "q8_0" else dtype, lambda done, total: None)
    if dtype == "q8_0":
        quantize(full, folder / "small.gguf", dtype, lambda done, total: None, lambda level, line: None)
        (folder / "small.gguf").replace(full)


def parts(folder: Path, *, first_is_empty: bool) -> None:
    whole = folder / "model.gguf"
    convert(FIXTURES / "llama-biased", whole, "f32", lambda done, total: None)
    n_tensors = len(read_header(whole).tensors)
    split_model(whole, folder, -(-n_tensors // (2 if first_is_empty else 3)), first_is_empty)


def adapter(folder: Path) -> None:
    factors = (np.ones((2, 8), np.float32), np.ones((16, 2), np.float32))
    write_adapter(folder / "adapter.gguf", "llama", {"blk.0.attn_q.weight": factors}, 2.0, notes={"run": "x"})


def peft(folder: Path, family: str = "llama-biased") -> None:
    shutil.copytree(FIXTURES / family / "peft", folder, dirs_exist_ok=True)
    convert(FIXTURES / family, folder / "base.gguf", "f32", lambda done, total: None)


def checkpoint(folder: Path) -> None:
    shutil.copytree(FIXTURES / "llama-biased", folder, dirs_exist_ok=True)


def index(folder: Path) -> None:
    checkpoint(folder)
    (folder / SINGLE).rename(folder / "model-00001-of-00001.safetensors")
    names = open_checkpoint(folder)
    weight_map = dict.fromkeys(names, "model-00001-of-00001.safetensors")
    (folder / INDEX).write_text(json.dumps({"metadata": {"total_size": 1}, "weight_map": weight_map}))


def data(folder: Path) -> None:
    convert(FIXTURES / "llama-biased", folder / "model.gguf", "f16", lambda done, total: None)
    lines = "".join(json.dumps(row) + "\n" for row in TALKS).encode()
    (folder / "rows.jsonl").write_bytes(lines)
    (folder / "rows.jsonl.gz").write_bytes(gzip.compress(lines, mtime=0))
    (folder / "tuned.jsonl").write_text("".join(json.dumps(row) + "\n" for row in TUNED))
    (folder / "rows.json").write_text(json.dumps(PAIRS))
    (folder / "held.json").write_text(json.dumps({"tags": ["a"], "data": PAIRS}, indent=1))
    (folder / "rows.csv").write_text('instruction,output\n"Say ""a""","A, b"\nSay c,"d\ne"\n')
    (folder / "rows.zip").write_bytes(zipped({"a/rows.jsonl": lines, "a/readme.md": "# Rows"}))
    (folder / "notes.txt").write_text(
        "#separator:tab\n#html:true\n#tags column:3\n" + "<b>Say</b> &lt;a\tA<br>b\tx\n" * 4
    )
    (folder / "talk.txt").write_text("System: Be short.\nUser: Say a\nAssistant: A\n\n---\n" * 3)
    (folder / "book.txt").write_text("Once upon a time.\n\nIt was \u00fcber.\n" * 3)
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(PAIRS), folder / "rows.parquet")


def documents(folder: Path) -> None:
    for file in (FIXTURES / "documents").glob("manual.*"):
        shutil.copy(file, folder)
    shutil.copy(FIXTURES / "documents" / "faq.xlsx", folder / "manual.xlsx")
    (folder / "manual.html").write_text(html_manual())
    (folder / "manual.epub").write_bytes(epub_manual())
    (folder / "manual.rtf").write_bytes(rtf_manual())


def chats(folder: Path) -> None:
    said = [
        f"0{day}.02.24, 10:0{day} - {name}: Hi, call 0171/1234567" for day in range(1, 9) for name in ("Ann", "Bob")
    ]
    (folder / "chat.txt").write_text("\n".join(said))
    mails = [
        f"From {name} Mon Feb  {day} 10:00:00 2024\nFrom: {name} <{name}@x.org>\nSubject: =?utf-8?q?B=C3=B6?=\n"
        f"Message-ID: <{day}{name}@x>\nIn-Reply-To: <1Ann@x>\nDate: Thu, 0{day} Feb 2024 10:00:00 +0000\n"
        'Content-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/plain; charset=utf-8\n'
        "Content-Transfer-Encoding: quoted-printable\n\nH=C3=A4\n> old\n\n--b--\n\n"
        for day in range(1, 9) for name in ("Ann", "Bob")
    ]  # fmt: skip
    (folder / "mail.mbox").write_text("".join(mails))
    told = [{"id": day, "type": "message", "date": f"2024-02-0{day}T10:00:00", "from": name, "text": ["Hi", {}]}
            for day in range(1, 9) for name in ("Ann", "Bob")]  # fmt: skip
    (folder / "result.json").write_text(json.dumps({"name": "Bob", "type": "personal_chat", "id": 1, "messages": told}))


def template(folder: Path) -> None:
    shutil.copy(paths.SAMPLE_MODEL / "chat_template.jinja", folder)


def run(folder: Path) -> None:
    job = p.TrainJob(model="m.gguf", data="d.jsonl", run=str(folder), title="Mine", notes="n", tags=["a"])
    create(job)
    shutil.rmtree(folder / "checkpoints")  # a copy of run.json, which would stand in for it
    for name in ("run.json", "notes.json"):  # as changed by hand: else nothing but the checksum is ever read
        content = json.loads((folder / name).read_text())
        (folder / name).write_text(json.dumps(content | {"checksum": ""}))
    (folder / "commands.jsonl").write_bytes(p.encode(p.Start(job=job)))
    said: list[p.Event] = [
        p.Hello(pid=1, job="train", version="0"), p.Phase(name="train", title="T"),
        p.Memory(rss=1, peak=2, available=3, total=4), p.Checkpoint(step=1, path="c", adapter="a"),
        p.Finished(outcome="done"),
    ]  # fmt: skip
    (folder / "events.jsonl").write_bytes(b"".join(map(p.encode, said)))


def saved(folder: Path, *, with_checksums: bool) -> None:
    """Older versions wrote no checksums: nothing else tells then that a file is damaged."""
    state = {name: np.ones(64, np.float32) for name in VECTORS}
    progress = TrainingProgress(step=2, updates=2)
    made = save_checkpoint(folder, progress, state, lambda file: file.write_bytes(b"adapter"), 2)
    if not with_checksums:
        (made / CHECKSUMS).unlink()


def settings_in(folder: Path) -> None:
    """Luthier's home has to be there already."""
    assert settings.settings_file().parent == folder
    settings.save(settings.Settings(threads=2))


BASES: dict[str, Base] = {
    "gguf": gguf,
    "first part": partial(parts, first_is_empty=False),
    "later part": partial(parts, first_is_empty=False),
    "adapter": adapter,
    "peft": peft,
    "peft config": peft,
    "safetensors": checkpoint,
    "index": index,
    "config": checkpoint,
    "json": checkpoint,
    **dict.fromkeys(
        ("json lines", "gemini", "json rows", "held rows", "csv", "anki", "talk", "parquet", "gzip", "zip", "text"),
        data,
    ),
    **dict.fromkeys(("pdf", "docx", "odt", "pptx", "xlsx", "epub", "html", "rtf"), documents),
    **dict.fromkeys(("whatsapp", "telegram", "mail"), chats),
    "template": template,
    **dict.fromkeys(("commands", "events", "run.json", "notes.json"), run),
    **dict.fromkeys(("progress.json", "state"), partial(saved, with_checksums=False)),
    "checksums": partial(saved, with_checksums=True),
    "settings.json": settings_in,
}
