"""run.json, notes.json and assessment.json: a run's request, the user's notes, the verdict on it.

A copy of run.json lies beside the checkpoints, in case the first becomes unreadable.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec

from core.base import formats
from core.base.bounded_file import read_plain
from core.base.errors import Do, LuthierError, in_words
from core.base.formats import DamagedError, Format, Values
from core.protocol.config import TrainConfig
from core.protocol.specs import OfSweep


class RunInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A run's request. adapter: the file or folder that training began with; config then has its rank and so
    on. sweep: the one it belongs to. on: the computer that trains it; "" for this one.
    """

    model: str
    data: str
    created: float  # seconds since 1970
    eval_data: str | None = None
    config: TrainConfig = TrainConfig()
    adapter: str | None = None
    sweep: OfSweep | None = None
    on: str = ""


class RunNotes(msgspec.Struct, frozen=True, kw_only=True):
    """The user's notes on a run. title: shown in place of the folder's name; "" for that name."""

    title: str = ""
    notes: str = ""
    tags: tuple[str, ...] = ()


class OtherVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict of an assessment against another model. against, test, made, step: as in RunAssessment."""

    against: str
    verdict: str
    test: str
    made: float
    step: int = 0


class RunAssessment(msgspec.Struct, frozen=True, kw_only=True):
    """The newest assessment of a run (core/jobs/chat/assess.py). step: of the checkpoint; 0 if unknown. moved, by: as
    in AssessResult. against: the compared models; "" for the base alone. beside: the newest verdicts against other
    models, newest first.
    """

    verdict: str
    test: str
    made: float  # seconds since 1970
    step: int = 0
    moved: float | None = None
    by: str = ""
    against: str = ""
    beside: list[OtherVerdict] = []


def _with_whole_examples(values: Values) -> Values:
    """Migrate form 2, whose rows hold every example in full, without shared beginnings."""
    return {**values, "config": {**values.get("config", {}), "shared_beginnings": False}}


def _in_chatml(values: Values) -> Values:
    """Migrate form 3, which gave ChatML to every model without a chat template."""
    return {**values, "config": {**values.get("config", {}), "turn_marks": "chatml"}}


def without_replay(values: Values) -> Values:
    """Remove the former setting `replay` from the config (core/jobs/training/train.py refuses to go on with a run that
    used it).
    """
    config = {key: value for key, value in values.get("config", {}).items() if key != "replay"}
    return values | ({"config": config} if "config" in values else {})


def _alone(values: Values) -> Values:
    """Migrate form 5, which recorded whether several computers share the training's steps."""
    return {key: value for key, value in values.items() if key != "cluster"}


_INFO = Format(RunInfo, version=6, migrations={2: _with_whole_examples, 3: _in_chatml, 4: without_replay, 5: _alone})
_NOTES = Format(RunNotes)
_ASSESSMENT = Format(RunAssessment)


def read_info(file: Path, copy: Path) -> RunInfo:
    """Read run.json, or else its copy. Raises LuthierError `runs.not-a-run` if both are missing, `runs.damaged`,
    `formats.newer`.
    """
    try:
        return formats.read(file, _INFO)
    except (OSError, ValueError) as error:
        with contextlib.suppress(OSError, ValueError):
            return formats.read(copy, _INFO)
        if isinstance(error, DamagedError):
            raise LuthierError(
                "runs.damaged",
                f"{file} cannot be read: {in_words(error)}.",
                'If you have changed it by hand, empty what stands there for its checksum: "checksum": "".',
            ) from error
        raise LuthierError(
            "runs.not-a-run",
            f"{file.parent} is not a run folder: {in_words(error)}",
            Do.by("Choose a folder that Luthier made for a training.", "`luthier runs list`"),
        ) from error


def write_info(file: Path, copy: Path, info: RunInfo) -> None:
    """Write run.json and its copy. Raises LuthierError `formats.newer`, `files.cannot-write`."""
    for place in (copy, file):
        formats.write(place, info, _INFO, indent=2)


def mend_info(file: Path, copy: Path) -> bool:
    """Rewrite both files in this version's format; return whether run.json was unreadable. The run must be locked.

    Older versions of Luthier then recognise what they find in the folder. Raises LuthierError as read_info and
    write_info.
    """
    info, is_bad = read_info(file, copy), False
    try:
        formats.read(file, _INFO)
    except (OSError, ValueError):
        is_bad = True
    content = formats.encoded(info, _INFO, indent=2)
    if is_bad or any(_content(place) != content for place in (file, copy)):
        write_info(file, copy, info)
    return is_bad


def _content(file: Path) -> bytes | None:
    """Return the file's content, or None if it is unreadable."""
    with contextlib.suppress(OSError):
        return read_plain(file)
    return None


def read_notes(file: Path) -> RunNotes:
    """Read a run's notes; empty without a file. Raises LuthierError `runs.bad-notes`, `formats.newer`."""
    try:
        return formats.read(file, _NOTES)
    except FileNotFoundError:
        return RunNotes()
    except (OSError, ValueError) as error:
        raise LuthierError(
            "runs.bad-notes",
            f"The notes of {file.parent.name} cannot be read: {in_words(error)}.",
            f"Move {file} away to begin new ones.",
        ) from error


def write_notes(file: Path, notes: RunNotes) -> None:
    """Write a run's notes. Raises LuthierError `formats.newer` if a newer version wrote the existing ones,
    `files.cannot-write`.
    """
    formats.write(file, notes, _NOTES, indent=2)


def read_assessment(file: Path) -> RunAssessment | None:
    """Return the newest assessment, or None if it is missing or unreadable: it can be repeated."""
    with contextlib.suppress(OSError, ValueError, LuthierError):
        return formats.read(file, _ASSESSMENT)
    return None


def write_assessment(file: Path, said: RunAssessment) -> None:
    """Write a run's assessment. Raises LuthierError `formats.newer`, `files.cannot-write`."""
    formats.write(file, said, _ASSESSMENT, indent=2)
