"""By what a training is known again when it comes home: the base's tensors, and the tokens that were trained on."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from core import __version__
from core.base.errors import LuthierError
from core.data.example import Example
from core.data.tokens.pack import PackedRows
from core.export.elsewhere.modules import BaseModel

MANIFEST = "manifest.json"


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """modules: adapted linears, with the shapes of their weights. rows, held_out: of tokens, masks and packing.

    files: SHA-256 of what scripts read of the data.
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
    """files: not yet."""
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
    """Raises LuthierError `elsewhere.other-model`, naming what differs, or `elsewhere.other-data`."""
    modules = {**then.modules, **now.modules}
    if differing := [name for name in modules if then.modules.get(name) != now.modules.get(name)]:
        name = differing[0]
        raise LuthierError(
            "elsewhere.other-model",
            f"This adapter was trained for another model, or for other layers of it: {len(differing)} linears differ, "
            f"{name} among them ({_shape(then, name)} there, {_shape(now, name)} in this run).",
            "Name the run that the folder was made of; `luthier runs list` shows the runs.",
        )
    if (then.architecture, then.n_vocab) != (now.architecture, now.n_vocab):
        raise LuthierError(
            "elsewhere.other-model",
            f"This adapter was trained for a model of {then.architecture} with {then.n_vocab:,} tokens; this run's is "
            f"{now.architecture} with {now.n_vocab:,}.",
            "Name the run that the folder was made of; `luthier runs list` shows the runs.",
        )
    if (then.rows, then.held_out) != (now.rows, now.held_out):
        raise LuthierError(
            "elsewhere.other-data",
            "This adapter was trained on other tokens than this run's data and settings give now.",
            "Put the original data back, or name the run that the folder was made of. `luthier import-adapter` takes "
            "the adapter alone, without the run.",
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
