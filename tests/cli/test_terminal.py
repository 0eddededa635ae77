"""Nothing that stands in a file can steer a terminal, and nothing in it can hide."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.cli.terminal import json_line, visible
from tests.support.gguf_bytes import Gguf, Tensor

pytestmark = pytest.mark.usefixtures("own_home")

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202etxt.exe\x7f[/bold]"
STEERING = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b\ufeff]")
OURS = re.compile(r"\x1b\[[0-9;?]*[mhlKAG]")  # colours, cursor and lines of bars


def on_a_terminal(*arguments: object) -> str:
    """What the real command writes to a terminal, both streams together, without its own colours and bars."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "core.cli", *map(str, arguments)]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "400"}
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        written = b"".join(_read(ours))
    os.close(ours)
    assert process.returncode in (0, 1)
    text = OURS.sub("", written.decode())
    assert "Traceback" not in text, text
    return text.replace("\r\n", "\n").replace("\r", "")


def _read(terminal: int) -> Iterator[bytes]:
    try:
        while block := os.read(terminal, 1 << 16):
            yield block
    except OSError:  # Linux's way to say that the other side has closed
        return


def shows(text: str, *parts: str) -> None:
    assert STEERING.findall(text) == [], repr(text)
    for part in parts:
        assert part in text, text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J\x07\x9b", r"\x1b[2J\x07\x9b"),
        ("a\tb\nc", "a\tb\nc"),
        ("\u202egnp.exe\u2066\ufeff\u200b", r"\u202egnp.exe\u2066\ufeff\u200b"),
        ("\U000e0041", r"\U000e0041"),
        ("na\udcffme", r"na\udcffme"),
        ("👩\u200d💻 می\u200cخواهم שלום", "👩\u200d💻 می\u200cخواهم שלום"),
    ],
)
def test_that_what_steers_or_hides_is_shown_and_writing_stays(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_that_json_is_the_same_and_steers_nothing() -> None:
    value = {"row": EVIL + "\U000e0041\u2028", "schön": 1.5}
    line = json_line(value)
    assert json.loads(line) == value and "schön" in line
    shows(line)


def test_that_hostile_rows_are_shown(demo_gguf: Path, tmp_path: Path) -> None:
    data = tmp_path / "rows\x1b[2J[red].jsonl"
    good = "".join(json.dumps({"prompt": f"What is {n}?", "completion": f"{EVIL} {n}."}) + "\n" for n in range(30))
    bad = f'{{"prompt": "x", "completion": {EVIL}\n' + json.dumps({"prompt": [EVIL], "completion": "y"}) + "\n"
    data.write_text(good + bad)
    told = on_a_terminal("data", "inspect", data, "--model", demo_gguf)
    shows(told, r"\x1b[2J[red].jsonl", r"\x1b]0;owned", r"\u202etxt.exe\x7f[/bold]")
    shows(on_a_terminal("data", "preview", data, "--model", demo_gguf), r"\x1b")
    shows(on_a_terminal("data", "inspect", data, "--model", demo_gguf, "--json"))


def test_that_hostile_names_in_models_are_shown(demo_model: Path, tmp_path: Path) -> None:
    file = Gguf(tensors=[Tensor(EVIL, (32, 2), 999)]).write(tmp_path / "m.gguf")
    shows(on_a_terminal("estimate", "--model", file), r"\x1b]0;owned")
    folder = tmp_path / "checkpoint"
    shutil.copytree(demo_model, folder)
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"architectures": [EVIL]}))
    shows(on_a_terminal("convert", folder, "-o", tmp_path / "out.gguf"), r"\x1b]0;owned", "[/bold]")


def test_that_a_hostile_word_of_a_template_is_shown(demo_model: Path, tmp_path: Path) -> None:
    folder, data = tmp_path / "checkpoint", tmp_path / "rows.jsonl"
    shutil.copytree(demo_model, folder)
    (folder / "chat_template.jinja").write_text("{{ raise_exception('" + EVIL + "') }}")
    data.write_text('{"prompt": "Who?", "completion": "He."}\n' * 30)
    shows(on_a_terminal("data", "inspect", data, "--model", folder), r"\x1b]0;owned")
