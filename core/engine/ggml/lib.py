"""Finds ggml's shared libraries, loads them on first use, and refuses unknown versions."""

from __future__ import annotations

import ctypes
import importlib.util
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from core import __version__
from core.base.engine_package import NOT_INSTALLED, how_to_get_it, other_version
from core.base.errors import LuthierError
from core.base.systems.places import library_names, plugin_pattern
from core.engine.ggml import abi
from core.engine.ggml.abi import OPERATIONS


class Ggml:
    """ggml's functions by their C names without the `ggml_` prefix: `ggml.mul_mat(ctx, a, b)`."""

    def __init__(self, base: ctypes.CDLL, cpu: ctypes.CDLL) -> None:
        self.watch = GraphWatch()
        self._declare(base, abi.BASE | OPERATIONS)
        self._declare(cpu, abi.CPU)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"core/engine/ggml declares no ggml_{name}")

    @classmethod
    def load(cls) -> Self:
        """Load ggml from llama-cpp-python's folder and check its ABI.

        Raises LuthierError `ggml.missing`, `ggml.version` or `ggml.abi`.
        """
        _require_engine_of_this_version()
        folder = library_folder()
        with _loading():
            base = ctypes.CDLL(str(_library(folder, "ggml-base")))
            cpu = ctypes.CDLL(str(processor_library(folder)))
        _check_version(base)
        ggml = cls(base, cpu)
        _check_structs(ggml)
        return ggml

    def load_registry(self) -> None:
        """Add the functions of abi.REGISTRY, which only the search for devices needs.

        Raises LuthierError `ggml.missing`.
        """
        with _loading():
            self._declare(_registry(), abi.REGISTRY)

    def _declare(self, library: ctypes.CDLL, declarations: Mapping[str, tuple[Any, list[Any]]]) -> None:
        for name, (result, arguments) in declarations.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name.removeprefix("ggml_"), function)

    def type_name(self, kind: int) -> str:
        """Return the name of a type: q4_K, f16, ..."""
        return bytes(self.get_type_traits(kind).contents.type_name).decode()


def load() -> Ggml:
    """Load ggml. Raises the errors of `Ggml.load`."""
    return Ggml.load()


def processor_library(folder: Path) -> Path:
    """Return the library that computes on the processor: built for this machine, or the best variant for it.

    Raises OSError, and LuthierError `ggml.missing`.
    """
    return best_variant(folder) or _library(folder, "ggml-cpu")


def let_llama_cpp_compute() -> None:
    """Register the processor's backend before the first call to llama.cpp: libggml does not find plug-ins by itself.

    Raises LuthierError `ggml.missing`.
    """
    folder = library_folder()
    with _loading():
        if any(folder.glob(VARIANTS)) and not (registry := _registry()).ggml_backend_dev_count():
            ctypes.CDLL(str(_library(folder, "ggml-base")))
            registry.ggml_backend_load.argtypes = [ctypes.c_char_p]
            registry.ggml_backend_load(str(processor_library(folder)).encode())


@contextmanager
def _loading() -> Iterator[None]:
    """Convert the system's failure to load a library to LuthierError `ggml.missing`."""
    try:
        yield
    except OSError as error:
        raise LuthierError("ggml.missing", f"ggml could not be loaded: {error}", how_to_get_it()) from error


def _registry() -> ctypes.CDLL:
    """Load ggml's library that registers every backend. Raises OSError, and LuthierError `ggml.missing`."""
    return ctypes.CDLL(str(_library(library_folder(), "ggml")))


def library_folder() -> Path:
    """Return the folder of llama-cpp-python's libraries. Raises LuthierError `ggml.missing`."""
    spec = importlib.util.find_spec("llama_cpp")
    if spec is None or spec.origin is None:
        raise LuthierError("ggml.missing", NOT_INSTALLED, how_to_get_it())
    return Path(spec.origin).parent / "lib"


def _library(folder: Path, name: str) -> Path:
    """Return the name by which the libraries refer to each other, libggml-base.so.0.

    In a wheel, libggml-base.so beside it is a copy, not a link: in a process that has loaded libllama it would be a
    second ggml, and plug-ins would compute with the other one.
    """
    paths = [folder / file for file in library_names(name)]
    path = next((path for path in paths if path.exists()), paths[-1])
    if not path.exists():
        raise LuthierError("ggml.missing", f"{path} does not exist.", how_to_get_it())
    return path


def _require_engine_of_this_version() -> None:
    if found := other_version():
        what = f"luthier-engine {found} is installed, which goes with another version of Luthier than {__version__}."
        raise LuthierError("ggml.version", what, how_to_get_it())


def _check_version(base: ctypes.CDLL) -> None:
    base.ggml_version.restype = ctypes.c_char_p
    found = base.ggml_version().decode()
    if found != abi.VERSION:
        raise LuthierError("ggml.version", f"Luthier needs ggml {abi.VERSION}, but found {found}.", how_to_get_it())


def _check_structs(ggml: Ggml) -> None:
    """Check that the declared tensor struct has ggml's size, and that a two-element sum is right."""
    object_header = 32  # sizeof(struct ggml_object), part of ggml_tensor_overhead()
    declared = ctypes.sizeof(abi.TensorStruct)
    if ggml.tensor_overhead() != declared + object_header:
        raise LuthierError(
            "ggml.abi",
            f"ggml {abi.VERSION} has tensors of {ggml.tensor_overhead() - object_header} bytes, "
            f"Luthier expects {declared}.",
            how_to_get_it(),
        )
    if (total := _probe_sum(ggml)) != [11.0, 22.0]:
        raise LuthierError("ggml.abi", f"ggml computed {total} where 1+10, 2+20 is [11, 22].", how_to_get_it())


def _probe_sum(ggml: Ggml) -> list[float]:
    backend = ggml.backend_cpu_init()
    context = ggml.init(abi.InitParams(1 << 16, None, True))
    a, b = (ggml.new_tensor_4d(context, abi.F32, 2, 1, 1, 1) for _ in range(2))
    total = ggml.add(context, a, b)
    graph = ggml.new_graph_custom(context, 8, False)
    ggml.build_forward_expand(graph, total)
    buffer = ggml.backend_alloc_ctx_tensors(context, backend)
    pair = ctypes.c_float * 2
    ggml.backend_tensor_set(a, pair(1, 2), 0, 8)
    ggml.backend_tensor_set(b, pair(10, 20), 0, 8)
    ggml.backend_graph_compute(backend, graph)
    result = pair()
    ggml.backend_tensor_get(total, result, 0, 8)
    ggml.backend_buffer_free(buffer)
    ggml.free(context)
    ggml.backend_free(backend)
    return list(result)


# ggml's part for the processor, if it was built once for each kind of processor and not only for this machine.

VARIANTS = plugin_pattern("ggml-cpu")


def best_variant(folder: Path) -> Path | None:
    """Return the variant that ggml would choose: the one with the highest of the variants' own scores, which are 0 on
    processors that cannot run them.

    Return None if no variant suits this processor. Raises OSError.
    """
    scored = [(_score(path), path) for path in sorted(folder.glob(VARIANTS))]
    score, path = max(scored, default=(0, None))
    return path if score else None


def _score(path: Path) -> int:
    score = ctypes.CDLL(str(path)).ggml_backend_score
    score.restype, score.argtypes = ctypes.c_int, []
    return int(score())


class GraphWatch:
    """Follows computations; with ggml alone it does nothing. core/engine/kernels/library.py records them for crash
    reports.
    """

    def follow(self, backend: int) -> None:
        """Follow each node that this processor backend has computed."""

    def begins(self, graph: int, name: bytes, *, counted: bool) -> None:
        """Note that a graph's computation begins. name: for people. counted: whether a followed backend computes it."""

    def ends(self) -> None:
        """Note that the computation has ended."""
