"""What is done on a small disk. Run by disk.py where it may mount; prints rows as lines of JSON."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

import msgspec

from core import protocol as p
from core.base import paths, settings
from core.base.errors import LuthierError
from core.export import merge
from core.hub import download
from core.jobs import registry
from core.runs.report import write_report
from tests.lab.faults.forked import Told, done, done_as_job
from tests.lab.faults.prepared import Prepared, without_last_step
from tests.lab.faults.small_disk import SmallDisk, Task, Trial
from tests.lab.faults.trainings import steps_lost
from tests.support.hub_jobs import FILE, MODEL, REPO
from tests.support.hub_server import FakeHub, Repo

TRAINED = ("run/adapter.gguf", "run/checkpoints/step-*/state.safetensors")
IN_SHORT = ("resume", "quantize", "download", "queue saved")
EXPORTS = {"merged": "out.gguf", "adapter": "out.gguf", "peft": "out", "ollama": "out"}


def main() -> None:
    place, is_short = Path(sys.argv[1]), "--short" in sys.argv
    for module in {module for module, _ in registry.JOBS.values()}:  # once, and not in each fork
        import_module(f"core.jobs.{module}")
    import_module("core.jobs.training.train")
    fill_the_disk_after_the_look()
    prepared, disk = Prepared(place), SmallDisk(place / "disk")
    with FakeHub() as hub:
        for task, most in tasks(prepared, hub):
            if is_short and task.name not in IN_SHORT:
                continue
            trial = Trial(disk, task)
            row = trial.read_only_row() if "--read-only" in sys.argv else trial.row(min(most, 1) if is_short else most)
            print(msgspec.json.encode(row).decode(), flush=True)


def fill_the_disk_after_the_look() -> None:
    """Room that is asked for beforehand is always found: another program takes it then."""
    download.RESERVE = merge._SPARE = -(1 << 40)


def tasks(prepared: Prepared, hub: FakeHub) -> Iterator[tuple[Task, int]]:
    """Each with how many sizes are tried at most."""
    run = prepared.trained(prepared.place / "run")
    yield _training(prepared), 20
    yield _resuming(run), 8
    yield _cached(prepared), 8
    yield _job("convert", lambda disk: _conversion(disk / "out.gguf"), "out.gguf"), 10
    yield _job("quantize", lambda disk: _quantization(prepared.model, disk / "out.gguf"), "out.gguf"), 10
    for kind, name in EXPORTS.items():
        made = ("out.gguf",) if name == "out.gguf" else ("out/*.gguf", "out/*.safetensors")
        yield _job(f"export {kind}", partial(_export, run, kind, name), *made), 3
    hub.repos[REPO] = Repo({FILE: MODEL, "README.md": b"A model."})
    settings.save(settings.Settings(endpoint=hub.endpoint))
    fetch = _job("download", lambda disk: p.FetchJob(repo=REPO, to=str(disk / "out")), f"out/{FILE}")
    yield fetch._replace(is_kept=True), 40
    yield _deed("settings saved", _save_settings, "settings.json"), 40
    yield _deed("queue saved", partial(_save_queue, prepared.training(run)), "queue.json"), 40
    yield _deed("report", lambda: write_report(paths.home() / "report.zip")), 40


def _training(prepared: Prepared) -> Task:
    def begin(disk: Path) -> Told:
        return done_as_job(prepared.training(disk / "run"))

    def again(disk: Path) -> Told:
        is_run = (disk / "run" / "run.json").exists()
        return done_as_job(p.ResumeJob(run=str(disk / "run"))) if is_run else begin(disk)

    return Task("train", begin, again, TRAINED, lost=steps_lost)


def _resuming(run: Path) -> Task:
    def resume(disk: Path) -> Told:
        return done_as_job(p.ResumeJob(run=str(disk / "run")))

    def prepare(disk: Path) -> None:
        without_last_step(run, disk / "run")

    return Task("resume", resume, resume, TRAINED, prepare, lost=steps_lost)


def _cached(prepared: Prepared) -> Task:
    """The disk has only what can be made again; the run is on another."""
    run = prepared.place / "beside"

    def train(disk: Path) -> Told:
        shutil.rmtree(run, ignore_errors=True)
        os.environ["LUTHIER_HOME"] = str(disk)
        try:
            return done_as_job(prepared.training(run))
        finally:
            os.environ["LUTHIER_HOME"] = str(prepared.home)

    return Task("caches", train, train, ())


def _job(name: str, job: Callable[[Path], p.Job], *made: str) -> Task:
    def do(disk: Path) -> Told:
        return done_as_job(job(disk))

    return Task(name, do, do, made)


def _deed(name: str, deed: Callable[[], object], *made: str) -> Task:
    """deed: with the disk as $LUTHIER_HOME."""

    def there(disk: Path) -> None:
        os.environ["LUTHIER_HOME"] = str(disk)  # of the fork
        deed()

    def do(disk: Path) -> Told:
        return done(lambda: there(disk))

    return Task(name, do, do, made)


def _conversion(output: Path) -> p.Job:
    return p.ConvertJob(source=str(paths.SAMPLE_MODEL), output=str(output), dtype="f16")


def _quantization(model: Path, output: Path) -> p.Job:
    return p.QuantizeJob(source=str(model), output=str(output), dtype="q8_0")


def _export(run: Path, kind: str, name: str, disk: Path) -> p.Job:
    return p.ExportJob(run=str(run), kind=kind, output=str(disk / name))


def _save_settings() -> None:
    settings.save(settings.Settings(theme="dark", threads=2))


def _save_queue(job: p.TrainJob) -> None:
    """As the window does. Raises LuthierError with what it shows."""
    from app.workers.queue_file import Entry, QueueFile

    queue = QueueFile()
    trouble = queue.write([Entry(job=job, title="Holmes")])
    if trouble:
        raise LuthierError("files.cannot-write", trouble)


if __name__ == "__main__":
    main()
