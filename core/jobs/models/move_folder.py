"""Move: the folder of models, runs or exports to another place, updating everything that refers to it."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec

from core import protocol as p
from core.base import owned_lock, paths, settings
from core.base.errors import LuthierError
from core.base.settings import Settings
from core.gguf import downloads
from core.jobs.context import JobContext, Outcome
from core.runs import moving
from core.runs.disk import require_at_rest, size_of
from core.runs.run import Run, list_runs

_FOLDERS = {"models_dir": "downloads", "runs_dir": "runs", "exports_dir": "exports"}  # setting -> property


def move_folder(job: p.MoveFolderJob, context: JobContext) -> Outcome[p.MoveFolderResult]:
    """Move a folder. The settings change after the copy is complete, so that they always name a complete folder.

    Raises LuthierError `moving.*`, `runs.busy`, `settings.*`, `files.cannot-write`, and Cancelled.
    """
    if job.setting not in _FOLDERS:
        raise LuthierError("settings.unknown", f"'{job.setting}' is no folder.", f"Known: {', '.join(_FOLDERS)}.")
    with owned_lock.moving():
        return _moved(job, context)


def _moved(job: p.MoveFolderJob, context: JobContext) -> Outcome[p.MoveFolderResult]:
    known = settings.load()
    source: Path = getattr(known, _FOLDERS[job.setting])
    _require_own(known, job.setting)
    target = moving.target_of(source, Path(job.to).expanduser().absolute())
    context.phase("move", f"Moving {source}")
    if not source.is_dir():
        settings.change(**{job.setting: str(target)})
        return "done", p.MoveFolderResult(folder=str(target), bytes=0, changed_runs=0)
    _require_at_rest()
    taken = size_of(source)
    still_here = moving.bring(source, target, lambda done, total: context.progress(done, total, "bytes"))
    try:
        settings.change(**{job.setting: str(target)})
    except LuthierError:
        shutil.rmtree(target) if still_here is not None else target.rename(source)
        raise
    changed = sum(_follow(run, source, target) for run in list_runs().runs)
    if still_here is not None:
        moving.let_go(source, still_here)
    left = str(source) if source.exists() else ""
    return "done", p.MoveFolderResult(folder=str(target), bytes=taken, changed_runs=changed, left=left)


def _require_own(known: Settings, setting: str) -> None:
    """Refuse a folder that contains another of the program's folders or the user's home, which would be moved too."""
    source = getattr(known, _FOLDERS[setting]).resolve()
    others = [getattr(known, name) for key, name in _FOLDERS.items() if key != setting]
    for other in (*others, paths.home(), paths.config_dir(), Path.home()):
        if other.resolve().is_relative_to(source):
            raise LuthierError(
                "moving.shared",
                f"{source} holds more than this: {other} is in it.",
                "Move it by hand, then choose its new place here.",
            )


def _require_at_rest() -> None:
    """Refuse while a worker or a download is active, because it would go on writing to the old place."""
    for run in list_runs().runs:
        require_at_rest(run)
    if unfinished := downloads.unfinished():
        raise LuthierError(
            "moving.download",
            f"The download of {unfinished[0].repo} is not finished.",
            "Continue it on the Model page, or delete the downloaded part.",
        )


def _follow(run: Run, source: Path, target: Path) -> bool:
    """Update a run's paths to its model, data and starting adapter. Return whether any was in the old place."""
    try:
        info = run.info()
        places = {"model": info.model, "data": info.data, "adapter": info.adapter, "eval_data": info.eval_data}
        moved = {
            name: str(target / Path(place).relative_to(source))
            for name, place in places.items()
            if place and Path(place).is_relative_to(source)
        }
        if moved:
            run.write_info(msgspec.structs.replace(info, **moved))
        return bool(moved)
    except LuthierError:
        return False
