"""Maps a GGUF tensor to pieces of a checkpoint's tensors, by the family's row.

Also repacks MXFP4 (OCP Microscaling Formats 1.0), the type of gpt-oss's experts: blocks of 32 4-bit numbers with a
shared power-of-two exponent. Checkpoints and GGUF differ only in the order of the numbers, so nothing is rounded.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.base.errors import LuthierError
from core.convert.safetensors import TensorEntry
from core.convert.text_part import TextTensors
from core.families.checkpoint import Stack, TensorSpec


@dataclass(frozen=True)
class SourcePart:
    """A source tensor, or a piece of it.

    expert: an index into the first axis of a stack. rows: from, to, on the first remaining axis. columns: start and
    step on the last axis. turned: transposed after all this.
    """

    entry: TensorEntry
    expert: int | None = None
    rows: tuple[int, int] | None = None
    columns: tuple[int, int] = (0, 1)
    turned: bool = False

    def read(self) -> NDArray[Any]:
        """Return the part, mapped as by TensorEntry.read. Raises LuthierError `convert.unsupported-dtype`."""
        raw = self.entry.read()
        matrix = raw if self.expert is None else raw[self.expert]
        matrix = matrix if self.rows is None else matrix[slice(*self.rows)]
        first, step = self.columns
        matrix = matrix[..., first::step]
        return matrix.T if self.turned else matrix

    @property
    def n_rows(self) -> int:
        """Return the number of rows of a matrix part."""
        if self.turned:
            return len(range(self.columns[0], self.entry.shape[-1], self.columns[1]))
        return self.rows[1] - self.rows[0] if self.rows else self.entry.shape[-2]

    def read_rows(self, first: int, count: int) -> NDArray[Any]:
        """Read some rows of a matrix part: [count, columns]. Raises LuthierError as TensorEntry.read_rows does."""
        if self.turned or self.columns != (0, 1):
            return np.ascontiguousarray(self.read()[first : first + count])
        begin = (self.expert or 0) * self.entry.shape[-2]
        return self.entry.read_rows(begin + (self.rows[0] if self.rows else 0) + first, count)

    @property
    def nbytes(self) -> int:
        """Return the size in the file."""
        shape = self.entry.shape if self.expert is None else self.entry.shape[1:]
        rows = shape[:-1] if self.rows is None else (self.rows[1] - self.rows[0], *shape[1:-1])
        first, step = self.columns
        width = len(range(first, shape[-1], step)) if shape else 1
        return prod(rows) * width * self.entry.item_bytes


# For a stack of interleaved gates and ups: a tensor's first row, and the step to the next.
ROWS_IN_TURN = {
    "even": (0, 2), "odd": (1, 2), "turned": (0, 1), "turned even": (0, 2), "turned odd": (1, 2), "mxfp4": (0, 1),
    "mxfp4 even": (0, 2), "mxfp4 odd": (1, 2),
}  # fmt: skip

# A product of each expert -> the parameter that holds those of all experts, and its part of that.
_FUSED: Mapping[str, tuple[str, Stack]] = {
    "gate_proj.weight": ("gate_up_proj", "half 0"),
    "up_proj.weight": ("gate_up_proj", "half 1"),
    "down_proj.weight": ("down_proj", "whole"),
}

# A part of a tensor's name that reveals what wrapped the model when it was saved -> the wrapper, and a remedy.
_ADAPTED = (
    "a PEFT model",
    (
        "Take the base model, and the adapter beside it. Or merge the two where they were trained: "
        "merge_and_unload(), then save_pretrained(FOLDER)."
    ),
)
_INSIDE = "Save the model that is inside, where it was trained: save_pretrained(FOLDER) of model.{}."
_WRAPPERS = {
    "base_model.model": _ADAPTED,
    "base_layer": _ADAPTED,
    "_orig_mod": ("a compiled model (torch.compile)", _INSIDE.format("_orig_mod")),
    "_fsdp_wrapped_module": ("a model in FSDP", "Save it by FSDP's full state dict, where it was trained."),
    "_checkpoint_wrapped_module": ("a wrapper that saves memory", _INSIDE.format("_checkpoint_wrapped_module")),
    "_forward_module": ("a wrapper for training", _INSIDE.format("_forward_module")),
    "module": ("a model in DataParallel or DeepSpeed", _INSIDE.format("module")),
}


@dataclass(frozen=True)
class Sources:
    """Finds and checks the sources of a GGUF tensor of `shape`.

    Raises LuthierError `model.missing-tensor` or `model.wrong-shape`.
    """

    text: TextTensors
    folder: Path
    source: str
    shape: tuple[int, ...]

    def of(self, spec: TensorSpec) -> tuple[SourcePart, ...]:
        if spec.flat:
            return (SourcePart(replace(self._entry(self.source, (prod(self.shape),)), shape=self.shape)),)
        if spec.kernel:
            rows, length = self.shape
            return (SourcePart(replace(self._entry(self.source, (rows, 1, length)), shape=self.shape)),)
        if not spec.stack:
            return (SourcePart(self._entry(self.source, self.shape)),)
        if spec.stack in ROWS_IN_TURN:
            return self._in_turn(spec.stack, *ROWS_IN_TURN[spec.stack])
        if spec.stack == "each" and (fused := self._fused()):
            source, stack = fused
            return replace(self, source=source).of(replace(spec, stack=stack))
        first = self.shape[-2] if spec.stack == "half 1" else 0
        if len(self.shape) == 2:
            rows, columns = self.shape
            return (SourcePart(self._entry(self.source, (2 * rows, columns)), None, (first, first + rows)),)
        count, rows, columns = self.shape
        if spec.stack == "each":
            names = (self.source.replace("{expert}", str(expert)) for expert in range(count))
            return tuple(SourcePart(self._entry(name, (rows, columns))) for name in names)
        if spec.stack == "whole":
            entry = self._entry(self.source, self.shape)
            return tuple(SourcePart(entry, expert) for expert in range(count))
        entry = self._entry(self.source, (count, 2 * rows, columns))
        return tuple(SourcePart(entry, expert, (first, first + rows)) for expert in range(count))

    def _fused(self) -> tuple[str, Stack] | None:
        """Return the source in which Transformers 5 stores all experts of a layer; None if this checkpoint lacks it."""
        experts, _, product = self.source.partition(".{expert}.")
        name, stack = _FUSED.get(product, ("", ""))
        source = f"{experts}.{name}"
        return (source, stack) if source in self.text.found else None

    def _in_turn(self, stack: str, first: int, step: int) -> tuple[SourcePart, ...]:
        """Return the parts of a source with interleaved gates and ups, or with experts' matrices transposed."""
        *count, rows, columns = self.shape
        if stack in ("even", "odd"):
            return (SourcePart(self._entry(self.source, (rows, step * columns)), columns=(first, step)),)
        if stack.startswith("turned"):
            entry = self._entry(self.source, (*count, columns, step * rows))
            return tuple(SourcePart(entry, expert, columns=(first, step), turned=True) for expert in range(*count))
        scales, shape = self.source.removesuffix("_blocks") + "_scales", (*count, step * rows, columns // BLOCK)
        found = self._entry(self.source, (*shape, BLOCK // 2)), self._entry(scales, shape)
        return tuple(map(SourcePart, found))

    def _entry(self, name: str, shape: tuple[int, ...]) -> TensorEntry:
        if name not in self.text.found:
            raise self._missing(self.text.real(name))
        entry = self.text.found[name]
        if entry.shape != shape:
            raise LuthierError(
                "model.wrong-shape",
                f"{entry.file}: tensor {entry.name} has the shape {list(entry.shape)}, "
                f"but by config.json it must be {list(shape)}.",
                "config.json and the weights do not belong together: download the model again.",
            )
        return entry

    def _missing(self, name: str) -> LuthierError:
        what = f"{self.folder} has no tensor {name}, which config.json asks for"
        names = [entry.name for entry in self.text.found.values()]
        for wrapper, (who, hint) in _WRAPPERS.items():
            if wrapped := next((one for one in names if re.search(rf"(?:^|\.){re.escape(wrapper)}\.", one)), None):
                what += f", but {wrapped}: {who} was saved with the model inside"
                return LuthierError("model.missing-tensor", f"{what}.", hint)
        hint = "The download is incomplete, or config.json belongs to another model."
        return LuthierError("model.missing-tensor", f"{what}.", hint)


BLOCK, BLOCK_BYTES = 32, 17  # numbers in a block, and its size in GGUF: the exponent, then two numbers per byte


def repacked(blocks: NDArray[np.uint8], scales: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Convert a checkpoint's blocks [rows, n, 16] and exponents [rows, n] to ggml's blocks [rows, 17 n].

    Byte j of a checkpoint's block holds the numbers 2 j (low bits) and 2 j + 1, of ggml's the numbers j and j + 16.
    """
    numbers = np.stack((blocks & 15, blocks >> 4), axis=-1).reshape(*blocks.shape[:2], BLOCK)
    result = np.empty((*blocks.shape[:2], BLOCK_BYTES), np.uint8)
    result[..., 0] = scales
    result[..., 1:] = numbers[..., : BLOCK // 2] | numbers[..., BLOCK // 2 :] << 4
    return result.reshape(len(blocks), -1)
