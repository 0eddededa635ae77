"""What comes home: the adapter's folder with luthier.json, as the scripts leave it, or the same as a zip file."""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

import msgspec

from core.export.elsewhere.manifest import Manifest
from core.shared.errors import LuthierError

REPORT = "luthier.json"
_FILES = ("adapter_config.json", "adapter_model.safetensors", REPORT)


class StepDone(msgspec.Struct, frozen=True):
    """step: from 1. None: it was not finite."""

    step: int
    loss: float | None
    learning_rate: float
    grad_norm: float | None


class Evaluated(msgspec.Struct, frozen=True):
    """Mean loss of the held-out tokens after so many steps."""

    step: int
    loss: float
    tokens: int


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """manifest: that of the folder. trained_on: SHA-256 of the data files as they were then."""

    manifest: Manifest
    trained_on: dict[str, str]
    script: str
    base: str = ""
    dtype: str = ""
    four_bit: bool = False
    seconds: float = 0.0
    steps: list[StepDone] = []
    evaluations: list[Evaluated] = []

    @property
    def loss(self) -> float | None:
        """On held-out text, in the end."""
        return self.evaluations[-1].loss if self.evaluations else None


@contextmanager
def opened(path: Path) -> Iterator[Path]:
    """The folder itself, or a zip file's, unpacked for as long as it is read. Raises LuthierError `elsewhere.missing`,
    `elsewhere.bad-zip`.
    """
    if path.is_dir():
        yield path
        return
    if not path.is_file():
        what = f"There is no file or folder {path}."
        raise LuthierError("elsewhere.missing", what, "Give the folder that the script wrote, or its zip file.")
    folder = Path(tempfile.mkdtemp(prefix="luthier-home-"))
    try:
        _unpack(path, folder)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def read_report(folder: Path, given: Path) -> Report:
    """given: what the user called it. Raises LuthierError `elsewhere.no-report`, `elsewhere.bad-report`."""
    file = folder / REPORT
    if not file.is_file():
        raise LuthierError(
            "elsewhere.no-report",
            f"{given} holds no {REPORT}, so it cannot be told what its adapter was trained on.",
            "The scripts write it beside the adapter; after Axolotl, python luthier_run.py ADAPTER does. To use the "
            "adapter without a run: luthier import-adapter ADAPTER --model MODEL -o OUT.gguf",
        )
    try:
        return msgspec.json.decode(file.read_bytes(), type=Report)
    except (OSError, ValueError) as error:
        raise LuthierError(
            "elsewhere.bad-report",
            f"{given}: {REPORT} cannot be read: {error}.",
            "It was changed or cut off: take the adapter home once more.",
        ) from error


def _unpack(archive: Path, folder: Path) -> None:
    """The files that are needed, wherever in it they lie: nothing else of it is read."""
    try:
        with zipfile.ZipFile(archive) as packed:
            for entry in packed.infolist():
                name = PurePosixPath(entry.filename).name
                if name in _FILES:
                    with packed.open(entry) as source, (folder / name).open("wb") as target:
                        shutil.copyfileobj(source, target)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise LuthierError(
            "elsewhere.bad-zip",
            f"{archive} cannot be unpacked: {error}.",
            "It was not downloaded whole: take it home once more.",
        ) from error
