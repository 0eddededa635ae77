"""Reads the result of a training elsewhere: the adapter's folder with luthier.json, as the scripts write it, or its zip
file.

Recognizes the training by the base's tensors and the tokens that it was trained on.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Annotated

import msgspec

from core import __version__
from core.base.bounded_file import from_json
from core.base.errors import Do, Hint, LuthierError, in_words
from core.base.files import told_of
from core.data.example import Example
from core.data.tokens.pack import PackedRows
from core.export.elsewhere.settings import BaseModel

REPORT = "luthier.json"
_FILES = ("adapter_config.json", "adapter_model.safetensors", REPORT)
_LARGEST_REPORT = 64 << 20  # bytes: a million steps take less
_MOST_PACKED = 100  # the highest compression ratio
_THAT_RUN = Do.by("Choose the run that the folder was made of.", "`luthier runs list`")
_ALONE = Do.by("", "`luthier import-adapter ADAPTER --model MODEL -o OUT.gguf` takes the adapter alone.")

MANIFEST = "manifest.json"


class StepDone(msgspec.Struct, frozen=True):
    """A step. step: from 1. A value is None if it was not finite."""

    step: Annotated[int, msgspec.Meta(ge=1)]
    loss: float | None
    learning_rate: float
    grad_norm: float | None


class Evaluated(msgspec.Struct, frozen=True):
    """The mean loss of the held-out tokens, or choices, after this many steps."""

    step: int
    loss: float
    tokens: int


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The report of a training elsewhere. manifest: the folder's. trained_on: SHA-256 of the data files at the time of
    training.
    """

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
        """Return the final loss on held-out text."""
        return self.evaluations[-1].loss if self.evaluations else None


@contextmanager
def opened(path: Path) -> Iterator[Path]:
    """Yield the folder itself, or a zip file's contents, unpacked meanwhile. Raises LuthierError `elsewhere.missing`,
    `elsewhere.bad-zip`, `files.cannot-write`.
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
    """Read the training's report. given: the path that the user gave. Raises LuthierError `elsewhere.no-report`,
    `elsewhere.bad-report`.
    """
    file = folder / REPORT
    if not file.is_file():
        raise LuthierError(
            "elsewhere.no-report",
            f"{given} holds no {REPORT}, so nothing says what its adapter was trained on.",
            Hint("Bring the whole folder home.", _ALONE),
        )
    try:
        if file.stat().st_size > _LARGEST_REPORT:
            raise ValueError(f"it has {file.stat().st_size:,} bytes")
        return from_json(file.read_bytes(), type=Report)
    except (OSError, ValueError, RecursionError) as error:
        raise LuthierError(
            "elsewhere.bad-report",
            f"{given}: {REPORT} cannot be read: {in_words(error)}.",
            "It was changed or cut off: bring the adapter home again.",
        ) from error


def _unpack(archive: Path, folder: Path) -> None:
    """Extract the needed files from the report's folder in the archive; ignore all others."""
    try:
        with zipfile.ZipFile(archive) as packed:
            needed = _needed(packed)
            _require_sound(archive, needed.values())
            for name, entry in needed.items():
                with told_of(folder / name), packed.open(entry) as source, (folder / name).open("wb") as target:
                    shutil.copyfileobj(source, target)  # reads at most the size in the entry
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
        raise _bad_zip(archive, str(error)) from error


def _needed(packed: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Return the needed files by their names. Checkpoints in deeper folders have files of the same names."""
    entries = {PurePosixPath(entry.filename): entry for entry in packed.infolist()}
    reports = [path for path in entries if path.name == REPORT]
    if not reports:
        return {}
    home = min(reports, key=lambda path: len(path.parts)).parent
    return {name: entries[home / name] for name in _FILES if home / name in entries}


def _require_sound(archive: Path, entries: Iterable[zipfile.ZipInfo]) -> None:
    """Refuse an archive that unpacks to far more than its size: weights hardly compress, so it is no adapter."""
    for entry in entries:
        if entry.file_size > _LARGEST_REPORT and entry.file_size > _MOST_PACKED * entry.compress_size:
            raise _bad_zip(archive, f"{entry.filename} unpacks to {entry.file_size / 1e9:,.1f} GB of almost nothing")


def _bad_zip(archive: Path, reason: str) -> LuthierError:
    return LuthierError(
        "elsewhere.bad-zip",
        f"{archive} cannot be unpacked: {reason}.",
        "It was not downloaded whole, or is something else: bring it home again.",
    )


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of a folder. modules: adapted linears, with the shapes of their weights. rows, held_out: of tokens,
    masks and packing.

    files: SHA-256 of the data files that scripts read.
    """

    luthier: str
    run: str
    architecture: str
    n_vocab: int
    modules: dict[str, tuple[int, int]]
    rows: str
    held_out: str
    files: dict[str, str] = {}


def manifest_of(run: str, base: BaseModel, rows: PackedRows, held_out: Sequence[Example]) -> Manifest:
    """Return the manifest of a folder, not yet with its files."""
    return Manifest(
        luthier=__version__,
        run=run,
        architecture=base.architecture,
        n_vocab=base.n_vocab,
        modules=base.modules,
        rows=rows.fingerprint(),
        held_out=_digest(held_out),
    )


def require_same(then: Manifest, now: Manifest) -> None:
    """Require that the model and the data are unchanged. Raises LuthierError `elsewhere.other-model`, naming the
    difference, or `elsewhere.other-data`.
    """
    modules = {**then.modules, **now.modules}
    if differing := [name for name in modules if then.modules.get(name) != now.modules.get(name)]:
        name = differing[0]
        raise LuthierError(
            "elsewhere.other-model",
            f"This adapter was trained for another model, or for other layers of it: {len(differing)} linears differ, "
            f"{name} among them ({_shape(then, name)} there, {_shape(now, name)} in this run).",
            _THAT_RUN,
        )
    if (then.architecture, then.n_vocab) != (now.architecture, now.n_vocab):
        raise LuthierError(
            "elsewhere.other-model",
            f"This adapter was trained for a model of {then.architecture} with {then.n_vocab:,} tokens; this run's is "
            f"{now.architecture} with {now.n_vocab:,}.",
            _THAT_RUN,
        )
    if (then.rows, then.held_out) != (now.rows, now.held_out):
        raise LuthierError(
            "elsewhere.other-data",
            "This adapter was trained on other tokens than this run's data and settings give now.",
            Hint("Put the original data back.", _THAT_RUN, _ALONE),
        )


def sha256(path: Path) -> str:
    """Return the digest of a file's content."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _shape(manifest: Manifest, name: str) -> str:
    shape = manifest.modules.get(name)
    return f"{shape[0]} x {shape[1]}" if shape else "not adapted"


def _digest(examples: Sequence[Example]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for example in examples:
        digest.update(len(example).to_bytes(8, "little"))
        digest.update(example.tokens.tobytes())
        digest.update(example.supervised.tobytes())
    return digest.hexdigest()
