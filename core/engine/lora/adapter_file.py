"""The adapter file that llama.cpp loads on top of the base model.

llama.cpp names the factors of base tensor W [d_in, d_out] `W.lora_a` [d_in, r] and `W.lora_b` [r, d_out] (ggml order,
fastest axis first) and adds alpha / r * B(A(x)) to W(x), with each tensor's own r. Beside a stack of experts [d_in,
d_out, n_experts] both have the experts as a third axis.

llama.cpp has no place for DoRA's magnitudes: an adapter with them (`W.dora_m` [d_out]) has the type `dora`, so that
llama.cpp refuses it instead of computing wrong results.

Also computes the norm of a product B A, and gives all tensors of an adapter one alpha or one rank.
"""

from __future__ import annotations

import errno
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import gguf
import numpy as np
from numpy.typing import NDArray

from core.base.errors import Do, LuthierError
from core.base.files import written_whole
from core.gguf.finite import CHECKSUM, NONE_YET, is_as_written, put_checksum
from core.gguf.header import Header, read_header
from core.gguf.types import TensorInfo

# numpy order: A [r, d_in], B [d_out, r]; beside a stack of experts A [experts, r, d_in], B [experts, d_out, r]
Factors = tuple[NDArray[np.float32], NDArray[np.float32]]

Magnitudes = NDArray[np.float32]  # [d_out]

_ALPHA = "adapter.lora.alpha"
_TYPE = "adapter.type"
_A, _MAGNITUDE = ".lora_a", ".dora_m"
_FLOATS: dict[str, np.dtype[Any]] = {"f32": np.dtype("<f4"), "f16": np.dtype("<f2")}
_INVOCATION = "adapter.alora.invocation_tokens"
_LUTHIER = "luthier."


@dataclass(frozen=True)
class Adapter:
    """A LoRA adapter in memory. `alpha` is the one llama.cpp divides by the rank."""

    architecture: str
    alpha: float
    tensors: dict[str, Factors]  # base tensor name, `blk.0.attn_q.weight`
    name: str = ""
    notes: dict[str, str] = field(default_factory=dict)  # our own metadata: base_model, dataset, ...
    magnitudes: dict[str, Magnitudes] = field(default_factory=dict)  # DoRA's, by base tensor; else empty

    @property
    def rank(self) -> int:
        """Return the number of rows of A; the largest if tensors differ."""
        return max(self.rank_of(tensor) for tensor in self.tensors)

    def rank_of(self, tensor: str) -> int:
        """Return the rank of one tensor: the rows of its A."""
        return int(self.tensors[tensor][0].shape[-2])

    def scale(self, tensor: str) -> float:
        """Return the factor on a tensor's B A."""
        return self.alpha / self.rank_of(tensor)


def write_adapter(
    path: Path,
    base: str,
    tensors: Mapping[str, Factors],
    alpha: float,
    *,
    name: str = "",
    notes: Mapping[str, str] | None = None,
    magnitudes: Mapping[str, Magnitudes] | None = None,
) -> None:
    """Write a GGUF adapter for a base model of architecture `base`, atomically.

    tensors: base tensor name (`blk.0.attn_q.weight`) -> (A [r, d_in], B [d_out, r]), written as F32.
    alpha: effective alpha; llama.cpp scales by alpha / r, so rsLoRA passes alpha * sqrt(r).
    notes: kept as `luthier.<key>` strings, for example base_model and dataset; only the name of a path, because people
    share adapters, and folders often bear their names.
    magnitudes: DoRA's, by base tensor name; only Luthier reads such an adapter.
    Raises LuthierError `adapter.bad-shape` or `adapter.not-finite`, naming the tensor, or `files.cannot-write`.
    """
    for tensor, (a, b) in tensors.items():
        _check_factors(tensor, a, b)
    with written_whole(path) as partial:
        writer = gguf.GGUFWriter(partial, base)
        try:
            writer.add_string(CHECKSUM, NONE_YET)  # first, so that a truncated file has it
            writer.add_type(gguf.GGUFType.ADAPTER)
            writer.add_string(_TYPE, "dora" if magnitudes else "lora")
            writer.add_float32(_ALPHA, alpha)
            writer.add_name(name)
            for key, text in (notes or {}).items():
                writer.add_string(_LUTHIER + key, Path(text).name if Path(text).is_absolute() else text)
            for tensor, (a, b) in tensors.items():
                writer.add_tensor(tensor + ".lora_a", np.ascontiguousarray(a, dtype=np.float32))
                writer.add_tensor(tensor + ".lora_b", np.ascontiguousarray(b, dtype=np.float32))
            for tensor, magnitude in (magnitudes or {}).items():
                writer.add_tensor(tensor + _MAGNITUDE, np.ascontiguousarray(magnitude, dtype=np.float32))
            writer.write_header_to_file()
            writer.write_kv_data_to_file()
            writer.write_tensors_to_file()
        finally:
            writer.close()
        _require_whole(partial)
        put_checksum(partial)


def _require_whole(partial: Path) -> None:
    """Detect a truncated file: on a full disk, numpy loses small arrays silently. Raises OSError."""
    try:
        read_header(partial)
    except LuthierError as error:
        raise OSError(errno.ENOSPC, error.message) from error


def changed_tensors(path: Path) -> list[str]:
    """Return the base tensors that an adapter changes, from its header alone. Raises the errors of read_header."""
    return [name.removesuffix(_A) for name in read_header(path).tensors if name.endswith(_A)]


def read_adapter(path: Path) -> Adapter:
    """Load an adapter that Luthier or another program wrote (factors F32 or F16; returned as F32 copies).

    Raises LuthierError `adapter.not-an-adapter`, naming the file and its fault, `model.pickle` or `model.lfs-pointer`.
    """
    try:
        header = read_header(path)
    except LuthierError as error:
        if error.code in ("model.pickle", "model.lfs-pointer"):
            raise
        raise _bad(path, f"it cannot be read as GGUF ({error.message})") from error
    if not _is_as_written(header):
        raise _bad(path, "it is damaged, its checksum is another than when it was written")
    fields = {key: value for key, value in header.values.items() if key != CHECKSUM}
    if (kind := fields.get("general.type")) != gguf.GGUFType.ADAPTER or fields.get(_TYPE) not in ("lora", "dora"):
        raise _bad(path, f"it is not a LoRA adapter (general.type is {kind!r})")
    alpha = fields.get(_ALPHA, 0.0)
    if not isinstance(alpha, int | float) or not math.isfinite(alpha):
        raise _bad(path, f"its {_ALPHA} is {alpha!r}")
    if _INVOCATION in header.arrays:
        raise _bad(path, f"it works only after certain words ({_INVOCATION})")
    arrays = {name: _as_float32(path, tensor) for name, tensor in header.tensors.items()}
    magnitudes = {n.removesuffix(_MAGNITUDE): values for n, values in arrays.items() if n.endswith(_MAGNITUDE)}
    factors = {name: values for name, values in arrays.items() if not name.endswith(_MAGNITUDE)}
    tensors = {name: _pair(path, name, factors) for name in dict.fromkeys(map(_base_name, factors))}
    if not tensors:
        raise _bad(path, "it holds no tensors")
    if fields.get(_TYPE) == "dora" and magnitudes.keys() != tensors.keys():
        raise _bad(path, "it does not hold a DoRA magnitude for each of its tensors")
    if alpha == 0:
        alpha, tensors = _unscaled(tensors)
    return Adapter(
        architecture=str(fields.get("general.architecture", "")),
        alpha=float(alpha),
        tensors=tensors,
        name=str(fields.get("general.name", "")),
        notes={key.removeprefix(_LUTHIER): str(text) for key, text in fields.items() if key.startswith(_LUTHIER)},
        magnitudes=magnitudes,
    )


def require_without_dora(adapter: Adapter, path: Path) -> None:
    """Require that llama.cpp can add an adapter to a model. Raises LuthierError `adapter.dora`."""
    if adapter.magnitudes:
        raise LuthierError(
            "adapter.dora",
            f"{path} was trained with DoRA, and llama.cpp's adapters have no place for what that changes.",
            Do.by("Export it as a whole model instead.", "`luthier export RUN merged -o MODEL.gguf`"),
        )


def _check_factors(tensor: str, a: NDArray[np.float32], b: NDArray[np.float32]) -> None:
    if not _fit(a, b):
        raise LuthierError(
            "adapter.bad-shape", f"{tensor}: A is {a.shape} and B is {b.shape}; expected [r, d_in] and [d_out, r]."
        )
    if not (np.isfinite(a).all() and np.isfinite(b).all()):
        raise LuthierError(
            "adapter.not-finite",
            f"{tensor}: the adapter holds values that are not finite.",
            "Training has diverged: start again with a lower learning rate.",
        )


def _fit(a: NDArray[np.float32], b: NDArray[np.float32]) -> bool:
    return a.ndim == b.ndim and a.ndim in (2, 3) and a.shape[:-2] == b.shape[:-2] and a.shape[-2] == b.shape[-1]


def _is_as_written(header: Header) -> bool:
    try:
        return is_as_written(header)
    except OSError:
        return False


def _as_float32(path: Path, tensor: TensorInfo) -> NDArray[np.float32]:
    if tensor.type_name not in _FLOATS:
        raise _bad(path, f"{tensor.name} is {tensor.type_name.upper()}, and only F32 and F16 are known")
    shape = tensor.shape[tensor.n_axes - 1 :: -1]
    mapped: NDArray[Any] = np.memmap(path, _FLOATS[tensor.type_name], "r", offset=tensor.start, shape=shape)
    return np.array(mapped, dtype=np.float32)


def _base_name(factor: str) -> str:
    return factor.removesuffix(".lora_a").removesuffix(".lora_b")


def _pair(path: Path, tensor: str, factors: Mapping[str, NDArray[np.float32]]) -> Factors:
    try:
        a, b = factors[tensor + ".lora_a"], factors[tensor + ".lora_b"]
    except KeyError as missing:
        raise _bad(path, f"tensor {missing} is missing") from missing
    if not _fit(a, b):
        raise _bad(path, f"{tensor} has factors of shapes {a.shape} and {b.shape}, which do not fit each other")
    return a, b


def _unscaled(tensors: Mapping[str, Factors]) -> tuple[float, dict[str, Factors]]:
    """Return an alpha and factors for a file with an alpha of 0, which means a factor of one at any rank."""
    alpha = max(a.shape[-2] for a, _ in tensors.values())
    return float(alpha), {name: (a, b * np.float32(a.shape[-2] / alpha)) for name, (a, b) in tensors.items()}


def _bad(path: Path, what: str) -> LuthierError:
    return LuthierError(
        "adapter.not-an-adapter", f"{path} is not a usable adapter: {what}.", "Export it again, or choose another file."
    )


def product_norm(factors: Factors) -> float:
    """Return |B A|, over all experts: the root of the trace of (A A^T)(B^T B)."""
    a, b = (part.astype(np.float64) for part in factors)
    squares = np.einsum("...ri,...si->...rs", a, a) * np.einsum("...or,...os->...rs", b, b)
    return float(np.sqrt(max(squares.sum(), 0.0)))


class Scaled(NamedTuple):
    """factors (A [.., r, d_in], B [.., d_out, r]) and the factor on B A."""

    factors: Factors
    scale: float


def with_one_alpha(tensors: Mapping[str, Scaled]) -> tuple[float, dict[str, Factors]]:
    """Return the alpha that most tensors have (scale = alpha / r), and all factors for it: the other tensors' B absorb
    the difference.
    """
    alphas = {name: np.float32(scale * factors[0].shape[-2]) for name, (factors, scale) in tensors.items()}
    ((alpha, _),) = Counter(value for value in alphas.values() if value).most_common(1) or [(np.float32(1), 0)]
    found = {}
    for name, ((a, b), _) in tensors.items():
        found[name] = (a, b if alphas[name] == alpha else b * np.float32(alphas[name] / alpha))
    return float(alpha), found


def with_one_rank(adapter: Adapter, rank: int | None = None) -> Adapter:
    """Pad all tensors of an adapter with zeros to the rank of its largest, or to a higher one. B absorbs the change of
    alpha / r.
    """
    rank = max(rank or 0, adapter.rank)
    if all(adapter.rank_of(name) == rank for name in adapter.tensors):
        return adapter
    alpha = adapter.alpha * rank / adapter.rank
    tensors = {}
    for name, (a, b) in adapter.tensors.items():
        more, factor = rank - adapter.rank_of(name), adapter.scale(name) * rank / alpha
        tensors[name] = (_padded(a, -2, more), _padded(b if factor == 1 else b * np.float32(factor), -1, more))
    return replace(adapter, alpha=alpha, tensors=tensors)


def _padded(values: NDArray[np.float32], axis: int, more: int) -> NDArray[np.float32]:
    widths = [(0, 0)] * values.ndim
    widths[axis] = (0, more)
    return np.pad(values, widths)
