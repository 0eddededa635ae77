"""A model that llama.cpp has loaded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import llama_cpp

from core.base.cores import Threads
from core.base.errors import LuthierError
from core.base.files import whole_of
from core.engine.llama_cpp.context import Context, set_adapter
from core.engine.llama_cpp.log import LoggedErrors
from core.engine.llama_cpp.side_by_side import SideBySide
from core.engine.llama_cpp.vocabulary import Vocabulary
from core.gguf.header import Header

_TINY_MODEL = 64 << 20  # bytes


class LlamaModel:
    """An open GGUF file."""

    def __init__(self, handle: llama_cpp.llama_model_p, header: Header, reasons: LoggedErrors) -> None:
        self.handle, self.header, self._reasons = handle, header, reasons
        self.vocabulary = Vocabulary(llama_cpp.llama_model_get_vocab(handle))

    @property
    def chat_template(self) -> str | None:
        """The Jinja source stored in the file."""
        raw = llama_cpp.llama_model_chat_template(self.handle, None)
        return raw.decode("utf-8") if raw else None

    @property
    def context_length(self) -> int:
        """Tokens the model was trained for."""
        return int(llama_cpp.llama_model_n_ctx_train(self.handle))

    def load_adapter(self, path: Path) -> Any:
        """The native handle of a LoRA for this model; lives as long as it.

        Raises LuthierError `lora.cannot-load` with llama.cpp's reason.
        """
        adapter = llama_cpp.llama_adapter_lora_init(self.handle, str(path).encode())
        if not adapter:
            raise LuthierError(
                "lora.cannot-load",
                f"llama.cpp cannot use {whole_of(path)} with {self.header.path.name}: {self._reasons}.",
                "Choose the model the adapter was trained on.",
            )
        return adapter

    @contextmanager
    def context(
        self, length: int, adapter: Path | None = None, *, batch: int = 512, exact: bool = False, on_node: Any = None
    ) -> Iterator[Context]:
        """Room for `length` tokens, with the adapter at full strength; freed at the end.

        batch: tokens computed at a time. exact: keep keys and values in F32 and use plain attention.
        on_node: llama.cpp's callback around every operation; must live as long as the context.
        Raises LuthierError `model.no-context` or `lora.cannot-load`.
        """
        params = llama_cpp.llama_context_default_params()
        if on_node is not None:
            params.cb_eval = on_node
        if exact:
            params.type_k = params.type_v = llama_cpp.GGML_TYPE_F32
            params.flash_attn_type = llama_cpp.LLAMA_FLASH_ATTN_TYPE_DISABLED
        threads = threads_for(self.header.size)
        handle = self._new_context(params, length, batch, threads)
        context = Context(handle, len(self.vocabulary), length, min(batch, length), threads)
        try:
            if adapter is not None:
                context.use_adapter(self.load_adapter(adapter))
            yield context
        finally:
            context.close()

    @contextmanager
    def side_by_side(
        self, length: int, at_once: int, adapter: Path | None = None, *, batch: int = 512
    ) -> Iterator[SideBySide]:
        """Room for `length` tokens of several texts together, with the adapter at full strength; freed at the end.

        Raises LuthierError `model.no-context` or `lora.cannot-load`.
        """
        params = llama_cpp.llama_context_default_params()
        params.n_seq_max = at_once + 1
        params.kv_unified = True  # else each text would have its part of the room, and none the beginning of another
        threads = threads_for(self.header.size)
        handle = self._new_context(params, length, batch, threads)
        context = SideBySide(handle, len(self.vocabulary), min(batch, length), at_once, threads)
        try:
            if adapter is not None:
                set_adapter(handle, self.load_adapter(adapter))
            yield context
        finally:
            context.close()

    def _new_context(self, params: Any, length: int, batch: int, threads: Threads) -> llama_cpp.llama_context_p:
        """Fill in what every context has, and make it. Raises LuthierError `model.no-context`."""
        params.n_ctx = length
        params.n_batch = params.n_ubatch = min(batch, length)
        params.n_threads = params.n_threads_batch = threads.most
        params.no_perf = True
        handle: llama_cpp.llama_context_p = llama_cpp.llama_init_from_model(self.handle, params)
        if not handle:
            raise LuthierError(
                "model.no-context",
                f"llama.cpp cannot make room for {length:,} tokens of {self.header.path.name}: {self._reasons}.",
                "Close other programs, or use shorter texts.",
            )
        return handle


def threads_for(size: int) -> Threads:
    """Return those that suit a model of so many bytes: a single one for tiny models, whose threads would wait for each
    other most of the time.
    """
    return Threads(1 if size < _TINY_MODEL else 0)
