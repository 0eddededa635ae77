"""`luthier models` and `luthier settings` as programs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from core.base import paths
from core.gguf import downloads
from tests.support.hub_jobs import FILE, MODEL, REPO, WAIT, place
from tests.support.hub_server import FakeHub, Fault, Repo

pytestmark = pytest.mark.process


@pytest.fixture(autouse=True)
def repo(hub: FakeHub) -> Repo:
    """One GGUF file on the second host."""
    hub.repos[REPO] = Repo({FILE: MODEL}, about={"gguf": {"architecture": "llama"}, "downloads": 1234})
    return hub.repos[REPO]


def luthier(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "core.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=WAIT, input=stdin)


def test_that_search_tells_people_what_they_need_to_choose() -> None:
    done = luthier("models", "search", "tiny")
    assert done.returncode == 0
    for part in (REPO, "1 GGUF (300 kB)", "1,234 downloads", "no licence named"):
        assert part in done.stdout


def test_that_search_finds_nothing_in_words() -> None:
    assert "Nothing found" in luthier("models", "search", "tiny", "--max-size", "100k").stdout


def test_that_search_and_fetch_print_one_line_for_scripts() -> None:
    (model,) = json.loads(luthier("models", "search", "tiny", "gguf", "--json").stdout)["models"]
    assert model["id"] == REPO
    done = luthier("models", "fetch", f"{REPO}:q4_k_m", "--json")
    assert json.loads(done.stdout)["model"] == str(place())
    assert done.stdout.count("\n") == 1 and place().read_bytes() == MODEL


def test_that_a_downloaded_model_is_used_by_its_name(hub: FakeHub, demo_gguf_q8: Path) -> None:
    hub.repos["ann/storyteller"] = Repo({"storyteller-Q8_0.gguf": demo_gguf_q8.read_bytes()})
    before = luthier("chat", "--model", "ann/storyteller", "--prompt", "Once")
    assert before.returncode == 1 and "luthier models fetch ann/storyteller" in before.stderr
    assert not hub.requests  # a download is only what the user asks for
    assert luthier("models", "fetch", "ann/storyteller").returncode == 0
    asked = len(hub.requests)
    after = luthier("chat", "--model", "ann/storyteller", "--prompt", "Once", "--max-tokens", "3")
    assert after.returncode == 0 and after.stdout.strip()
    assert len(hub.requests) == asked


def test_that_ctrl_c_keeps_what_has_come(hub: FakeHub) -> None:
    hub.faults.append(Fault(stall=100_000))
    command = [sys.executable, "-m", "core.cli", "models", "fetch", REPO]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as fetch:
        assert hub.stalled.acquire(timeout=WAIT)
        fetch.send_signal(signal.SIGINT)
        said = fetch.communicate(timeout=WAIT)[0]
    assert fetch.returncode == 130 and "goes on from here" in said
    assert downloads.partial_file_of(place()).exists()
    assert luthier("models", "fetch", REPO).returncode == 0
    assert place().read_bytes() == MODEL


def test_that_settings_are_shown_and_changed(tmp_path: Path) -> None:
    assert luthier("settings", f"models_dir={tmp_path / 'disk'}", "offline=true").returncode == 0
    shown = json.loads(luthier("settings", "--json").stdout)
    assert (shown["models_dir"], shown["offline"]) == (str(tmp_path / "disk"), True)
    assert ["offline", "true"] in [line.split() for line in luthier("settings").stdout.splitlines()]
    done = luthier("models", "search", "tiny")
    assert done.returncode == 1 and "luthier settings offline=false" in done.stderr


def test_that_a_login_without_a_keyring_says_what_else_there_is() -> None:
    done = luthier("models", "login", stdin="hf_good\n")
    assert done.returncode == 1 and "HF_TOKEN" in done.stderr
    assert "hf_good" not in done.stdout + done.stderr
    assert not any(b"hf_good" in file.read_bytes() for file in paths.home().rglob("*") if file.is_file())
    assert os.environ["PYTHON_KEYRING_BACKEND"]  # the user's own keyring is left alone by these tests
