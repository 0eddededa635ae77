"""Writes one file with the adapter inside: dequantizes each adapted weight, adds the adapter, quantizes it again.

All other tensors are copied unchanged, and so is the header except for the keys that the caller changes. ggml's own
kernels write the weights, one tensor after the other and a few rows at a time: memory does not grow with the model, and
the disk takes no more than the file itself.

Training changes a weight by about 1%, and a weight of four bits lies on a grid with far wider steps: rounding back to
such a base's types would return it to its old value, and undo what was learnt. So weights that learnt something get
8 bits by default.

A base of Q8_0 has the same problem to a lesser degree: what was learnt is about half a step of its grid. Rounding to
the nearest loses a part of that; stochastic rounding, up more often the nearer a value is to the upper one, loses none
on average, and its noise is as small as the steps. Measured on SmolLM2 135M as Q8_0: of a run that learnt 40 facts, of
half of it and of a quarter rounding to the nearest keeps 96, 76 and 41%, stochastic rounding 99, 98 and 97%.
"""

from __future__ import annotations

import shutil
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import psutil
from numpy.typing import NDArray

from core.base.callbacks import LogSink, ReportProgress
from core.base.errors import Do, LuthierError
from core.base.files import nearest_existing, partial_of
from core.base.numbers import brief_size
from core.convert.quantize import quantize
from core.engine.ggml import abi
from core.engine.ggml.lib import Ggml, load
from core.engine.ggml.tensor import Tensor
from core.engine.lora.adapter_file import Adapter
from core.engine.lora.merge import merged_rows, q8_0_by_lot
from core.engine.model.copies import dequantize_rows, row_bands
from core.engine.model.gguf_file import GgufFile
from core.engine.model.weight_layouts import quantize_rows
from core.export.small.small import finer_kinds
from core.gguf.header import Header, ModelFile, header_of
from core.gguf.join import Rewritten, by_layer, join
from core.gguf.types import TENSOR_TYPES, TensorInfo, quant_type
from core.protocol import BASE_PLUS, FITTED_TYPES

WHOLE = {"f32": abi.F32, "f16": abi.F16, "bf16": abi.BF16}  # written directly; other types are made from F16
FINE = "q8_0"  # the default for learnt weights that have fewer bits
_FINE_KIND = abi.Q8_0
_LARGEST_F16 = 65504.0
_ROUTER = "ffn_gate_inp.weight"  # of a mixture of experts: llama.cpp leaves it in F32
_LARGEST_MIX, _FINER_PARTS = 8.5, 0.9  # bits a weight: the most of any mix of types; the most that finer parts add
_OUTPUT = "output.weight"
_TIED = ("token_embd.weight", _OUTPUT)  # if one stands for both, an adapter of one would change both
_LAST = ("general.quantization_version", "general.file_type")
_QUANTIZATION = 2  # GGML_QNT_VERSION of ggml.h
_SPARE = 64 << 20  # bytes of the disk to keep free

# Returns the file with an importance matrix of the given model, or None.
MatrixOf = Callable[[Path], Path | None]
# Returns a function that writes a tensor with codes fitted to the adapter, or None if it should be rounded.
FitOf = Callable[[str], Callable[[], Iterator[bytes]] | None]


def no_fit(_name: str) -> None:
    """Round every tensor: a FitOf."""


def merge(
    base: ModelFile,
    adapter: Adapter,
    output: Path,
    dtype: str | None,
    keys: Mapping[str, str | int],
    report: ReportProgress,
    log: LogSink = lambda level, line: None,
    matrix_of: MatrixOf = lambda full: None,
    fit_of: FitOf = no_fit,
) -> None:
    """Write the base model with the adapter in it. Not atomic: on failure the caller deletes `output`.

    keys: metadata to add to, or replace in, the base's.
    dtype: of the weights; None keeps every tensor's own type unless `is_made_finer`; BASE_TYPE keeps all, BASE_PLUS all
    except those of finer_kinds. Each rounds stochastically to Q8_0 if that is the base's type. Types outside WHOLE are
    made from an F16 file beside the output, which is deleted again. matrix_of: makes the importance matrix for
    quantizing.
    fit_of: returns the writers of fitted weights, which are not rounded.
    report: of bytes; with an F16 file, of both files.
    Raises LuthierError `export.does-not-fit`, `export.no-room`, `export.needs-calibration`, `export.overflow`, and the
    errors of quantize.
    """
    header = header_of(base)
    require_fitting(header, adapter)
    if dtype is None or is_written_at_once(dtype):
        require_room(output, needed_bytes(header, dtype, adapter.tensors))
        _write(header, adapter, output, dtype, keys, report, fit_of)
        return
    full = partial_of(output.with_name(output.name + ".f16"))
    require_room(output, needed_bytes(header, dtype))
    try:
        _write(header, adapter, full, "f16", keys, report, no_fit)
        quantize(full, output, dtype, report, log, imatrix=matrix_of(full))
    finally:
        full.unlink(missing_ok=True)


def require_fitting(base: Header, adapter: Adapter) -> None:
    """Require an adapter that fits the base. Raises LuthierError `export.does-not-fit`, with the differing tensors and
    their shapes.
    """
    architecture = base.architecture
    if adapter.architecture and adapter.architecture != architecture:
        raise _does_not_fit(f"it was trained on a model of architecture {adapter.architecture}, this is {architecture}")
    wrong = []
    for name, (a, b) in adapter.tensors.items():
        weight = base.tensors.get(name)
        changed = (a.shape[-1], b.shape[-2], *a.shape[:-2])
        if name in _TIED and _OUTPUT not in base.tensors:
            wrong.append(f"{name} {list(changed)}: embedding and output are one tensor here (tied)")
        elif weight is None:
            wrong.append(f"{name} {list(changed)}: there is no such tensor")
        elif weight.shape != (*changed, 1, 1)[:4]:
            wrong.append(f"{name} {list(changed)}: here it is {list(weight.shape[: len(changed)])}")
    if wrong:
        more = f", and {len(wrong) - 3} more" if len(wrong) > 3 else ""
        raise _does_not_fit(
            f"{len(wrong)} of the {len(adapter.tensors)} tensors that it changes are not in {base.path.name} as they "
            f"should be ({'; '.join(wrong[:3])}{more})"
        )


def is_made_finer(tensor: TensorInfo) -> bool:
    """Return whether a base's tensor has so few bits (under 8 a weight) that rounding undoes what was learnt."""
    return tensor.size < tensor.elements


def makes_finer(base: Header, learnt: Collection[str]) -> bool:
    """Return whether the default type is finer than the base's own. learnt: the tensors that the adapter changes."""
    return any(is_made_finer(base.tensors[name]) for name in learnt if name in base.tensors)


def learnt_kinds(base: Header, dtype: str | None, learnt: Collection[str]) -> dict[str, int]:
    """Return the types, by name, that learnt weights get instead of the base's own.

    dtype: None, or one of FITTED_TYPES.
    """
    if dtype is None:
        return {name: _FINE_KIND for name in learnt if is_made_finer(base.tensors[name])}
    return finer_kinds(base, learnt) if dtype == BASE_PLUS else {}


def is_written_at_once(dtype: str) -> bool:
    """Return whether merging writes the type directly; all others are quantized from an F16 file."""
    return dtype in FITTED_TYPES or dtype in WHOLE


def needed_bytes(base: Header, dtype: str | None, learnt: Collection[str] = ()) -> int:
    """Return the disk space that merging takes: of the file, and of an F16 file before it if that is quantized."""
    own = estimated_bytes(base, dtype, learnt)
    return own if dtype is None or is_written_at_once(dtype) else own + estimated_bytes(base, "f16")


def estimated_bytes(base: Header, dtype: str | None, learnt: Collection[str] = ()) -> int:
    """Return the size of the merged file: exact without a type, for the base's own and those in WHOLE, else an upper
    bound.

    learnt: the names of the tensors that the adapter changes.
    """
    if dtype is None or dtype in FITTED_TYPES:
        kinds = learnt_kinds(base, dtype, [name for name in learnt if name in base.tensors])
        finer = [(base.tensors[name].size, _bytes_as(base.tensors[name], kind)) for name, kind in kinds.items()]
        return base.size + sum(after + -after % base.alignment - before for before, after in finer)
    bits = quant_type(dtype).bits
    bits = bits if bits >= _LARGEST_MIX else min(bits + _FINER_PARTS, _LARGEST_MIX)
    total = base.data_start
    for tensor in base.tensors.values():
        if not _is_weight(tensor.name, tensor.kind, tensor.n_axes):
            total += tensor.size
        else:
            inside = tensor.name.startswith("blk.")  # embedding and output get finer types
            total += round(tensor.elements * (bits if inside else max(bits, _LARGEST_MIX)) / 8)
    return total


def _bytes_as(tensor: TensorInfo, kind: int) -> int:
    row = TENSOR_TYPES[kind]
    return tensor.elements // row.block * row.size


def require_room(output: Path, needed: int) -> None:
    """Require this many free bytes on the disk. Raises LuthierError `export.no-room`."""
    place = nearest_existing(output)
    free = shutil.disk_usage(place).free
    if needed + _SPARE > free:
        raise LuthierError(
            "export.no-room",
            f"That takes up to {brief_size(needed)} and {brief_size(_SPARE)} are left alone, but the disk of {place} "
            f"has {brief_size(free)} left.",
            "Make room there, or choose a folder on another disk.",
        )


def _does_not_fit(what: str) -> LuthierError:
    return LuthierError(
        "export.does-not-fit",
        f"The adapter is not one for this model: {what}.",
        "Choose the model the adapter was trained on.",
    )


def _is_weight(name: str, kind: int, n_axes: int) -> bool:
    """Return whether the tensor gets the requested type: norms, biases and routers stay in F32, as in llama.cpp."""
    return kind != abi.F32 or (n_axes > 1 and name.endswith(".weight") and not name.endswith(_ROUTER))


def _write(
    base: Header,
    adapter: Adapter,
    output: Path,
    dtype: str | None,
    keys: Mapping[str, str | int],
    report: ReportProgress,
    fit_of: FitOf,
) -> None:
    """Write tensors and the keys of `_LAST` in the order of llama.cpp's quantizer, in which Ollama rewrites files:
    otherwise identical files are then equal to it, and stored once.
    """
    ggml = load()
    base = by_layer(base)
    source = GgufFile(ggml, base)
    named = FINE if dtype is None and makes_finer(base, adapter.tensors) else dtype
    if named is not None and named not in FITTED_TYPES:
        keys = {**keys, "general.file_type": quant_type(named).number}
    with ThreadPoolExecutor(_threads()) as pool:
        rewritten = {}
        kinds = {} if dtype in WHOLE else learnt_kinds(base, dtype, adapter.tensors)
        for name, tensor in base.tensors.items():
            kind = kinds.get(name, tensor.kind)
            if dtype in WHOLE and _is_weight(name, kind, tensor.n_axes):
                kind = WHOLE[dtype]
            if name in adapter.tensors:
                _require_writable(ggml, base, name, kind)
            if name in adapter.tensors or kind != tensor.kind:
                by_lot = (dtype is None or dtype in FITTED_TYPES) and tensor.kind == kind == _FINE_KIND
                rounded = _Pieces(source, adapter, name, kind, pool, by_lot=by_lot)
                rewritten[name] = Rewritten(kind, fit_of(name) or rounded)
        join([base], output, report, _ordered(base, keys), rewritten)


def _ordered(base: Header, keys: Mapping[str, str | int]) -> dict[str, str | int]:
    values = {"general.quantization_version": _QUANTIZATION, **base.values, **keys}
    last = {key: int(values[key]) for key in _LAST if key in values}
    return {key: value for key, value in keys.items() if key not in last} | last


def _require_writable(ggml: Ggml, base: Header, name: str, kind: int) -> None:
    if ggml.quantize_requires_imatrix(kind):
        raise LuthierError(
            "export.needs-calibration",
            f"{base.path.name} stores {name} as {ggml.type_name(kind)}, which cannot be written again without "
            "calibration data.",
            Do.by("Choose another type for the file.", "for example --type q4_k_m"),
        )


class _Pieces:
    """A tensor's bytes in another type, with the adapter merged; expert by expert for a stack."""

    def __init__(
        self, source: GgufFile, adapter: Adapter, name: str, kind: int, pool: ThreadPoolExecutor, *, by_lot: bool
    ) -> None:
        self._source, self._adapter, self._name, self._kind, self._pool = source, adapter, name, kind, pool
        self._by_lot = by_lot

    def __call__(self) -> Iterator[bytes]:
        weight = self._source.tensors[self._name]
        yield from _in_order(self._pool, lambda band: self._written(weight, *band), row_bands(weight))
        self._source.release(weight)

    def _written(self, weight: Tensor, first: int, count: int) -> bytes:
        ggml = self._source.ggml
        rows = self._rows(ggml, weight, first, count)
        if not np.abs(rows).max() <= _LARGEST_F16:
            raise LuthierError(
                "export.overflow",
                f"{self._name} has values beyond what 16 bits hold once the adapter is in it.",
                "Training has diverged: lower the learning rate and train again.",
            )
        if self._by_lot:
            return q8_0_by_lot(rows, first).tobytes()
        return quantize_rows(ggml, self._kind, rows).tobytes()

    def _rows(self, ggml: Ggml, weight: Tensor, first: int, count: int) -> NDArray[np.float32]:
        if self._name in self._adapter.tensors:
            return merged_rows(ggml, weight, self._adapter, self._name, first, count)
        return dequantize_rows(ggml, weight, first, count)


def _in_order(
    pool: ThreadPoolExecutor, do: Callable[[tuple[int, int]], bytes], bands: Iterable[tuple[int, int]]
) -> Iterator[bytes]:
    """Map like Executor.map, but only as far ahead of the reader as keeps the threads busy: results take memory."""
    begun = deque[Future[bytes]]()
    for band in bands:
        begun.append(pool.submit(do, band))
        if len(begun) > 2 * _threads():
            yield begun.popleft().result()
    while begun:
        yield begun.popleft().result()


def _threads() -> int:
    return psutil.cpu_count(logical=False) or 1
