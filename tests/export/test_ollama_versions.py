"""Where Ollama is, which version, and what each of them takes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from core import protocol as p
from core.base import paths
from core.base.errors import LuthierError
from core.export.check.comparison import compare, our_answers, questions
from core.export.check.greedy import write_greedily
from core.export.ollama.address import address_of
from core.export.ollama.ask import answer
from core.export.ollama.client import Ollama, abilities
from core.export.ollama.create import digest_of, lack_of_room, read_parameters, send
from core.gguf.header import read_header
from core.jobs.context import JobContext
from core.jobs.export.job import export_run
from core.runs import run as runs
from tests.support.chat_truths import source_of
from tests.support.export_runs import exported, trained_run
from tests.support.modelfile_reader import read_modelfile
from tests.support.ollama_jobs import refusal, typed
from tests.support.ollama_server import FakeOllama
from tests.support.rendering import renderer
from tests.support.rewritten_models import with_template

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
    ("version", "jinja", "adapters"),
    [
        ("0.5.5", False, False),
        ("0.24.0", False, False),
        ("0.30.0-rc3", True, True),
        ("0.34.0", True, True),
        ("0.34.1", True, False),
        ("1.0.0", True, False),
        ("0.0.0", True, False),
    ],
)
def test_that_a_version_tells_what_it_can(version: str, jinja: bool, adapters: bool) -> None:
    assert abilities(version) == (jinja, adapters)


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


def adapter_form(run: runs.Run, output: Path) -> p.ExportResult:
    job = p.ExportJob(run=str(run.folder), kind="ollama", output=str(output), adapter=True)
    return export_run(job, JobContext(lambda event: None))[1]


@pytest.mark.parametrize("ollama", ["0.30.0"], indirect=True)
@pytest.mark.slow
def test_that_an_adapter_answers_on_its_base_where_ollama_takes_one(
    ollama: FakeOllama, run: runs.Run, tmp_path: Path, demo_gguf: Path
) -> None:
    result = adapter_form(run, tmp_path / "out")
    assert {file.name for file in (tmp_path / "out").iterdir()} >= {"adapter.gguf", "Modelfile", "README.md"}
    assert result.loss_llama_cpp == pytest.approx(result.loss_training, rel=5e-3)
    assert dict(read_modelfile((tmp_path / "out" / "Modelfile").read_text()))["from"] == str(demo_gguf)
    card = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert "ollama create fox" in card and "LM Studio" not in card
    typed(ollama, tmp_path / "out", "fox")
    (asked,) = questions([], demo_gguf, renderer(), conversations=False)
    theirs = answer(Ollama(address_of(ollama.host)), "fox", asked, "raw", 256, 16, lambda: None)
    (tuned,), (untuned,) = (write_greedily(demo_gguf, one, [asked.tokens], 16) for one in (run.adapter, None))
    assert theirs.text == tuned.text != untuned.text


@pytest.mark.parametrize("ollama", ["0.30.0"], indirect=True)
@pytest.mark.slow
def test_that_an_adapters_folder_is_told_from_a_models(ollama: FakeOllama, run: runs.Run, tmp_path: Path) -> None:
    """What Ollama's own program does with it, its API cannot: the base would have to be sent as a whole."""
    adapter_form(run, tmp_path / "out")
    told = refusal(tmp_path / "out", run.folder)
    assert told.code == "ollama.adapter-folder"
    assert told.hint == f"Type: ollama create fox -f {tmp_path / 'out' / 'Modelfile'}"
    ollama.version = "0.34.1"
    assert refusal(tmp_path / "out", run.folder).code == "ollama.no-adapters"
    assert not ollama.models


@pytest.mark.parametrize("ollama", ["0.30.0"], indirect=True)
@pytest.mark.usefixtures("ollama")
@pytest.mark.slow
def test_that_no_adapter_goes_on_a_base_whose_own_template_asks_otherwise(demo_gguf: Path, tmp_path: Path) -> None:
    """Ollama would take that one, and ask for thoughts that were never learnt."""
    base = with_template(demo_gguf, tmp_path / "qwen3.gguf", source_of("Qwen-Qwen3-0.6B"))
    rows = [json.loads(line)["messages"] for line in (paths.DEMO / "chat.jsonl").read_text().splitlines()]
    for thoughts, code in (("", "ollama.base-template"), ("Hm.", "")):
        data = tmp_path / f"rows{len(thoughts)}.jsonl"
        said = [[*row[:-1], row[-1] | {"thinking": thoughts}] for row in rows]
        data.write_text("".join(json.dumps({"messages": row}) + "\n" for row in said))
        trained = trained_run(base, data, tmp_path / f"run{len(thoughts)}", context=128, max_steps=2)
        output = tmp_path / f"out{len(thoughts)}"
        if code:
            with pytest.raises(LuthierError) as caught:
                adapter_form(trained, output)
            assert caught.value.code == code and not output.exists()
        else:
            adapter_form(trained, output)


@pytest.mark.parametrize("ollama", ["0.24.0", "0.34.4"], indirect=True)
@pytest.mark.slow
def test_that_no_adapter_is_written_for_another_version(ollama: FakeOllama, run: runs.Run, tmp_path: Path) -> None:
    with pytest.raises(LuthierError) as caught:
        adapter_form(run, tmp_path / "out")
    assert caught.value.code == "ollama.no-adapters" and ollama.version in caught.value.message
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("ollama", ["0.34.4"], indirect=True)
@pytest.mark.slow
def test_that_the_newest_takes_no_adapter_in_any_form(ollama: FakeOllama, run: runs.Run, demo_gguf: Path) -> None:
    """Which is why the model comes whole."""
    client = Ollama(address_of(ollama.host))
    digests = {}
    for file in (run.adapter, demo_gguf):
        digests[file] = digest_of(file, lambda done, total: None)
        assert send(client, file, digests[file], lambda done, total: None)
    for files, adapters in (
        ({"m.gguf": digests[demo_gguf]}, {"a.gguf": digests[run.adapter]}),
        ({"a.gguf": digests[run.adapter]}, {}),
    ):
        with pytest.raises(LuthierError) as caught:
            client.create({"model": "fox", "files": files, "adapters": adapters}, lambda record: None)
        assert caught.value.code == "ollama.no-adapters"


@pytest.mark.parametrize("ollama", ["0.24.0", "0.34.4"], indirect=True)
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


@pytest.mark.parametrize(("ollama", "copies"), [("0.24.0", 1), ("0.34.0", 2), ("0.34.4", 1)], indirect=["ollama"])
def test_that_room_is_asked_for_where_its_folder_is_known(
    ollama: FakeOllama, copies: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From 0.30 to 0.34.0 it writes a file that it was sent once more, and keeps both meanwhile."""
    monkeypatch.setattr("core.hub.ollama.SERVICE_FOLDER", tmp_path / "none")
    monkeypatch.setenv("OLLAMA_MODELS", str(ollama.folder))
    free, digest = 1_000_000, "sha256:" + "0" * 64
    monkeypatch.setattr("core.export.ollama.create.shutil.disk_usage", lambda place: SimpleNamespace(free=free))
    client, able = Ollama(address_of(ollama.host)), abilities(ollama.version)
    assert lack_of_room(client, digest, free // copies, able) == ""
    assert str(ollama.folder) in lack_of_room(client, digest, free // copies + 1, able)
    monkeypatch.setenv("OLLAMA_MODELS", str(tmp_path / "elsewhere"))
    assert lack_of_room(client, digest, free, able) == ""


@pytest.mark.parametrize("ollama", ["0.34.4"], indirect=True)
@pytest.mark.slow
def test_that_a_file_that_changes_on_the_way_is_refused(ollama: FakeOllama, run: runs.Run) -> None:
    with pytest.raises(LuthierError) as caught:
        send(Ollama(address_of(ollama.host)), run.adapter, "sha256:" + "0" * 64, lambda done, total: None)
    assert caught.value.code == "ollama.damaged"
