"""`luthier` as a program: exit codes, what goes to stdout and what to stderr."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path

import pytest

from core import __version__, cli
from core.base import paths

Said = namedtuple("Said", ["returncode", "stdout", "stderr"])
WAIT = 120  # seconds: far more than needed, so that only a hanging program is stopped


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty place for runs and models."""
    return tmp_path / "home"


def luthier(home: Path, *arguments: str | Path, code: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command, or with `code` a program that changes something first and then calls it."""
    start = ["-c", code] if code else ["-m", "core.cli"]
    command = [sys.executable, *start, *map(str, arguments)]
    environment = {**os.environ, "LUTHIER_HOME": str(home)}
    return subprocess.run(command, capture_output=True, text=True, timeout=WAIT, env=environment)


@pytest.fixture
def said(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """What `luthier` says and ends with, in this process: a start takes a hundred times as long as reading words."""

    def said(*arguments: str) -> Said:
        monkeypatch.setattr(sys, "argv", ["luthier", *arguments])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        return Said(ended.value.code, *capsys.readouterr())

    monkeypatch.setenv("LUTHIER_HOME", str(home))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(cli, "leave_other_folders", lambda: None)  # this process needs those of the tests
    return said


def test_that_a_mistyped_model_leaves_no_run_and_what_to_type_next_can_be_pasted(
    home: Path, demo_gguf: Path, tmp_path: Path
) -> None:
    run, data = tmp_path / "run", paths.DEMO / "chat.jsonl"
    settings = [f"--set={one}" for one in ("max_steps=1", "context=64", "rank=2", "eval_share=0", "threads=1")]
    asked = ["--data", data, "--run", run, *settings]
    failed = luthier(home, "train", "--model", tmp_path / "nowhere.gguf", *asked)
    assert failed.returncode == 1 and "nowhere.gguf" in failed.stderr and not run.exists()
    assert _version_by(failed.stderr.partition("`")[2].partition("`")[0], "models") == f"luthier {__version__}\n"
    trained = luthier(home, "train", "--model", demo_gguf, *asked)
    assert trained.returncode == 0, trained.stderr
    assert "held-out" not in trained.stdout
    first = trained.stdout.partition("Now type:\n")[2].splitlines()[0]
    assert _version_by(first, "chat") == f"luthier {__version__}\n"


def _version_by(line: str, command: str) -> str:
    """What a line to paste says when asked for the version in place of its command."""
    program = shlex.split(line)[: shlex.split(line).index(command)]
    return subprocess.run([*program, "--version"], capture_output=True, text=True, timeout=WAIT, check=False).stdout


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["fly"], "fly"),
        (["convert"], "source"),
        (["convert", "folder"], "--output"),
        (["quantize", "a.gguf", "-o", "b.gguf"], "--type"),
        (["data", "inspect", "x.txt"], "--model"),
        (["train"], "--model"),
        (["train", "--model", "m.gguf"], "--data"),
        (["train", "--resume", "run", "--layers", "all"], "--resume"),
        (["eval", "--data", "d"], "--model"),
        (["chat", "--model", "m", "--json"], "--prompt"),
        (["chat", "--model", "m", "--temperature", "-1"], "--temperature"),
        (["export", "run", "paper", "-o", "x"], "paper"),
        (["runs", "show"], "run"),
        (["models", "search", "story", "--format", "onnx"], "onnx"),
        (["models", "search", "story", "--max-size", "big"], "big"),
        (["models", "fetch", "story"], "story"),
        (["demo", "--slow"], "--slow"),
    ],
    ids=" ".join,
)
def test_that_wrong_usage_exits_2_and_names_what_is_wrong(
    said: Callable[..., Said], arguments: list[str], named: str
) -> None:
    done = said(*arguments)
    assert done.returncode == 2
    assert named in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["convert", "/nowhere/model", "-o", "out.gguf"], "/nowhere/model"),
        (["convert", "/nowhere/model", "-o", "out.gguf", "--json"], "/nowhere/model"),
        (["train", "--model", "m", "--data", "d", "--set", "ranks=4"], "learning_rate"),
        (["train", "--model", "m", "--data", "d", "--set", "rank=0"], "rank=0"),
        (["train", "--resume", "no-such-run"], "no-such-run"),
        (["export", "no-such-run", "adapter", "-o", "x"], "no-such-run"),
        (["runs", "show", "no-such-run"], "luthier runs list"),
        (["chat", "--model", "ann/none", "--prompt", "Hi."], "luthier models fetch ann/none"),
        (["settings", "colour=red"], "endpoint"),
        (["models", "login"], "access token"),
    ],
    ids=" ".join,
)
def test_that_an_error_exits_1_with_advice_and_no_traceback(
    said: Callable[..., Said], arguments: list[str], named: str
) -> None:
    done = said(*arguments)
    assert done.returncode == 1
    assert named in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout.startswith("{")


def test_that_a_process_of_its_own_ends_with_the_same(home: Path) -> None:
    wrong = luthier(home, "fly")
    assert (wrong.returncode, wrong.stdout) == (2, "") and "fly" in wrong.stderr
    failed = luthier(home, "runs", "show", "no-such-run")
    assert (failed.returncode, failed.stdout) == (1, "") and "luthier runs list" in failed.stderr


def test_that_json_is_the_only_line_on_stdout(home: Path, demo_model: Path, tmp_path: Path) -> None:
    output = tmp_path / "model.gguf"
    done = luthier(home, "convert", demo_model, "-o", output, "--json")
    assert done.returncode == 0
    assert done.stdout.count("\n") == 1
    assert json.loads(done.stdout)["bytes"] == output.stat().st_size
    assert "Converting" in done.stderr


def test_that_people_get_facts_in_words(home: Path, demo_model: Path, tmp_path: Path) -> None:
    done = luthier(home, "convert", demo_model, "-o", tmp_path / "model.gguf")
    assert done.returncode == 0
    assert "Converting storyteller-6m to GGUF" in done.stdout
    assert "12 MB" in done.stdout
    assert "\x1b" not in done.stdout


def test_that_no_runs_yet_says_how_to_make_one(home: Path) -> None:
    done = luthier(home, "runs", "list")
    assert done.returncode == 0
    assert "luthier train" in done.stdout
    assert json.loads(luthier(home, "runs", "list", "--json").stdout) == []


def test_that_the_doctor_finds_this_machine_fit(home: Path) -> None:
    done = luthier(home, "doctor", "--json")
    report = json.loads(done.stdout)
    assert done.returncode == 0
    assert report["can_train"] and report["can_chat"]
    assert report["machine"]["cores"] >= 1 and report["machine"]["memory"] > 1e9
    assert {check["name"] for check in report["checks"]} >= {
        "ggml",
        "kernels",
        "llama.cpp",
        "graphics",
        "Qt",
        "memory",
        "disk",
        "Ollama",
    }


def test_that_the_doctor_shows_how_much_room_copies_of_weights_take(home: Path) -> None:
    (home / "cache/copies").mkdir(parents=True)
    (home / "cache/copies" / ("0f" * 20)).write_bytes(bytes(3_000_000))
    kept = json.loads(luthier(home, "doctor", "--json").stdout)["copies"]
    assert kept["folder"] == str(home / "cache/copies") and kept["size"] == 3_000_000 < kept["limit"]


def test_that_the_doctor_tells_people_what_will_work(home: Path) -> None:
    done = luthier(home, "doctor")
    assert "Copies of weights for a fast start: 0" in done.stdout
    assert "Convert, train, evaluate, export: will work" in done.stdout


def test_that_help_loads_no_heavy_library(home: Path) -> None:
    heavy = {"numpy", "llama_cpp", "gguf", "PySide6", "tokenizers", "huggingface_hub"}
    code = f"import sys, core.cli.commands; print(*{heavy!r} & sys.modules.keys())"
    assert luthier(home, code=code).stdout == "\n"
