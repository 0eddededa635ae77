"""One file with the adapter inside: dequantize each adapted weight, add what was trained, quantize it again.

Everything else of the model is copied as it lies, but for the keys that the caller changes: the rest of the header and
the tokenizer are the base's own.
ggml's own kernels write the weights, a tensor at a time and a few rows of it at once: memory does not grow with the
model.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
import psutil
from numpy.typing import NDArray

from core.convert.quantize import quantize, require_possible
from core.engine.ggml.lib import Ggml, load
from core.engine.ggml.tensor import Tensor
from core.engine.lora.adapter_file import Adapter
from core.engine.lora.merge import merged_rows
from core.engine.model.copies import row_bands
from core.engine.model.gguf_file import GgufFile
from core.engine.model.weight_forms import quantize_rows
from core.shared.callbacks import LogSink, ReportProgress
from core.shared.errors import LuthierError
from core.shared.files import partial_of
from core.shared.gguf.header import ModelFile, header_of
from core.shared.gguf.join import join

WHOLE = ("f32", "f16", "bf16")  # types that merging writes itself; all others are quantized from F16
_LARGEST_F16 = 65504.0


def merge(
    base: ModelFile,
    adapter: Adapter,
    output: Path,
    dtype: str | None,
    keys: Mapping[str, str | int],
    report: ReportProgress,
    log: LogSink,
) -> None:
    """Write the base model with the adapter in it. Not atomic: `output` is for the caller to throw away on failure.

    keys: metadata that the file has instead of, or besides, the base's.
    dtype: of the weights; None keeps every tensor's own type. Another one is reached through a copy of the base and an
    F16 file beside the output (one after the other), which are deleted again.
    report: of tensors.
    Raises LuthierError `export.does-not-fit`, `export.needs-calibration`, `export.overflow`, and what quantize raises.
    """
    if dtype is not None and dtype not in WHOLE:
        require_possible(dtype)
    if dtype is None:
        _write_base(base, adapter, output, keys, report)
        _merge_in_place(base, adapter, output, report)
        return
    full = output if dtype in WHOLE else partial_of(output.with_name(output.name + ".f16"))
    copy = partial_of(output.with_name(output.name + ".base"))
    try:
        _write_base(base, adapter, copy, keys, report)
        quantize(copy, full, dtype if dtype in WHOLE else "f16", report, log, requantize=True)
        copy.unlink()
        _merge_in_place(base, adapter, full, report)
        if full != output:
            quantize(full, output, dtype, report, log)
    finally:
        copy.unlink(missing_ok=True)
        if full != output:
            full.unlink(missing_ok=True)


def _write_base(
    base: ModelFile, adapter: Adapter, output: Path, keys: Mapping[str, str | int], report: ReportProgress
) -> None:
    """A copy with other keys. Reports that no tensor is done yet, so that it can be stopped meanwhile."""
    join([header_of(base)], output, lambda done, total: report(0, len(adapter.tensors)), keys)


class _Place(NamedTuple):
    """Where a merged weight goes: its type, and its first byte in the file."""

    kind: int
    offset: int


def _merge_in_place(base: ModelFile, adapter: Adapter, target: Path, report: ReportProgress) -> None:
    """Overwrite the adapted tensors of `target`, which has the tensors of `base` in any types."""
    ggml = load()
    source = GgufFile(ggml, base)
    places = _places(ggml, source, adapter, target)
    with target.open("rb+") as file, ThreadPoolExecutor(psutil.cpu_count(logical=False) or 1) as pool:
        for done, (name, place) in enumerate(places.items()):
            report(done, len(places))
            file.seek(place.offset)
            for rows in _merged_bytes(ggml, source.tensors[name], adapter, name, place.kind, pool):
                file.write(rows.tobytes())
    report(len(places), len(places))


def _places(ggml: Ggml, source: GgufFile, adapter: Adapter, target: Path) -> dict[str, _Place]:
    opened = GgufFile(ggml, target)
    places = {}
    for name, (a, b) in adapter.tensors.items():
        weight = source.tensors.get(name)
        changed = (a.shape[-1], b.shape[-2], *a.shape[:-2])
        if weight is None or weight.shape != (*changed, 1, 1)[:4]:
            found = "no such tensor" if weight is None else f"one of {list(weight.shape[: len(changed)])}"
            raise LuthierError(
                "export.does-not-fit",
                f"The adapter changes {name} {list(changed)}, but {source.path.name} has {found}.",
                "Choose the model the adapter was trained on.",
            )
        kind = opened.tensors[name].kind
        if ggml.quantize_requires_imatrix(kind):
            raise LuthierError(
                "export.needs-calibration",
                f"{source.path.name} stores {name} as {ggml.type_name(kind)}, which cannot be written again without "
                "calibration data.",
                "Choose another type for the merged file, for example --type q4_k_m.",
            )
        places[name] = _Place(kind, opened.offset(opened.tensors[name]))
    return places


def _merged_bytes(
    ggml: Ggml, weight: Tensor, adapter: Adapter, name: str, kind: int, pool: ThreadPoolExecutor
) -> Iterator[NDArray[np.uint8]]:
    """The merged weight's bytes, in order, as type `kind`; expert by expert where it is a stack."""

    def merged(band: tuple[int, int]) -> NDArray[np.uint8]:
        rows = merged_rows(ggml, weight, adapter, name, *band)
        if not np.abs(rows).max() <= _LARGEST_F16:
            raise LuthierError(
                "export.overflow",
                f"{name} has values beyond what 16 bits hold once the adapter is in it.",
                "Training has diverged: lower the learning rate and train again.",
            )
        return quantize_rows(ggml, kind, rows)

    return pool.map(merged, row_bands(weight))
