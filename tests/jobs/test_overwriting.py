"""Files that are there already: a command replaces what it made itself, and anything else only when told to."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from core import protocol as p
from core.base.files import is_left_over, partial_of
from core.cli.commands import app
from core.gguf.header import is_gguf
from core.runs import run as runs
from tests.support.data import write_book
from tests.support.export_runs import trained_run
from tests.support.refusals import command_refuses, worker_refuses
from tests.support.unprivileged import open_to_all, without_privileges

DIARY = b"Dear diary, today I trained a model.\n"
DATA = '{"text": "Once upon a time."}\n'


@pytest.fixture(scope="module")
def run(demo_gguf: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    """Whose adapter is quick to merge and has no held-out data."""
    folder = tmp_path_factory.mktemp("overwriting")
    write_book(folder / "text.txt", 4_000)
    return trained_run(demo_gguf, folder / "text.txt", folder / "fox", max_steps=1, eval_share=0, targets="q")


@pytest.fixture(params=["convert", "quantize", "clean", "adapter", "merged"])
def command(
    request: pytest.FixtureRequest, demo_model: Path, demo_gguf: Path, run: runs.Run, tmp_path: Path
) -> tuple[Callable[[Path], p.Job], list[object]]:
    """A job that writes a given file, and the same on the command line, but for the output."""
    data = tmp_path / "rows.jsonl"
    data.write_text(DATA)
    match request.param:
        case "convert":
            return lambda out: p.ConvertJob(source=str(demo_model), output=str(out)), ["convert", demo_model]
        case "quantize":
            return (
                lambda out: p.QuantizeJob(source=str(demo_gguf), output=str(out), dtype="q8_0"),
                ["quantize", demo_gguf, "--type", "q8_0"],
            )
        case "clean":
            return lambda out: p.CleanJob(data=str(data), output=str(out)), ["data", "clean", data]
        case kind:
            return (
                lambda out: p.ExportJob(run=str(run.folder), kind=kind, output=str(out)),
                ["export", run.folder, kind],
            )


def does(arguments: list[object]) -> None:
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert done.exit_code == 0, done.output


@pytest.mark.slow
def test_that_a_file_of_someone_elses_is_replaced_only_when_told_to(
    command: tuple[Callable[[Path], p.Job], list[object]], demo_gguf: Path, tmp_path: Path
) -> None:
    job, arguments = command
    for name, content in (("journal.txt", DIARY), ("other.gguf", demo_gguf.read_bytes()[:40])):
        theirs = tmp_path / name
        theirs.write_bytes(content)
        assert worker_refuses(job(theirs), str(theirs), "--force").code == "files.would-overwrite"
        command_refuses([*arguments, "-o", theirs], str(theirs), "--force")
        assert theirs.read_bytes() == content
    does([*arguments, "-o", theirs, "--force"])
    assert theirs.read_bytes() != content


@pytest.mark.slow
def test_that_a_command_replaces_what_it_made_before(
    command: tuple[Callable[[Path], p.Job], list[object]], tmp_path: Path
) -> None:
    _, arguments = command
    output = tmp_path / "mine.gguf"
    does([*arguments, "-o", output])
    assert is_gguf(output) or arguments[0] == "data"
    if arguments[0] == "data":  # rows carry no mark of who wrote them
        command_refuses([*arguments, "-o", output], "--force")
    else:
        does([*arguments, "-o", output])


def test_that_no_command_takes_the_place_of_anothers_model(run: runs.Run, demo_gguf: Path, tmp_path: Path) -> None:
    base = tmp_path / "base.gguf"
    base.write_bytes(demo_gguf.read_bytes())  # which `convert` made
    before = base.read_bytes()
    worker_refuses(p.ExportJob(run=str(run.folder), kind="merged", output=str(base)), "--force")
    worker_refuses(p.ExportJob(run=str(run.folder), kind="adapter", output=str(base)), "--force")
    worker_refuses(p.QuantizeJob(source=str(demo_gguf), output=str(base), dtype="q8_0"), "--force")
    assert base.read_bytes() == before


def test_that_what_is_no_file_is_never_replaced(demo_model: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path):
        failed = worker_refuses(p.ConvertJob(source=str(demo_model), output=str(path), force=True), str(path))
        assert failed.code == "files.would-overwrite"
    assert pipe.is_fifo()


@pytest.mark.slow
def test_that_a_folder_for_ollama_replaces_an_earlier_one_and_nothing_else(run: runs.Run, tmp_path: Path) -> None:
    output, arguments = tmp_path / "ollama", ["export", run.folder, "ollama", "-o"]
    does([*arguments, output])
    (output / "notes.txt").write_bytes(DIARY)
    does([*arguments, output])
    assert (output / "notes.txt").read_bytes() == DIARY
    photos = tmp_path / "photos"
    photos.mkdir()
    (photos / "README.md").write_bytes(DIARY)
    job = p.ExportJob(run=str(run.folder), kind="ollama", output=str(photos))
    assert worker_refuses(job, str(photos), "--force").code == "files.would-overwrite"
    assert [file.name for file in photos.iterdir()] == ["README.md"]
    (photos / "cat.jpg").write_bytes(DIARY)
    does([*arguments, photos, "--force"])
    assert (photos / "cat.jpg").read_bytes() == DIARY
    assert (photos / "README.md").read_bytes() != DIARY
    worker_refuses(p.ExportJob(run=str(run.folder), kind="ollama", output=str(photos / "cat.jpg"), force=True))


def test_that_the_demo_replaces_an_earlier_demo_only(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "marathon.txt").write_bytes(DIARY)
    failed = worker_refuses(p.DemoJob(output=str(tmp_path)), str(tmp_path / "run"))
    assert failed.code == "files.would-overwrite"
    assert [file.name for file in tmp_path.iterdir()] == ["run"]


def test_that_a_demo_does_not_replace_a_run_of_the_users(run: runs.Run, tmp_path: Path) -> None:
    own = shutil.copytree(run.folder, tmp_path / "run")
    before = (own / "run.json").read_bytes()
    worker_refuses(p.DemoJob(output=str(tmp_path)), str(own))
    command_refuses(["demo", "--out", tmp_path], str(own))
    assert (own / "run.json").read_bytes() == before


@pytest.mark.parametrize("kind", ["adapter", "ollama"])
def test_that_a_place_that_may_not_be_looked_at_is_named(run: runs.Run, tmp_path: Path, kind: str) -> None:
    hidden = tmp_path / "hidden"
    hidden.mkdir(mode=0o700)
    open_to_all(run.folder)
    open_to_all(tmp_path)
    hidden.chmod(0o700)
    with without_privileges():
        worker_refuses(p.ExportJob(run=str(run.folder), kind=kind, output=str(hidden / "out")), "hidden", "permission")


@pytest.mark.process
def test_that_what_a_killed_export_left_beside_the_output_goes_with_the_next(run: runs.Run, tmp_path: Path) -> None:
    output = tmp_path / "m.gguf"
    with subprocess.Popen([sys.executable, "-c", ""]) as dead:
        pass
    left = output.with_name(f"m.gguf.{dead.pid}.part.base.{dead.pid}.part")
    left.write_bytes(b"x")
    assert is_left_over(left) and partial_of(Path("m.gguf.9.part.base")).name.startswith("m.gguf.9.part.base.")
    does(["export", run.folder, "merged", "-o", output, "--type", "q8_0"])
    assert {path.name for path in tmp_path.iterdir()} == {"m.gguf", "m.README.md", "m.loss.svg"}
