"""run.json, notes.json and assessment.json: what a run was asked, what the user wrote on it, whether it got better.

Of run.json there is a copy beside the checkpoints, for the day when the first cannot be read.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec

from core.base import formats
from core.base.bounded_file import read_plain
from core.base.errors import Do, LuthierError, in_words
from core.base.formats import DamagedError, Format, Values
from core.protocol.cluster import OfSweep, WithCluster
from core.protocol.config import TrainConfig


class RunInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What a run was asked to do. adapter: what it began with, a file or folder; config then has its rank and so on.

    cluster: its machines compute together. sweep: that it belongs to.
    """

    model: str
    data: str
    created: float  # seconds since 1970
    eval_data: str | None = None
    config: TrainConfig = TrainConfig()
    adapter: str | None = None
    cluster: WithCluster | None = None
    sweep: OfSweep | None = None


class RunNotes(msgspec.Struct, frozen=True, kw_only=True):
    """What a person wrote on it. title: shown in place of the folder's name, "" for that name."""

    title: str = ""
    notes: str = ""
    tags: tuple[str, ...] = ()


class OtherVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """What an assessment said against another model. against, test, made, step: as below."""

    against: str
    verdict: str
    test: str
    made: float
    step: int = 0


class RunAssessment(msgspec.Struct, frozen=True, kw_only=True):
    """What the newest assessment of a run said (core/jobs/chat/assess.py). step: of the checkpoint, 0 for a run that
    does not say it. moved, by: as in AssessResult. against: with whom it was compared, "" for the base alone. beside:
    the newest that was said against each other, the newest first.
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
    """Update form 2: the rows of such runs hold every example from its beginning."""
    return {**values, "config": {**values.get("config", {}), "shared_beginnings": False}}


def _in_chatml(values: Values) -> Values:
    """Update form 3: such runs gave every model without a chat template ChatML."""
    return {**values, "config": {**values.get("config", {}), "turn_marks": "chatml"}}


def without_replay(values: Values) -> Values:
    """Update what has a config with a setting that is gone (core/jobs/training/train.py refuses to go on with a run
    that used it).
    """
    config = {key: value for key, value in values.get("config", {}).items() if key != "replay"}
    return values | ({"config": config} if "config" in values else {})


_INFO = Format(RunInfo, version=5, migrations={2: _with_whole_examples, 3: _in_chatml, 4: without_replay})
_NOTES = Format(RunNotes)
_ASSESSMENT = Format(RunAssessment)


def read_info(file: Path, copy: Path) -> RunInfo:
    """Read a run's facts, or else their copy. Raises LuthierError `runs.not-a-run` when there is neither,
    `runs.damaged`, `formats.newer`.
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
    """Write a run's facts and their copy. Raises LuthierError `formats.newer`, `files.cannot-write`."""
    for place in (copy, file):
        formats.write(place, info, _INFO, indent=2)


def mend_info(file: Path, copy: Path) -> bool:
    """Bring both to what this version writes, and say whether the first could not be read. The run must be locked.

    An older Luthier then knows what it finds in the folder. Raises LuthierError as the two above.
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
    """Return the file's content, or None if it cannot be read."""
    with contextlib.suppress(OSError):
        return read_plain(file)
    return None


def read_notes(file: Path) -> RunNotes:
    """Read a run's notes; empty where nothing was written. Raises LuthierError `runs.bad-notes`, `formats.newer`."""
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
    """Write a run's notes. Raises LuthierError `formats.newer` where a newer version's are there,
    `files.cannot-write`.
    """
    formats.write(file, notes, _NOTES, indent=2)


def read_assessment(file: Path) -> RunAssessment | None:
    """Return what the newest assessment said, None where there is none that can be read: it can be made again."""
    with contextlib.suppress(OSError, ValueError, LuthierError):
        return formats.read(file, _ASSESSMENT)
    return None


def write_assessment(file: Path, said: RunAssessment) -> None:
    """Write what a run's assessment came to. Raises LuthierError `formats.newer`, `files.cannot-write`."""
    formats.write(file, said, _ASSESSMENT, indent=2)
