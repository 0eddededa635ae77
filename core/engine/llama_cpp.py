"""llama.cpp, opened and closed properly: its log, a loaded model with vocabulary and template, and its logits.

Only jobs import this: importing llama_cpp loads the native libraries.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import llama_cpp
import numpy as np
import psutil
from numpy.typing import NDArray

from core.shared.errors import LuthierError
from core.shared.gguf.header import read_header
from core.shared.gguf.vocabulary import check_vocabulary

LogSink = Callable[[str, str], None]  # level (debug, info, warning, error), one line of text

_LEVELS = {1: "debug", 2: "info", 3: "warning", 4: "error"}
_TINY_MODEL = 64 << 20  # bytes
_CONTINUES = 5  # ggml's level for "the rest of the line before"


@contextmanager
def log_to(sink: LogSink) -> Iterator[None]:
    """Send llama.cpp's and ggml's log lines to `sink` for a while, then to where they went before.

    The sink is called from native code: an exception in it cannot leave, so it must not raise.
    """
    previous, previous_data = llama_cpp.llama_log_callback(), ctypes.c_void_p()
    llama_cpp.llama_log_get(ctypes.byref(previous), ctypes.byref(previous_data))
    callback = _line_callback(sink)  # this reference keeps it alive while native code holds it
    llama_cpp.llama_log_set(callback, ctypes.c_void_p())
    try:
        yield
    finally:
        llama_cpp.llama_log_set(previous, previous_data)


def _line_callback(sink: LogSink) -> Any:
    level, pending = "info", b""

    def on_log(number: int, text: bytes, _data: ctypes.c_void_p) -> None:
        nonlocal level, pending
        now = level if number == _CONTINUES else _LEVELS.get(number, "info")
        if not pending:
            level = now
        elif now != level:  # another voice breaks into an unfinished line
            text = b"\n" + text
        *lines, pending = (pending + text).split(b"\n")
        for line in lines:
            if line.strip():
                sink(level, line.decode("utf-8", "replace").rstrip())
            level = now

    return llama_cpp.llama_log_callback(on_log)


class Vocabulary:
    """A GGUF's own tokenizer. Valid while the model it came from is open."""

    def __init__(self, handle: llama_cpp.llama_vocab_p) -> None:
        self.handle = handle

    def __len__(self) -> int:
        return int(llama_cpp.llama_vocab_n_tokens(self.handle))

    @property
    def bos(self) -> int:
        """-1 when there is none."""
        return int(llama_cpp.llama_vocab_bos(self.handle))

    @property
    def eos(self) -> int:
        """-1 when there is none."""
        return int(llama_cpp.llama_vocab_eos(self.handle))

    @property
    def adds_bos(self) -> bool:
        """Whether llama.cpp puts BOS in front of every text."""
        return self.bos >= 0 and bool(llama_cpp.llama_vocab_get_add_bos(self.handle))

    def tokenize(self, text: str, *, add_special: bool, parse_special: bool) -> list[int]:
        """add_special: put BOS/EOS where the model wants them. parse_special: read `<|im_end|>` as one token."""
        raw = text.encode("utf-8")
        room = len(raw) + 8
        while True:
            tokens = (llama_cpp.llama_token * room)()
            count = llama_cpp.llama_tokenize(self.handle, raw, len(raw), tokens, room, add_special, parse_special)
            if count >= 0:
                return tokens[:count]
            room = -count

    def piece(self, token: int, *, special: bool = True) -> bytes:
        """The bytes a token stands for; control tokens give nothing unless `special`."""
        room = 64
        while True:
            buffer = ctypes.create_string_buffer(room)
            count = llama_cpp.llama_token_to_piece(self.handle, token, buffer, room, 0, special)
            if count >= 0:
                return buffer.raw[:count]
            room = -count

    def ends_generation(self, token: int) -> bool:
        """Whether llama.cpp stops at this token."""
        return bool(llama_cpp.llama_vocab_is_eog(self.handle, token))


class _Reasons:
    """Passes log lines on and keeps the last errors, to say why something failed."""

    def __init__(self, log: LogSink | None) -> None:
        self._log, self._errors = log, [""]

    def __call__(self, level: str, line: str) -> None:
        if level == "error":
            self._errors.append(line.split(": ", 1)[-1])
        if self._log is not None:
            self._log(level, line)

    def __str__(self) -> str:
        return "; ".join(filter(None, self._errors)) or "it gives no reason"


class Model:
    """An open GGUF file."""

    def __init__(self, handle: llama_cpp.llama_model_p, path: Path, reasons: _Reasons) -> None:
        self.handle, self.path, self._reasons = handle, path, reasons
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
                f"llama.cpp cannot use {path} with {self.path.name}: {self._reasons}.",
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
        params.n_ctx = length
        params.n_batch = params.n_ubatch = min(batch, length)
        params.n_threads = params.n_threads_batch = _threads(self.path)
        params.no_perf = True
        if on_node is not None:
            params.cb_eval = on_node
        if exact:
            params.type_k = params.type_v = llama_cpp.GGML_TYPE_F32
            params.flash_attn_type = llama_cpp.LLAMA_FLASH_ATTN_TYPE_DISABLED
        handle = llama_cpp.llama_init_from_model(self.handle, params)
        if not handle:
            raise LuthierError(
                "model.no-context",
                f"llama.cpp cannot make room for {length:,} tokens of {self.path.name}: {self._reasons}.",
                "Close other programs, or use shorter texts.",
            )
        try:
            if adapter is not None:
                loaded = (llama_cpp.llama_adapter_lora_p_ctypes * 1)(self.load_adapter(adapter))
                llama_cpp.llama_set_adapters_lora(handle, loaded, 1, (ctypes.c_float * 1)(1.0))
            yield Context(handle, len(self.vocabulary), min(batch, length))
        finally:
            llama_cpp.llama_free(handle)


def _threads(model: Path) -> int:
    """One per core; a single one for tiny models, whose threads would wait for each other most of the time."""
    return 1 if model.stat().st_size < _TINY_MODEL else psutil.cpu_count(logical=False) or 1


class Context:
    """A conversation's state: keys and values of the tokens read so far."""

    def __init__(self, handle: llama_cpp.llama_context_p, n_vocab: int, batch: int) -> None:
        self.handle, self.batch = handle, batch
        self._n_vocab, self._position = n_vocab, 0

    def clear(self) -> None:
        """Forget everything read."""
        llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(self.handle), True)
        self._position = 0

    def read(self, tokens: Sequence[int], wanted: Sequence[bool]) -> Iterator[NDArray[np.float32]]:
        """Read more tokens; for each wanted one yield the logits [n_vocab] of what follows it.

        Each array is llama.cpp's own memory, valid until the next is asked for.
        Raises LuthierError `model.decode-failed`.
        """
        for start in range(0, len(tokens), self.batch):
            marks = wanted[start : start + self.batch]
            self._decode(tokens[start : start + self.batch], marks)
            for i in np.flatnonzero(marks):
                logits = llama_cpp.llama_get_logits_ith(self.handle, int(i))
                yield np.ctypeslib.as_array(logits, (self._n_vocab,))

    def feed(self, tokens: Sequence[int]) -> None:
        """Read more tokens; only what follows the last can be sampled. Raises LuthierError `model.decode-failed`."""
        for start in range(0, len(tokens), self.batch):
            part = tokens[start : start + self.batch]
            self._decode(part, [start + i == len(tokens) - 1 for i in range(len(part))])

    def _decode(self, tokens: Sequence[int], wanted: Sequence[bool]) -> None:
        batch = llama_cpp.llama_batch_init(len(tokens), 0, 1)
        try:
            batch.n_tokens = len(tokens)
            for i, token in enumerate(tokens):
                batch.token[i], batch.pos[i] = int(token), self._position + i
                batch.n_seq_id[i], batch.seq_id[i][0] = 1, 0
                batch.logits[i] = bool(wanted[i])
            status = llama_cpp.llama_decode(self.handle, batch)
        finally:
            llama_cpp.llama_batch_free(batch)
        if status != 0:
            raise LuthierError(
                "model.decode-failed",
                f"llama.cpp stopped at token {self._position} (status {status}).",
                "Close other programs, or use a shorter text.",
            )
        self._position += len(tokens)


@contextmanager
def open_model(path: Path, *, vocabulary_only: bool = False, log: LogSink | None = None) -> Iterator[Model]:
    """Load a GGUF on the CPU, memory-mapped; freed at the end.

    While it is open, llama.cpp's log goes to `log`.
    Raises LuthierError `model.cannot-load` with llama.cpp's reason, and what read_header raises.
    """
    reasons = _Reasons(log)
    params = llama_cpp.llama_model_default_params()
    params.vocab_only = vocabulary_only
    with log_to(reasons), _loaded(path, params) as handle:
        if not handle:
            raise cannot_load(path, str(reasons))
        yield Model(handle, path, reasons)


def refusal(path: Path) -> str:
    """Why llama.cpp cannot load a GGUF file; "" when it can. No weights are read, so this takes as long as for the
    vocabulary alone, whatever the file's size. Raises what read_header raises.
    """
    reasons = _Reasons(None)
    params = llama_cpp.llama_model_default_params()
    params.no_alloc = True
    params.load_mode = llama_cpp.LLAMA_LOAD_MODE_NONE  # llama.cpp stops the process when it is to map the file as well
    with log_to(reasons), _loaded(path, params) as handle:
        return "" if handle else str(reasons)


def cannot_load(path: Path, reason: str) -> LuthierError:
    return LuthierError(
        "model.cannot-load",
        f"llama.cpp cannot load {path}: {reason}.",
        "The file may be damaged, or of a kind that this version of llama.cpp does not know.",
    )


@contextmanager
def _loaded(path: Path, params: Any) -> Iterator[Any]:
    """llama.cpp's handle, or None where it refuses the file."""
    check_vocabulary(read_header(path))
    params.n_gpu_layers = 0
    llama_cpp.llama_backend_init()
    handle = llama_cpp.llama_model_load_from_file(str(path).encode(), params)
    try:
        yield handle
    finally:
        if handle:
            llama_cpp.llama_model_free(handle)
