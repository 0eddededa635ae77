"""llama.cpp, opened and closed properly: log capture, a loaded model with its vocabulary and template.

Only jobs import this: importing llama_cpp loads the native libraries.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import llama_cpp

from core.errors import LuthierError

LogSink = Callable[[str, str], None]  # level (debug, info, warning, error), one line of text

_LEVELS = {1: "debug", 2: "info", 3: "warning", 4: "error"}
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


def _line_callback(sink: LogSink) -> ctypes._FuncPointer:
    level, pending = "info", b""

    @llama_cpp.llama_log_callback
    def on_log(number: int, text: bytes, _data: ctypes.c_void_p) -> None:
        nonlocal level, pending
        if number != _CONTINUES:
            level = _LEVELS.get(number, "info")
        *lines, pending = (pending + text).split(b"\n")
        for line in lines:
            if line.strip():
                sink(level, line.decode("utf-8", "replace").rstrip())

    return on_log  # type: ignore[no-any-return]


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

    def tokenize(self, text: str, *, add_special: bool, parse_special: bool) -> list[int]:
        """add_special: put BOS/EOS where the model wants them. parse_special: read `<|im_end|>` as one token."""
        raw = text.encode("utf-8")
        room = len(raw) + 8
        while True:
            tokens = (llama_cpp.llama_token * room)()
            count = llama_cpp.llama_tokenize(self.handle, raw, len(raw), tokens, room, add_special, parse_special)
            if count >= 0:
                return list(tokens[:count])
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


class Model:
    """An open GGUF file."""

    def __init__(self, handle: llama_cpp.llama_model_p, path: Path) -> None:
        self.handle, self.path = handle, path
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


@contextmanager
def open_model(path: Path, *, vocabulary_only: bool = False, log: LogSink | None = None) -> Iterator[Model]:
    """Load a GGUF on the CPU, memory-mapped; freed at the end.

    Raises LuthierError `model.cannot-load` with llama.cpp's own reason.
    """
    reasons: list[str] = []

    def sink(level: str, line: str) -> None:
        if level == "error":
            reasons.append(line)
        if log is not None:
            log(level, line)

    params = llama_cpp.llama_model_default_params()
    params.vocab_only = vocabulary_only
    params.n_gpu_layers = 0
    with log_to(sink):
        llama_cpp.llama_backend_init()
        handle = llama_cpp.llama_model_load_from_file(str(path).encode(), params)
        if not handle:
            raise LuthierError(
                "model.cannot-load",
                f"llama.cpp cannot load {path}: {' '.join(reasons) or 'it gives no reason'}",
                "The file may be damaged, or of a kind that this version of llama.cpp does not know.",
            )
        try:
            yield Model(handle, path)
        finally:
            llama_cpp.llama_model_free(handle)
