"""Where Ollama is, which version, and what each of them takes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from core.base import paths
from core.base.errors import LuthierError
from core.export.check.comparison import compare, our_answers, questions
from core.export.ollama.address import address_of
from core.export.ollama.ask import answer
from core.export.ollama.client import Ollama, require_new_enough, writes_again
from core.export.ollama.create import lack_of_room, read_parameters, send
from core.gguf.header import read_header
from core.runs import run as runs
from tests.support.export_runs import exported, trained_run
from tests.support.ollama_jobs import typed
from tests.support.ollama_server import FakeOllama
from tests.support.rendering import renderer

# OLLAMA_HOST -> where its own Host and ConnectableHost lead
HOSTS = {
    "": "http://127.0.0.1:11434",
    "127.0.0.1:1234": "http://127.0.0.1:1234",
    " '10.0.0.7' ": "http://10.0.0.7:11434",
    "example.com": "http://example.com:11434",
    "http://example.com": "http://example.com:80",
    "https://example.com": "https://example.com:443",
    "https://example.com:8443/ollama": "https://example.com:8443/ollama",
    "0.0.0.0": "http://127.0.0.1:11434",
    ":5000": "http://127.0.0.1:5000",
    "::": "http://[::1]:11434",
    "[::]:9000": "http://[::1]:9000",
    "fe80::1": "http://[fe80::1]:11434",
    "[fe80::1]:99": "http://[fe80::1]:99",
    "example.com:99999": "http://example.com:11434",
    "example.com:abc": "http://example.com:11434",
    "1.2.3.4:-1": "http://1.2.3.4:11434",
}


@pytest.mark.parametrize("setting", HOSTS)
def test_that_every_form_of_the_address_leads_where_ollamas_own_programs_go(setting: str) -> None:
    assert address_of(setting).url == HOSTS[setting]


def test_that_this_machine_is_told_from_others() -> None:
    assert all(address_of(here).is_here for here in ("", "0.0.0.0", "::1", "localhost:9", "127.0.0.2"))
    assert not any(address_of(there).is_here for there in ("10.0.0.7", "example.com", "https://localhost.example"))


@pytest.mark.parametrize(
    ("version", "writes"),
    [("0.30.0-rc3", True), ("0.34.0", True), ("0.34.1", False), ("1.0.0", False), ("0.0.0", False)],
)
def test_that_a_version_tells_what_it_does(version: str, writes: bool) -> None:
    require_new_enough(version)
    assert writes_again(version) is writes


@pytest.mark.parametrize("version", ["0.5.4", "0.24.0", "v0.29.9"])
def test_that_an_older_version_is_refused_by_its_number(version: str) -> None:
    with pytest.raises(LuthierError) as caught:
        require_new_enough(version)
    assert caught.value.code == "ollama.too-old"
    assert f"Ollama {version} is too old" in caught.value.message and "0.30.0" in caught.value.hint


def test_that_parameters_are_read_as_go_writes_them() -> None:
    lines = ["num_ctx                        131072", 'stop    "a\\tb\\u200d\\""', 'stop    "\\x7f"', "top_p 1e-05"]
    assert read_parameters("\n".join(lines)) == {"num_ctx": 131072, "stop": ['a\tb\u200d"', "\x7f"], "top_p": 1e-05}


@pytest.fixture(scope="module")
def run(demo_gguf: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    folder = tmp_path_factory.mktemp("runs") / "fox"
    return trained_run(demo_gguf, paths.DEMO / "chat.jsonl", folder, context=128, max_steps=8)


@pytest.fixture
def ollama(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[FakeOllama]:
    with FakeOllama(tmp_path / "store", request.param) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        yield server


@pytest.mark.parametrize("ollama", ["0.30.0", "0.34.4"], indirect=True)
@pytest.mark.slow
def test_that_the_folder_works_by_hand_too(ollama: FakeOllama, run: runs.Run, tmp_path: Path) -> None:
    """`ollama create -f Modelfile`, as the folder says."""
    exported(run, tmp_path / "out")
    typed(ollama, tmp_path / "out", "fox")
    model = read_header(tmp_path / "out" / "model.gguf")
    asked = questions([], model, renderer(), conversations=True)[0]
    (ours,) = our_answers(model, [asked], ["<|im_end|>"], 24)
    for way in ("raw", "chat"):
        theirs = answer(Ollama(address_of(ollama.host)), "fox", asked, way, 512, 24, lambda: None)
        assert compare(ours, theirs).same, (ours, theirs)


@pytest.mark.parametrize(("ollama", "copies"), [("0.34.0", 2), ("0.34.4", 1)], indirect=["ollama"])
def test_that_room_is_asked_for_where_its_folder_is_known(
    ollama: FakeOllama, copies: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From 0.30 to 0.34.0 it writes a file that it was sent once more, and keeps both meanwhile."""
    monkeypatch.setattr("core.hub.ollama.SERVICE_FOLDER", tmp_path / "none")
    monkeypatch.setenv("OLLAMA_MODELS", str(ollama.folder))
    free, digest = 1_000_000, "sha256:" + "0" * 64
    monkeypatch.setattr("core.export.ollama.create.shutil.disk_usage", lambda place: SimpleNamespace(free=free))
    client, version = Ollama(address_of(ollama.host)), ollama.version
    assert lack_of_room(client, digest, free // copies, version) == ""
    assert str(ollama.folder) in lack_of_room(client, digest, free // copies + 1, version)
    monkeypatch.setenv("OLLAMA_MODELS", str(tmp_path / "elsewhere"))
    assert lack_of_room(client, digest, free, version) == ""


@pytest.mark.parametrize("ollama", ["0.34.4"], indirect=True)
@pytest.mark.slow
def test_that_a_file_that_changes_on_the_way_is_refused(ollama: FakeOllama, run: runs.Run) -> None:
    with pytest.raises(LuthierError) as caught:
        send(Ollama(address_of(ollama.host)), run.adapter, "sha256:" + "0" * 64, lambda done, total: None)
    assert caught.value.code == "ollama.damaged"
