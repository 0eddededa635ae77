"""Tokenizes on all cores: child processes with their own tokenizers receive chunks, and results come in order.

Processes instead of threads: llama.cpp releases Python's lock while it tokenizes, but parsing JSON, rendering templates
and finding masks do not, and they are a third of the work (docs/data.md has the numbers).
"""

from __future__ import annotations

import multiprocessing
import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import chain, islice
from multiprocessing.connection import wait
from typing import Any

import psutil

from core.base.errors import LuthierError
from core.base.own_process import spawning
from core.base.systems.processes import Connection
from core.data.chat.renderer import TemplateRenderer
from core.data.read.records import Record
from core.data.tokenizer import Tokenizer
from core.data.tokens.record_encoder import Encoded, Recipe, RecordEncoder

CHUNK_CHARACTERS = 1 << 18  # characters sent to a process at once
MIN_CHUNKS = 16  # fewer chunks are done before processes would have started
MOST_PROCESSES = 8  # each holds a tokenizer, some 100 MB with a large vocabulary
_MAX_AHEAD = 4  # finished chunks per process that may wait for a slow one
_POLL_SECONDS = 0.1

Chunk = list[Record]


def encode_all(
    records: Iterator[Record],
    recipe: Recipe,
    tokenizer: Tokenizer,
    renderer: TemplateRenderer,
    poll: Callable[[], None],
    processes: int = 0,
) -> Iterator[Encoded]:
    """Yield all records encoded, chunk by chunk, in order. processes: 0 means one per core; if more than one, each has
    its own tokenizer and renderer.

    poll is called often and may raise; then, as in any other case, the processes end. Raises LuthierError
    `data.tokenizer-died`.
    """
    count = processes or min(MOST_PROCESSES, psutil.cpu_count(logical=False) or 1)
    pieces = chunks(records)
    first = list(islice(pieces, MIN_CHUNKS)) if not processes else []
    whole = chain(first, pieces)
    if count < 2 or (not processes and len(first) < MIN_CHUNKS):
        encoder = RecordEncoder(recipe, tokenizer, renderer)
        for chunk in whole:
            poll()
            yield encoder.encode(chunk)
        return
    with _Pool(recipe, count) as pool:
        yield from pool.map(whole, poll)


def chunks(records: Iterator[Record]) -> Iterator[Chunk]:
    """Yield records in lists of about CHUNK_CHARACTERS characters."""
    chunk: Chunk = []
    size = 0
    for record in records:
        chunk.append(record)
        size += record.size
        if size >= CHUNK_CHARACTERS:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


class _Pool:
    """Child processes that end with the pool, however it ends."""

    def __init__(self, recipe: Recipe, count: int) -> None:
        self._recipe, self._count = recipe, count
        self._ends = ExitStack()
        self._pipes: list[Connection[Any, Any]] = []

    def __enter__(self) -> _Pool:
        spawn = multiprocessing.get_context("spawn")  # a fork would copy native threads' locks in any state
        for _ in range(self._count):
            ours, theirs = spawn.Pipe()
            process = spawn.Process(target=_serve, args=(theirs, self._recipe), daemon=True)
            with spawning():
                process.start()
            theirs.close()  # so that the end of either process closes the pipe
            self._ends.callback(_end, process)
            self._ends.callback(ours.close)
            self._pipes.append(ours)
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.close()

    def map(self, pieces: Iterator[Chunk], poll: Callable[[], None]) -> Iterator[Encoded]:
        """Encode chunks on all processes, and yield the results in the chunks' order."""
        idle = list(self._pipes)
        busy: dict[Connection[Any, Any], int] = {}
        done: dict[int, Encoded] = {}
        sent = taken = 0
        more = True
        while more or busy or done:
            while more and idle and sent - taken < _MAX_AHEAD * self._count:
                chunk = next(pieces, None)
                if chunk is None:
                    more = False
                    break
                pipe = idle.pop()
                _send(pipe, chunk)
                busy[pipe] = sent
                sent += 1
            poll()
            ready = wait(list(busy), _POLL_SECONDS) if busy else []
            for answered in [pipe for pipe in busy if pipe in ready]:
                done[busy.pop(answered)] = _receive(answered)
                idle.append(answered)
            while taken in done:
                yield done.pop(taken)
                taken += 1


def _serve(pipe: Connection[Any, Any], recipe: Recipe) -> None:
    """Encode chunks until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the process that the user started
    try:
        with Tokenizer(recipe.model) as tokenizer, TemplateRenderer() as renderer:
            encoder = RecordEncoder(recipe, tokenizer, renderer)
            while True:
                pipe.send(encoder.encode(pipe.recv()))
    except (EOFError, OSError):
        return
    except LuthierError as error:
        pipe.send((error.code, error.message, error.hint))
    except Exception:  # the top of this process: its parent reports the error
        pipe.send(("internal", f"Tokenizing failed.\n{traceback.format_exc()}", "This is a bug. Please report it."))


def _send(pipe: Connection[Any, Any], chunk: Chunk) -> None:
    try:
        pipe.send(chunk)
    except OSError as error:
        _receive(pipe)  # it may have reported why it ended
        raise _died() from error


def _receive(pipe: Connection[Any, Any]) -> Encoded:
    try:
        answer = pipe.recv()
    except (EOFError, OSError) as error:
        raise _died() from error
    if isinstance(answer, Encoded):
        return answer
    raise LuthierError(*answer)


def _died() -> LuthierError:
    return LuthierError(
        "data.tokenizer-died",
        "A process that tokenizes ended without a word; the system may have ended it for lack of memory.",
        "Close other programs and start again. Nothing was half-written.",
    )


def _end(process: Any) -> None:
    process.terminate()
    process.join()
