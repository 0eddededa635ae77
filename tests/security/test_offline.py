"""Nothing is asked of any network unless a person asks for it: the road is gone where there is none, and none is tried.

A network namespace of its own has a route to this machine alone, and counts what else is tried.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core.base import paths

pytestmark = pytest.mark.process

LIMIT_S = 600
TRIED = {"Ip": "OutNoRoutes", "Udp": "OutDatagrams"}  # what no route was found for; names asked of a server here
ALONE = ("unshare", "--map-root-user", "--net", "--")
WINDOW = """
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
from app.shell import application

class Eye(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and isinstance(watched, QMainWindow):
            QApplication.instance().removeEventFilter(self)
            QTimer.singleShot(0, lambda: self.walk(watched))
        return False

    def walk(self, window):
        pages = made[0]
        for key in pages.window.keys:
            pages.window.show_key(key)
            QApplication.processEvents()
        QApplication.quit()

made, eye = [], Eye()
class Pages(application.Pages):
    def begin(self, *ready):
        made.append(self)
        QApplication.instance().installEventFilter(eye)
        super().begin(*ready)
application.Pages = Pages
raise SystemExit(application.main([]))
"""
CONNECT = "import socket; socket.socket().connect_ex(('192.0.2.1', 80))"
ASK_A_NAME = "import socket\ntry: socket.getaddrinfo('example.org', 80)\nexcept OSError: pass"
# As `ip link set lo up`: the Export page asks this machine whether Ollama runs.
LOOPBACK = """
import fcntl, socket, struct
with socket.socket() as any_one:
    request = struct.pack("16sH14x", b"lo", 1)  # struct ifreq, IFF_UP
    fcntl.ioctl(any_one, 0x8914, request)  # SIOCSIFFLAGS
"""


@pytest.fixture(autouse=True)
def can_be_alone() -> None:
    """Skips where the system makes no network namespace for people who are not its administrators."""
    if not shutil.which(ALONE[0]) or subprocess.run([*ALONE, "true"], capture_output=True).returncode:
        pytest.skip("no network namespace can be made here")


def alone(home: Path, *commands: list[str]) -> int:
    """Run programs one after the other where there is only this machine. Returns how often they tried another."""
    script = 'set -e; while [ "$1" ]; do n=$1; shift; "${@:1:$n}" >&2; shift "$n"; done; cat /proc/net/snmp'
    words = [word for command in (python(LOOPBACK), *commands) for word in (str(len(command)), *command)]
    environment = os.environ | {"LUTHIER_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [*ALONE, "bash", "-c", script, "bash", *words], capture_output=True, text=True, env=environment, timeout=LIMIT_S
    )
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    pairs = zip(lines[::2], lines[1::2], strict=True)  # names, and their values
    known = {names[0].rstrip(":"): dict(zip(names[1:], values[1:], strict=True)) for names, values in pairs}
    return sum(int(known[kind][name]) for kind, name in TRIED.items())


def luthier(*words: object) -> list[str]:
    return [sys.executable, "-m", "core.cli", *map(str, words)]


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_that_what_is_tried_without_a_network_is_counted(tmp_path: Path) -> None:
    assert alone(tmp_path, python(CONNECT)) > 0
    assert alone(tmp_path, python(ASK_A_NAME)) > 0


def test_that_a_training_and_the_window_try_no_network(demo_gguf: Path, tmp_path: Path) -> None:
    data = tmp_path / "book.txt"
    data.write_text("Once there was a fox. " * 100)
    short = ("--set", "context=32", "--set", "max_steps=1")
    train = luthier("train", "--model", demo_gguf, "--data", data, "--run", tmp_path / "run", *short)
    tried = alone(tmp_path / "home", train, python(WINDOW))
    assert (tmp_path / "run" / "adapter.gguf").exists()
    assert tried == 0


@pytest.mark.slow  # the whole road
def test_that_the_whole_road_is_gone_without_a_network(tmp_path: Path) -> None:
    demo, run, out = tmp_path / "demo", tmp_path / "demo" / "run", tmp_path / "out"
    tried = alone(
        tmp_path / "home",
        luthier("demo", "--chat", "--out", demo),  # converts, trains, evaluates, exports and checks
        luthier("data", "inspect", paths.DEMO / "chat.jsonl", "--model", paths.SAMPLE_MODEL),
        luthier("eval", "--model", demo / "storyteller-6m-q8_0.gguf", "--data", paths.DEMO / "chat.jsonl"),
        luthier("export", run, "merged", "-o", out / "merged.gguf"),
        luthier("export", run, "ollama", "-o", out / "ollama"),
        luthier("chat", run, "--prompt", "Who are you?", "--max-tokens", "8"),
        luthier("models", "list"),
        luthier("runs", "list"),
        luthier("report", tmp_path / "report.zip"),
        python(WINDOW),
    )
    assert (out / "merged.gguf").exists() and (out / "ollama" / "Modelfile").exists()
    assert tried == 0
