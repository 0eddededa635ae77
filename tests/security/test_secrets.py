"""Secrets with a mark in them go every road that the program has; nothing that is written or said holds the mark."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from core import protocol as p
from core.worker import run_job
from tests.support.hub_jobs import FILE, MODEL, REPO, WAIT
from tests.support.hub_server import GOOD_TOKEN, FakeHub, Fault, Repo
from tests.support.hub_uploads import ACCOUNTS

TOKEN = "hf_CanaryCanaryCanaryCanaryCanary0001"
PASSWORD = "canary-password-0002"
KEY = "canary-serve-key-0003"
MARKS = (TOKEN, PASSWORD, KEY)


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    """A hub that the environment means, so that the token in the environment is for it, and a proxy with a password."""
    home = tmp_path / "home"
    with FakeHub() as fake:
        fake.repos[REPO] = Repo({FILE: MODEL})
        monkeypatch.setitem(ACCOUNTS, TOKEN, ACCOUNTS[GOOD_TOKEN])
        for name, value in {
            "LUTHIER_HOME": home, "HF_HOME": home / "hf", "HF_TOKEN": TOKEN, "HF_ENDPOINT": fake.endpoint,
            "LUTHIER_SERVE_KEY": KEY, "HTTPS_PROXY": f"http://anna:{PASSWORD}@127.0.0.1:9",
        }.items():  # fmt: skip
            monkeypatch.setenv(name, str(value))
        yield fake


def luthier(*words: object) -> str:
    """All that a command says."""
    command = [sys.executable, "-m", "core.cli", *map(str, words)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=WAIT, text=True, input="")
    return done.stdout


def held(folder: Path) -> list[str]:
    """Files below whose bytes, or unpacked bytes, have a mark in them."""
    found = []
    for path in folder.rglob("*"):
        contents = [path.read_bytes()] if path.is_file() else []
        if contents and zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                contents += [archive.read(name) for name in archive.namelist()]
        found += [f"{path}: {mark}" for mark in MARKS for content in contents if mark.encode() in content]
    return found


@pytest.mark.process
@pytest.mark.slow  # a dozen programs, one after the other
def test_that_a_secret_is_in_no_file_and_in_nothing_that_is_said(hub: FakeHub, demo_gguf: Path, tmp_path: Path) -> None:
    data, run = tmp_path / "book.txt", tmp_path / "home" / "runs" / "r"
    data.write_text("Once there was a fox. " * 200)
    said = [luthier("models", "search", "tiny"), luthier("models", "fetch", REPO)]
    hub.api_faults.append(Fault(status=500))
    said.append(luthier("models", "fetch", REPO, "--json"))
    said += [luthier("models", "fetch", "nobody/nothing"), luthier("models", "login")]
    config = ["--set", "context=32", "--set", "max_steps=2"]
    said.append(luthier("train", "--model", demo_gguf, "--data", data, "--run", run, *config))
    said.append(luthier("export", run, "adapter", "-o", tmp_path / "tiny.gguf"))
    said.append(luthier("push", tmp_path / "tiny.gguf", "ann/tiny"))
    said += [luthier("runs", "show", run), luthier("settings"), luthier("doctor")]
    said.append(luthier("settings", f"proxy=http://anna:{PASSWORD}@proxy.lan"))
    said.append(luthier("report", tmp_path / "home" / "report.zip"))
    assert any(TOKEN in str(request.headers) for request in hub.requests)  # the token was in use
    assert "403" in said[7]  # the push was refused, with the token in it
    assert (tmp_path / "home" / "models" / REPO / FILE).exists()
    assert (run / "adapter.gguf").exists() and (tmp_path / "home" / "report.zip").exists()
    assert [mark for mark in MARKS for words in said if mark in words] == []
    assert held(tmp_path) == []


@pytest.mark.usefixtures("hub")
@pytest.mark.parametrize(
    "error",
    [
        RuntimeError(f"could not reach http://anna:{PASSWORD}@proxy.lan:3128 with {TOKEN}"),
        OSError(5, f"Authorization: Bearer {KEY}"),
    ],
)
def test_that_an_error_nobody_foresaw_is_reported_without_secrets(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    from core.jobs import registry
    from core.jobs.context import Control

    def breaks(*_: object) -> None:
        raise error

    monkeypatch.setattr(registry, "run", breaks)
    events: list[p.Event] = []
    assert run_job(p.ListModelsJob(), events.append, Control()) == 1
    failed = events[-1]
    assert isinstance(failed, p.Failed) and failed.code == "internal" and "Traceback" in failed.details
    assert not [mark for mark in MARKS if mark in f"{failed.message} {failed.details}"]


@pytest.mark.process
@pytest.mark.usefixtures("hub")
def test_that_a_key_is_in_no_process_arguments(demo_gguf: Path, tmp_path: Path) -> None:
    """What the window and the command line start gets its order through a pipe, which `ps` does not show."""
    order = p.encode(p.Start(job=p.ServeJob(model=str(demo_gguf), port=0, key=KEY)))
    command = [sys.executable, "-m", "core.worker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path.cwd()) as worker:
        assert worker.stdin is not None and worker.stdout is not None
        worker.stdin.write(order)
        worker.stdin.flush()
        for line in worker.stdout:
            event = json.loads(line)
            assert event["type"] != "failed", event
            if event["type"] == "serving":
                break
        family = [psutil.Process(worker.pid), *psutil.Process(worker.pid).children(recursive=True)]
        shown = " ".join(word for process in family for word in process.cmdline())
        worker.stdin.close()
        worker.wait(WAIT)
    assert event["key"] == KEY and shown
    assert not [mark for mark in MARKS if mark in shown]
    assert held(tmp_path) == []
