"""A model that llama.cpp loads from a GGUF file, its vocabulary, and why llama.cpp refuses a file.

We check the vocabulary before llama.cpp reads it, because llama.cpp aborts the process on an unsound one.

Also llama.cpp's log, line by line. Native code has one log callback per process, and ours stays installed: restoring
the previous one could install a freed callback, if two users do not end in the reverse order of their beginnings.
"""

from __future__ import annotations

import ctypes
import logging
import struct
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import llama_cpp

from core.base.callbacks import LogSink
from core.base.devices import Threads
from core.base.errors import LuthierError
from core.base.files import whole_of
from core.base.logs import log_of
from core.engine.ggml.lib import let_llama_cpp_compute
from core.engine.llama_cpp.context import Context, SideBySide, set_adapter
from core.gguf.header import Header, ModelFile, header_of
from core.gguf.types import ARRAY, F32, I32, STRING, Array

_TINY_MODEL = 64 << 20  # bytes

_PREFIX = "tokenizer.ggml."
_TOKENS = _PREFIX + "tokens"
# Lists that llama.cpp indexes by token without checking their length: key -> type of an element.
_PER_TOKEN = {_PREFIX + "scores": F32, _PREFIX + "token_type": I32}
_LISTS = {_TOKENS: STRING, _PREFIX + "merges": STRING, **_PER_TOKEN}
_LENGTH = struct.Struct("<Q")


class LlamaModel:
    """An open GGUF file."""

    def __init__(self, handle: llama_cpp.llama_model_p, header: Header, reasons: LoggedErrors) -> None:
        self.handle, self.header, self._reasons = handle, header, reasons
        self.vocabulary = Vocabulary(llama_cpp.llama_model_get_vocab(handle))

    @property
    def chat_template(self) -> str | None:
        """Return the Jinja source stored in the file."""
        raw = llama_cpp.llama_model_chat_template(self.handle, None)
        return raw.decode("utf-8") if raw else None

    @property
    def context_length(self) -> int:
        """Return the number of tokens that the model was trained for."""
        return int(llama_cpp.llama_model_n_ctx_train(self.handle))

    def load_adapter(self, path: Path) -> Any:
        """Load a LoRA for this model, and return its native handle, which lives as long as the model.

        Raises LuthierError `adapter.cannot-load` with llama.cpp's reason.
        """
        adapter = llama_cpp.llama_adapter_lora_init(self.handle, str(path).encode())
        if not adapter:
            raise LuthierError(
                "adapter.cannot-load",
                f"llama.cpp cannot use {whole_of(path)} with {self.header.path.name}: {self._reasons}.",
                "Choose the model the adapter was trained on.",
            )
        return adapter

    @contextmanager
    def context(
        self, length: int, adapter: Path | None = None, *, batch: int = 512, exact: bool = False, on_node: Any = None
    ) -> Iterator[Context]:
        """Yield a context of `length` tokens, with the adapter at full strength; freed at the end.

        batch: tokens computed at a time. exact: keep keys and values in F32 and use plain attention.
        on_node: llama.cpp's callback around every operation; must live as long as the context.
        Raises LuthierError `model.no-context` or `adapter.cannot-load`.
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
        """Yield a context for `length` tokens of several texts together, with the adapter at full strength; freed at
        the end.

        Raises LuthierError `model.no-context` or `adapter.cannot-load`.
        """
        params = llama_cpp.llama_context_default_params()
        params.n_seq_max = at_once + 1
        params.kv_unified = True  # else each text would have a fixed share of the cache, and no shared beginning
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
        """Fill in the parameters that all contexts share, and create it. Raises LuthierError `model.no-context`."""
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
    """Return the threads that suit a model of this many bytes: one for tiny models, whose threads would mostly wait for
    each other.
    """
    return Threads(1 if size < _TINY_MODEL else 0)


@contextmanager
def open_in_llama_cpp(file: ModelFile, *, vocabulary_only: bool = False, lean: bool = False) -> Iterator[LlamaModel]:
    """Load a GGUF on the CPU, memory-mapped; freed at the end. Keeps its log off the terminal meanwhile.

    lean: without copies of the weights in this processor's fastest order.
    Raises LuthierError `model.cannot-load` with llama.cpp's reason, and the errors of header_of.
    """
    header, reasons = header_of(file), LoggedErrors()
    params = llama_cpp.llama_model_default_params()
    params.vocab_only, params.use_extra_bufts = vocabulary_only, not lean
    with log_to(reasons), _loaded(header, params) as handle:
        if not handle:
            raise cannot_load(header.path, str(reasons))
        yield LlamaModel(handle, header, reasons)


def refusal(file: ModelFile) -> str:
    """Return why llama.cpp cannot load a GGUF file; "" if it can. Reads no weights, so it takes as long as loading the
    vocabulary, for files of any size. Raises the errors of header_of.
    """
    reasons = LoggedErrors()
    params = llama_cpp.llama_model_default_params()
    params.no_alloc = True
    params.load_mode = llama_cpp.LLAMA_LOAD_MODE_NONE  # llama.cpp aborts the process if it shall also map the file
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
    """Yield llama.cpp's handle, or None if it refuses the file."""
    check_vocabulary(header)
    params.n_gpu_layers = 0
    nowhere_else = (ctypes.c_void_p * 1)(None)  # no device: else it would compute long prompts' products
    params.devices = ctypes.cast(nowhere_else, ctypes.c_void_p)
    let_llama_cpp_compute()
    llama_cpp.llama_backend_init()
    handle = llama_cpp.llama_model_load_from_file(str(header.path).encode(), params)
    try:
        yield handle
    finally:
        if handle:
            llama_cpp.llama_model_free(handle)


class Vocabulary:
    """A GGUF's own tokenizer. Valid while its model is open."""

    def __init__(self, handle: llama_cpp.llama_vocab_p) -> None:
        self.handle = handle

    def __len__(self) -> int:
        return int(llama_cpp.llama_vocab_n_tokens(self.handle))

    @property
    def bos(self) -> int:
        """Return the id of BOS; -1 without one."""
        return int(llama_cpp.llama_vocab_bos(self.handle))

    @property
    def eos(self) -> int:
        """Return the id of EOS; -1 without one."""
        return int(llama_cpp.llama_vocab_eos(self.handle))

    @property
    def adds_bos(self) -> bool:
        """Return whether llama.cpp puts BOS in front of every text."""
        return self.bos >= 0 and bool(llama_cpp.llama_vocab_get_add_bos(self.handle))

    def tokenize(self, text: str, *, add_special: bool, parse_special: bool) -> list[int]:
        """Tokenize a text. add_special: add the model's BOS/EOS. parse_special: read `<|im_end|>` as one token."""
        raw = text.encode("utf-8")
        room = len(raw) + 8
        while True:
            tokens = (llama_cpp.llama_token * room)()
            count = llama_cpp.llama_tokenize(self.handle, raw, len(raw), tokens, room, add_special, parse_special)
            if count >= 0:
                return tokens[:count]
            room = -count

    def piece(self, token: int, *, special: bool = True) -> bytes:
        """Return a token's bytes; control tokens give nothing unless `special`."""
        room = 64
        while True:
            buffer = ctypes.create_string_buffer(room)
            count = llama_cpp.llama_token_to_piece(self.handle, token, buffer, room, 0, special)
            if count >= 0:
                return buffer.raw[:count]
            room = -count

    def ends_generation(self, token: int) -> bool:
        """Return whether llama.cpp stops at this token."""
        return bool(llama_cpp.llama_vocab_is_eog(self.handle, token))


def check_vocabulary(header: Header) -> None:
    """Check the types and lengths of a vocabulary's lists. Raises LuthierError `model.unreadable`, naming the key. A
    file without a vocabulary passes.
    """
    for key, kind in _LISTS.items():
        if header.kinds.get(key, ARRAY) != ARRAY or (key in header.arrays and header.arrays[key].kind != kind):
            raise _unsound(header, key, "is not a list of what belongs there")
    tokens = header.arrays.get(_TOKENS)
    if tokens is None:
        return
    for key in _PER_TOKEN:
        if key in header.arrays and header.arrays[key].length != tokens.length:
            raise _unsound(header, key, f"has {header.arrays[key].length:,} values for {tokens.length:,} tokens")
    texts = _as_llama_cpp_reads(_read_texts(header, tokens))
    if len(set(texts)) < len(texts):
        text, count = Counter(texts).most_common(1)[0]
        raise _unsound(header, _TOKENS, f"has the token {text.decode(errors='replace')!r:.80} {count} times")


def _as_llama_cpp_reads(texts: list[bytes]) -> list[bytes]:
    """Cut texts at a zero byte, where C ends them; name empty ones like llama.cpp (llama_vocab::impl::load)."""
    ended = (text.partition(b"\0")[0] for text in texts)
    return [text or b"[EMPTY_%d]" % number for number, text in enumerate(ended)]


def _read_texts(header: Header, tokens: Array) -> list[bytes]:
    """Return the bytes of every token; read_header has already checked their lengths."""
    with header.path.open("rb") as stream:
        stream.seek(tokens.start)
        raw = stream.read(tokens.size)
    texts, position = [], 0
    for _ in range(tokens.length):
        (length,) = _LENGTH.unpack_from(raw, position)
        position += _LENGTH.size + length
        texts.append(raw[position - length : position])
    return texts


def _unsound(header: Header, key: str, what: str) -> LuthierError:
    place = f", at byte {header.arrays[key].start:,}," if key in header.arrays else ""
    return LuthierError(
        "model.unreadable",
        f"{header.path} has no sound vocabulary: key {key!r}{place} {what}.",
        "The file is damaged: download or convert it again.",
    )


_LEVELS = {1: "debug", 2: "info", 3: "warning", 4: "error"}
_CONTINUES = 5  # ggml's level for "the rest of the line before"


@contextmanager
def log_to(sink: LogSink) -> Iterator[None]:
    """Send llama.cpp's and ggml's log lines to `sink` meanwhile. Of several sinks only the newest receives them.

    Warnings and errors go to our own log as well. The sink is called from native code, so it must not raise.
    """
    _DISPATCHER.install()
    _DISPATCHER.sinks.append(sink)
    try:
        yield
    finally:
        _DISPATCHER.sinks.remove(sink)


class LoggedErrors:
    """A sink that collects llama.cpp's error lines, as the reason of a failure."""

    def __init__(self) -> None:
        self._errors: list[str] = []

    def __call__(self, level: str, line: str) -> None:
        if level == "error":
            self._errors.append(line.split(": ", 1)[-1])

    def __str__(self) -> str:
        return "; ".join(filter(None, self._errors)) or "it gives no reason"


class _Dispatcher:
    """The callback that llama.cpp keeps, and the sinks for its lines; without a sink the lines are dropped."""

    def __init__(self) -> None:
        self.sinks: list[LogSink] = []
        self._level, self._pending = "info", b""
        self._callback: Any = llama_cpp.llama_log_callback(self._on_log)
        self._log = log_of("llama.cpp")

    def install(self) -> None:
        """Install the callback again, in case another library has replaced it."""
        llama_cpp.llama_log_set(self._callback, ctypes.c_void_p())

    def _on_log(self, number: int, text: bytes, _data: ctypes.c_void_p) -> None:
        now = self._level if number == _CONTINUES else _LEVELS.get(number, "info")
        if not self._pending:
            self._level = now
        elif now != self._level:  # another thread's line interrupts an unfinished one
            text = b"\n" + text
        *lines, self._pending = (self._pending + text).split(b"\n")
        for line in lines:
            if line.strip():
                self._tell(self._level, line.decode("utf-8", "replace").rstrip())
            self._level = now

    def _tell(self, level: str, line: str) -> None:
        if level in ("warning", "error"):
            self._log.log(logging.getLevelNamesMapping()[level.upper()], line)
        if self.sinks:
            self.sinks[-1](level, line)


_DISPATCHER = _Dispatcher()  # per process, like llama.cpp's log
