"""A run knows the model it was started with, so that it does not go on silently with another one.

model.json in the run folder holds it; runs of older versions get theirs when they are next resumed.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from core.advice.texts.numbers import moment
from core.base import formats
from core.base.callbacks import Notify
from core.base.errors import LuthierError, in_words
from core.base.formats import Format
from core.gguf.header import Header
from core.jobs.models.check import Contents
from core.runs.run import Run


class ModelFingerprint(msgspec.Struct, frozen=True, kw_only=True):
    """A model file as it was when a run began. Checksums are CRC-32."""

    path: str
    name: str  # as the file calls itself
    type: str  # that most of its weights have: q4_K, f16, ...
    changed: int  # time of its last change, ns
    size: int  # bytes
    header: int  # checksum of everything before the weights
    tensors: dict[str, int]  # checksum of each

    def __str__(self) -> str:
        return f"{self.path} ({self.name}, {self.type}, {self.size:,} bytes, of {moment(self.changed / 1e9)})"


_FORMAT = Format(ModelFingerprint)


def model_of_run(run: Run, notice: Notify = lambda code, message, hint: None) -> ModelFingerprint | None:
    """None where it was not written down, and where that is damaged, which is told."""
    try:
        return formats.read(run.model_file, _FORMAT)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        notice(
            "resume.model-unknown",
            f"Whether the model is still the one that {run.name} was started with is not known: "
            f"{run.model_file.name} cannot be read: {in_words(error)}.",
            "The run goes on with the model as it is.",
        )
        return None


def remember_model(run: Run, model: Header, contents: Contents) -> None:
    """Raises LuthierError `files.cannot-write`."""
    formats.write(run.model_file, _fingerprint(model, contents), _FORMAT)


def require_same_model(then: ModelFingerprint, model: Header, contents: Contents) -> None:
    """Raises LuthierError `resume.changed-model` with both, and where they differ."""
    if (then.size, then.header, then.tensors) == (contents.size, contents.header, contents.tensors):
        return
    now = _fingerprint(model, contents)
    raise LuthierError(
        "resume.changed-model",
        f"The model is not the one this run was started with. It was {then}; now it is {now}: "
        f"{_difference(then, now)}.",
        "Put the original file back, or start a new run.",
    )


def _fingerprint(model: Header, contents: Contents) -> ModelFingerprint:
    sizes: Counter[str] = Counter()
    for tensor in model.tensors.values():
        sizes[tensor.type_name] += tensor.size
    return ModelFingerprint(
        path=str(model.path),
        name=model.text("general.name") or "no name",
        type=max(sizes, key=lambda name: sizes[name], default=""),
        changed=contents.changed,
        size=contents.size,
        header=contents.header,
        tensors=contents.tensors,
    )


def _difference(then: ModelFingerprint, now: ModelFingerprint) -> str:
    changed = [name for name in {**then.tensors, **now.tensors} if then.tensors.get(name) != now.tensors.get(name)]
    if changed:
        return f"{len(changed)} of {len({**then.tensors, **now.tensors})} tensors differ, {changed[0]} among them"
    return "the weights are the same, but what the file says about them is not"
