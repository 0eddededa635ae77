"""Opening a GGUF file in llama.cpp, and why it refuses one."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import llama_cpp

from core.base.errors import LuthierError
from core.engine.ggml.lib import let_llama_cpp_compute
from core.engine.llama_cpp.log import LoggedErrors, log_to
from core.engine.llama_cpp.model import LlamaModel
from core.gguf.header import Header, ModelFile, header_of
from core.gguf.vocabulary import check_vocabulary


@contextmanager
def open_in_llama_cpp(file: ModelFile, *, vocabulary_only: bool = False, lean: bool = False) -> Iterator[LlamaModel]:
    """Load a GGUF on the CPU, memory-mapped; freed at the end. Its log is kept from the terminal meanwhile.

    lean: without copies of the weights in the order that this processor multiplies fastest.
    Raises LuthierError `model.cannot-load` with llama.cpp's reason, and what header_of raises.
    """
    header, reasons = header_of(file), LoggedErrors()
    params = llama_cpp.llama_model_default_params()
    params.vocab_only, params.use_extra_bufts = vocabulary_only, not lean
    with log_to(reasons), _loaded(header, params) as handle:
        if not handle:
            raise cannot_load(header.path, str(reasons))
        yield LlamaModel(handle, header, reasons)


def refusal(file: ModelFile) -> str:
    """Why llama.cpp cannot load a GGUF file; "" when it can. No weights are read, so this takes as long as for the
    vocabulary alone, whatever the file's size. Raises what header_of raises.
    """
    reasons = LoggedErrors()
    params = llama_cpp.llama_model_default_params()
    params.no_alloc = True
    params.load_mode = llama_cpp.LLAMA_LOAD_MODE_NONE  # llama.cpp stops the process when it is to map the file as well
    with log_to(reasons), _loaded(header_of(file), params) as handle:
        return "" if handle else str(reasons)


def cannot_load(path: Path, reason: str) -> LuthierError:
    return LuthierError(
        "model.cannot-load",
        f"llama.cpp cannot load {path}: {reason}.",
        "The file may be damaged, or of a kind that this version of llama.cpp does not know.",
    )


@contextmanager
def _loaded(header: Header, params: Any) -> Iterator[Any]:
    """llama.cpp's handle, or None where it refuses the file."""
    check_vocabulary(header)
    params.n_gpu_layers = 0
    nowhere_else = (ctypes.c_void_p * 1)(None)  # else it would hand long prompts' products to a device all the same
    params.devices = ctypes.cast(nowhere_else, ctypes.c_void_p)
    let_llama_cpp_compute()
    llama_cpp.llama_backend_init()
    handle = llama_cpp.llama_model_load_from_file(str(header.path).encode(), params)
    try:
        yield handle
    finally:
        if handle:
            llama_cpp.llama_model_free(handle)
