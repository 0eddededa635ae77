"""A file's tokens: from the cache when it has them, else made and kept."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import llama_cpp
import msgspec

from core.data.formats.recognise import Recognised, recognise
from core.data.formats.row_formats import TEXT
from core.data.read.folder import data_files
from core.data.read.json_file import read_json_lines, read_json_values
from core.data.read.lines import Progress, Stamp, require_unchanged, stamp
from core.data.read.records import Record
from core.data.read.table_file import read_csv, read_parquet
from core.data.read.text import read_blocks
from core.data.tokenizer import Tokenizer
from core.data.tokens.parallel_encoding import encode_all
from core.data.tokens.record_encoder import Recipe
from core.data.tokens.token_cache import CachedTokens, new_entry, open_cached
from core.shared import paths
from core.shared.config import TrainConfig
from core.shared.errors import LuthierError
from core.shared.files import written_whole
from core.shared.gguf.header import read_header

_VERSION = 5  # to be raised when the same data gives other tokens or counts than before
_DATED = "strftime_now"  # templates that write today's date


def tokenize_data(
    data: Path,
    tokenizer: Tokenizer,
    config: TrainConfig,
    progress: Progress | None = None,
    now: datetime | None = None,
    processes: int = 0,
) -> tuple[Recognised, CachedTokens]:
    """What `data` is, and its tokens. progress(done, total) counts bytes. processes: 0 means as many as are useful.

    Raises LuthierError `data.changed`, and what recognise, the readers, encode_all and new_entry raise.
    """
    source = open_source(data, tokenizer.model, config, progress, now)
    recipe, watch, files = source.recipe, source.watch, source.recipe.files
    folder = paths.cache_dir() / "tokens" / _key(source, tokenizer)
    known = open_cached(folder, files, was_there=True)
    if known is not None:
        watch(watch.total, watch.total)
        return recipe.found, known
    started = time.monotonic()
    with new_entry(folder) as writer:
        for part in encode_all(read_records(source), recipe, tokenizer, watch.poll, processes):
            writer.add(part)
        for file, before in zip(files, source.stamps, strict=True):
            require_unchanged(file, before)
        writer.finish(files, time.monotonic() - started)
    made = open_cached(folder, files, was_there=False)
    if made is None:
        raise LuthierError("files.cannot-write", f"{folder} vanished while it was written.", "Start again.")
    return recipe.found, made


class Source(NamedTuple):
    """A data file or folder as it was when it was recognised."""

    recipe: Recipe
    stamps: list[Stamp]
    watch: Watch


def open_source(
    data: Path, model: Path, config: TrainConfig, progress: Progress | None = None, now: datetime | None = None
) -> Source:
    """Recognise what is there. Raises what recognise raises."""
    files = data_files(data).files
    stamps = [stamp(file) for file in files]
    recipe = Recipe(model, recognise(data, config), files, config, now or datetime.now())
    return Source(recipe, stamps, Watch(progress, sum(s.size for s in stamps)))


class Watch:
    """Progress over several files, repeated while nothing is read, so that a wish to cancel is heard."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress, self.total = progress, total
        self._before = self._now = 0

    def __call__(self, done: int, _of_file: int) -> None:
        """Bytes done of the current file."""
        self._now = done
        self.poll()

    def poll(self) -> None:
        """May raise Cancelled."""
        if self._progress:
            self._progress(min(self._before + self._now, self.total), self.total)

    def next_file(self) -> None:
        """The current file is done."""
        self._before, self._now = self._before + self._now, 0


def read_records(source: Source) -> Iterator[Record]:
    """Every row or block of text, readable or not. Raises LuthierError `data.changed`, and what the readers raise."""
    recipe, stamps, watch = source
    for number, (path, before) in enumerate(zip(recipe.files, stamps, strict=True)):
        encoding = recipe.found.encodings[number]
        match recipe.found.container:
            case "jsonl":
                yield from read_json_lines(path, number, watch, encoding)
            case "json":
                yield from read_json_values(path, number, watch, encoding)
            case "csv":
                yield from read_csv(path, recipe.found.delimiter, number, watch, encoding)
            case "parquet":
                yield from read_parquet(path, number, watch)
            case "text":
                yield from read_blocks(path, number, watch, encoding)
        require_unchanged(path, before)
        watch.next_file()


def _key(source: Source, tokenizer: Tokenizer) -> str:
    """Identifies the tokens: contents, vocabulary with template, settings, and what makes tokens from them."""
    recipe, stamps, watch = source
    found, config = recipe.found, recipe.config
    about = asdict(found)
    if found.format != TEXT:  # texts are cut to the context when they are used
        about |= {"context": config.context, "train_on": config.train_on}
        if _DATED in (tokenizer.chat_template or ""):
            about["day"] = recipe.now.strftime("%Y-%m-%d")
    parts = [str(_VERSION), llama_cpp.__version__, _vocabulary_digest(recipe.model), repr(sorted(about.items()))]
    parts += [_content_digest(file, before, watch) for file, before in zip(recipe.files, stamps, strict=True)]
    return blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


def _vocabulary_digest(model: Path) -> str:
    """Of everything in a GGUF file that comes before the weights."""
    header = read_header(model)
    end = min((tensor.start for tensor in header.tensors.values()), default=header.size)
    with model.open("rb") as file:
        return blake2b(file.read(end), digest_size=16).hexdigest()


class _Known(msgspec.Struct, frozen=True):
    stamp: Stamp
    digest: str


def _content_digest(path: Path, before: Stamp, watch: Watch) -> str:
    """Of the file's bytes. It is remembered with the file's size, times and place, so that it is not read again."""
    name = blake2b(str(path.absolute()).encode(), digest_size=16).hexdigest()
    memory = paths.cache_dir() / "tokens" / "files" / f"{name}.json"
    try:
        known = msgspec.json.decode(memory.read_bytes(), type=_Known)
        if known.stamp == before:
            return known.digest
    except (OSError, msgspec.DecodeError):
        pass  # not known yet, or written by another version
    digest = blake2b(digest_size=16)
    left = before.size  # and no further, when it keeps growing
    with path.open("rb") as file:
        while block := file.read(min(left, 1 << 20)):
            digest.update(block)
            left -= len(block)
            watch.poll()
    require_unchanged(path, before)
    with written_whole(memory) as partial:
        partial.write_bytes(msgspec.json.encode(_Known(before, digest.hexdigest())))
    return digest.hexdigest()
