"""One file with the adapter inside: dequantize each adapted weight, add what was trained, quantize it again.

All other tensors are copied as they lie, and so is the header but for the keys that the caller changes. ggml's own
kernels write the weights, a tensor after the other and a few rows of it at once: memory does not grow with the model,
and the disk takes no more than the file itself.

What a training changes is about 1% of a weight, and a weight of four bits lies on a grid whose steps are far wider:
rounded back to the types of such a base, it comes to lie where it lay before, and what was learnt is gone. So weights
that something was learnt for get 8 bits, unless others are asked for.

A base of Q8_0 has the same fault, if a smaller one: what was learnt is about half a step of its grid. Rounding to the
nearest loses a part of that; rounding by lot, up as often as a value is near the upper one, loses none on the average,
and its noise is as small as the steps are. Measured on SmolLM2 135M as Q8_0: of a run that learnt 40 facts, of half of
it and of a quarter 96, 76 and 41% are kept by rounding to the nearest, and 99, 98 and 97% by lot.
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

WHOLE = {"f32": abi.F32, "f16": abi.F16, "bf16": abi.BF16}  # what merging writes itself; the rest is made from F16
FINE = "q8_0"  # what weights of fewer bits become by default where something was learnt for them
_FINE_KIND = abi.Q8_0
_LARGEST_F16 = 65504.0
_ROUTER = "ffn_gate_inp.weight"  # of a mixture of experts: llama.cpp leaves it in F32
_LARGEST_MIX, _FINER_PARTS = 8.5, 0.9  # bits a weight: of no mix of types are there more; what finer parts add at most
_OUTPUT = "output.weight"
_TIED = ("token_embd.weight", _OUTPUT)  # where one is the other, what is learnt for one would change both
_LAST = ("general.quantization_version", "general.file_type")
_QUANTIZATION = 2  # GGML_QNT_VERSION of ggml.h
_SPARE = 64 << 20  # bytes of the disk that are left alone

# The file with an importance matrix of the model that it is given, or None.
MatrixOf = Callable[[Path], Path | None]
# What writes a tensor with its codes moved to what was learnt, or None where it is to be rounded.
FitOf = Callable[[str], Callable[[], Iterator[bytes]] | None]


def no_fit(_name: str) -> None:
    """Have every tensor rounded: a FitOf."""


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
    """Write the base model with the adapter in it. Not atomic: `output` is for the caller to throw away on failure.

    keys: metadata that the file has instead of, or besides, the base's.
    dtype: of the weights; None keeps every tensor's own type but where `is_made_finer`; BASE_TYPE keeps all, BASE_PLUS
    all but those of finer_kinds. Each rounds to Q8_0 by lot where that is the base's. What is not in WHOLE goes through
    an F16 file beside the output, which is deleted again. matrix_of: makes what its quantization is to heed. fit_of:
    says what writes the weights that are not to be rounded.
    report: of bytes; where it is made from F16, of those of either file.
    Raises LuthierError `export.does-not-fit`, `export.no-room`, `export.needs-calibration`, `export.overflow`, and what
    quantize raises.
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
    """Require an adapter that fits the base. Raises LuthierError `export.does-not-fit`, naming the tensors that differ,
    and how.
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
    """Return whether a base's tensor has so few bits (under 8 a weight) that rounding undoes what was learnt for it."""
    return tensor.size < tensor.elements


def makes_finer(base: Header, learnt: Collection[str]) -> bool:
    """Return whether the default type is finer than the base's own. learnt: the tensors that the adapter changes."""
    return any(is_made_finer(base.tensors[name]) for name in learnt if name in base.tensors)


def learnt_kinds(base: Header, dtype: str | None, learnt: Collection[str]) -> dict[str, int]:
    """Return the types that weights get instead of the base's own because something was learnt for them, by name.

    dtype: None, or one of FITTED_TYPES.
    """
    if dtype is None:
        return {name: _FINE_KIND for name in learnt if is_made_finer(base.tensors[name])}
    return finer_kinds(base, learnt) if dtype == BASE_PLUS else {}


def is_written_at_once(dtype: str) -> bool:
    """Return whether merging writes the type itself; any other is quantized from an F16 file."""
    return dtype in FITTED_TYPES or dtype in WHOLE


def needed_bytes(base: Header, dtype: str | None, learnt: Collection[str] = ()) -> int:
    """Return the room that merging takes: of the file, and where it is quantized of one in F16 before it."""
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
    """Require so many bytes of room on the disk. Raises LuthierError `export.no-room`."""
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
    """Whether it gets the type that is asked for: norms, biases and routers are left in F32, as llama.cpp does."""
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
    """Tensors and the keys of `_LAST` stand where llama.cpp's quantizer writes them, as which Ollama copies a file that
    it is sent. What differs in nothing else is then the same file to it, and kept once.
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
    """A tensor's bytes as another type, with what was learnt in them; expert by expert where it is a stack."""

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
    """Map as Executor.map, but only so far ahead of the reader that the threads are busy: results take memory."""
    begun = deque[Future[bytes]]()
    for band in bands:
        begun.append(pool.submit(do, band))
        if len(begun) > 2 * _threads():
            yield begun.popleft().result()
    while begun:
        yield begun.popleft().result()


def _threads() -> int:
    return psutil.cpu_count(logical=False) or 1
