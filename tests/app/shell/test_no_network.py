"""No connection is opened unless somebody asks for it: not by the window on any page, nor by the workers it starts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.places import ROOT

pytestmark = pytest.mark.process

RECORD = """
import json, os, sys

from core.base import own_process

own_process.FLAGS = ("-P",)  # else a process of ours that this one starts would not find this file

def note(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto"):
        with open(os.environ["CALLED"], "a") as file:
            file.write(json.dumps([event, repr(arguments)]) + chr(10))

sys.addaudithook(note)
"""
LOOK_AROUND = """
import time
from PySide6.QtTest import QTest
from app.look.theme import Theme
from app.shell.application import new_application
from app.shell.pages import Pages

application = new_application()
pages = Pages(Theme(application))
pages.begin()
pages.window.show()
for key in pages.window.sidebar.buttons:
    pages.window.show_key(key)
    QTest.qWait(50)
pages.window.show_key("settings")
about = pages.settings.about
end = time.monotonic() + 60
while not ("Memory" in about.facts.text() and pages.devices.reports is not None):  # the latter is said by a worker
    assert time.monotonic() < end
    QTest.qWait(20)
pages.window.close()
"""


def recorded(folder: Path, *command: str) -> list[tuple[str, str]]:
    """What it and its processes connected to, looked up or sent to."""
    (folder / "sitecustomize.py").write_text(RECORD)
    calls = folder / "calls"
    settings = {
        "CALLED": str(calls), "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)]), "QT_QPA_PLATFORM": "offscreen",
        "LUTHIER_HOME": str(folder / "home"),
    }  # fmt: skip
    whole = os.environ | settings
    done = subprocess.run([sys.executable, *command], env=whole, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [tuple(json.loads(line)) for line in calls.read_text().splitlines()] if calls.exists() else []


def beyond_this_machine(calls: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Ollama is asked for where it would be: on this machine."""
    return [call for call in calls if "127.0.0.1" not in call[1] and "localhost" not in call[1]]


def test_that_the_window_calls_nobody(tmp_path: Path) -> None:
    assert beyond_this_machine(recorded(tmp_path, "-c", LOOK_AROUND)) == []


def test_that_doctor_calls_nobody(tmp_path: Path) -> None:
    assert beyond_this_machine(recorded(tmp_path, "-m", "core.cli", "doctor")) == []


def test_that_a_call_would_be_seen(tmp_path: Path) -> None:
    calls = recorded(
        tmp_path, "-c", "import socket\ntry: socket.create_connection(('192.0.2.1', 9), 0.01)\nexcept OSError: pass"
    )
    assert [event for event, _ in beyond_this_machine(calls)] == ["socket.getaddrinfo", "socket.connect"]
