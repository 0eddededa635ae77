"""Returns a file's tokens from the token cache, or else makes and caches them, with unsaved changes to rows applied."""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import llama_cpp
import msgspec
import numpy as np
from numpy.typing import NDArray

from core.base import paths
from core.base.bounded_file import from_json
from core.base.callbacks import Notify, ReportProgress
from core.base.errors import LuthierError
from core.base.files import written_whole
from core.base.owned_lock import made_once
from core.data.chat.renderer import TemplateRenderer
from core.data.example import Int32
from core.data.formats.recognise import Part, Recognised
from core.data.formats.row_formats import TEXT
from core.data.formats.turns import Conversation
from core.data.read.data_file import Stamp, require_unchanged
from core.data.read.records import Record
from core.data.tokenizer import Tokenizer
from core.data.tokens.changes import LEFT_OUT, Changes, changed_since
from core.data.tokens.parallel_encoding import encode_all
from core.data.tokens.record_encoder import Encoded, RecordEncoder, read_content
from core.data.tokens.source import Source, SourceProgress, open_source, read_records
from core.data.tokens.token_cache import About, CachedTokens, new_entry, open_cached, remembered
from core.gguf.header import Header
from core.protocol import RowChange
from core.protocol.config import TrainConfig


def tokenize_data(
    data: Path,
    tokenizer: Tokenizer,
    renderer: TemplateRenderer,
    config: TrainConfig,
    progress: ReportProgress | None = None,
    now: datetime | None = None,
    processes: int = 0,
    changes: Sequence[RowChange] = (),
    notice: Notify | None = None,
    part: Part = "train",
) -> tuple[Recognised, CachedTokens]:
    """Recognise `data`, and tokenize it. progress(done, total) counts bytes. processes: 0 means as many as are useful.

    changes: return the tokens as they will be once these are saved. Raises LuthierError `data.changed`, and what
    recognise, the readers, encode_all and new_entry raise.
    """
    source = open_source(data, tokenizer.model, config, progress, now, part)
    cached = _cached(source, tokenizer, renderer, processes, notice or (lambda *_: None))
    if changes:
        cached = _with_changes(cached, source, tokenizer, renderer, changes)
    return source.recipe.found, cached


def _cached(
    source: Source, tokenizer: Tokenizer, renderer: TemplateRenderer, processes: int, notice: Notify
) -> CachedTokens:
    files = source.recipe.files
    folder = paths.cache_dir() / "tokens" / cache_key(source, tokenizer)
    known = open_cached(folder, files, was_there=True)
    if known is None:
        with made_once(folder, f"the tokens of {files[0].name}", notice, source.progress.poll):
            known = open_cached(folder, files, was_there=True)
            if known is None:
                return _make(folder, source, tokenizer, renderer, processes)
    source.progress.finish()
    return known


def _make(
    folder: Path, source: Source, tokenizer: Tokenizer, renderer: TemplateRenderer, processes: int
) -> CachedTokens:
    recipe, files, started = source.recipe, source.recipe.files, time.monotonic()
    with new_entry(folder) as writer:
        for part in encode_all(read_records(source), recipe, tokenizer, renderer, source.progress.poll, processes):
            writer.add(part)
        for file, before in zip(files, source.stamps, strict=True):
            require_unchanged(file, before)
        writer.finish(files, time.monotonic() - started)
    made = open_cached(folder, files, was_there=False)
    if made is None:
        raise LuthierError("files.cannot-write", f"{folder} vanished while it was written.", "Start again.")
    return made


_VERSION = 17  # raise it when the same data gives different tokens or counts
_DATED = "strftime_now"  # in templates that write today's date


def cache_key(source: Source, tokenizer: Tokenizer) -> str:
    """Return the key of the tokens: from contents, vocabulary with template, settings, and the encoder's version."""
    recipe, stamps, progress = source
    found, config = recipe.found, recipe.config
    about = asdict(found)
    if found.format != TEXT:  # texts are cut to the context on use
        about |= {"context": config.context, "train_on": config.train_on, "thoughts": config.thoughts}
        if config.choices:
            about["choices"] = config.choices
        if tokenizer.chat_template is None:
            about["turn_marks"] = config.turn_marks
        if _DATED in (tokenizer.chat_template or ""):
            about["day"] = recipe.now.strftime("%Y-%m-%d")
    parts = [str(_VERSION), llama_cpp.__version__, _vocabulary_digest(tokenizer.header), repr(sorted(about.items()))]
    parts += [_content_digest(file, before, progress) for file, before in zip(recipe.files, stamps, strict=True)]
    return blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


def _vocabulary_digest(header: Header) -> str:
    """Return a digest of everything before the weights in a GGUF file."""
    with header.path.open("rb") as file:
        return blake2b(file.read(header.data_start), digest_size=16).hexdigest()


class _Known(msgspec.Struct, frozen=True):
    stamp: Stamp
    digest: str


def _content_digest(path: Path, before: Stamp, progress: SourceProgress) -> str:
    """Return a digest of the file's bytes, cached by its size, times and path, so that it is computed once."""
    name = blake2b(str(path.absolute()).encode(), digest_size=16).hexdigest()
    memory = paths.cache_dir() / "tokens" / "files" / f"{name}.json"
    try:
        known = from_json(memory.read_bytes(), type=_Known)
        if known.stamp == before:
            return known.digest
    except (OSError, msgspec.DecodeError):
        pass  # not cached yet, or written by another version
    digest = blake2b(digest_size=16)
    left = before.size  # and no further if the file keeps growing
    with path.open("rb") as file:
        while block := file.read(min(left, 1 << 20)):
            digest.update(block)
            left -= len(block)
            progress.poll()
    require_unchanged(path, before)
    with written_whole(memory) as partial:
        partial.write_bytes(msgspec.json.encode(_Known(before, digest.hexdigest())))
    return digest.hexdigest()


class _Edit(NamedTuple):
    """A replacement of units: `gone` of them from `at` on give way to others, none or one. after: None if the row is
    left out.
    """

    at: int
    gone: int
    before: Encoded
    after: Encoded | None


def _with_changes(
    cached: CachedTokens, source: Source, tokenizer: Tokenizer, renderer: TemplateRenderer, changes: Sequence[RowChange]
) -> CachedTokens:
    """Tokenize changed rows again; copy the tokens of the others on disk.

    Raises LuthierError `data.changed` if a row is not the one that was changed, and what read_records raises.
    """
    encoder = RecordEncoder(source.recipe, tokenizer, renderer)
    edits = sorted(_edits(cached, source, encoder, Changes(changes)), key=lambda edit: edit.at)
    units, tokens = _spliced(cached, edits)
    return CachedTokens(tokens, units, _about(cached, edits), cached.files, cached.was_there)


def _edits(cached: CachedTokens, source: Source, encoder: RecordEncoder, changes: Changes) -> Iterator[_Edit]:
    taken: set[int] = set()
    for place, record in _records(source, changes):

        def changed(record: Record, place: int = place) -> Conversation | str:
            return changes.applied(place, encoder.read(record))

        before = encoder.encode([record])
        is_out = changes.leaves_out(place, read_content(record, source.recipe.found))
        after = None if is_out else encoder.encode([record], changed)
        at = _unit_of(before, cached, taken)
        taken.add(at)
        yield _Edit(at, len(before.units), before, after)


def _records(source: Source, changes: Changes) -> Iterator[tuple[int, Record]]:
    """Yield the changed records."""
    numbered = enumerate(read_records(source))
    for wanted in changes.places:
        record = next((record for place, record in numbered if place == wanted), None)
        if record is None:
            raise changed_since()
        yield wanted, record


def _unit_of(before: Encoded, cached: CachedTokens, taken: set[int]) -> int:
    """Return the row's index among the units; the end if it was unusable."""
    if not len(before.units):
        return len(cached.units)
    (unit,) = before.units
    fits = np.logical_and.reduce([cached.units[name] == unit[name] for name in ("key", "line", "file")])
    return next(place for place in np.flatnonzero(fits).tolist() if place not in taken)


def _spliced(cached: CachedTokens, edits: list[_Edit]) -> tuple[NDArray[np.void], Int32]:
    units = cached.units.copy()
    for at, gone, _, after in edits:
        if gone and after is None and at + 1 < len(units):
            units["first"][at + 1] |= units["first"][at]  # the next block begins the document now
    parts, place = [], 0
    with tempfile.TemporaryFile(dir=paths.cache_dir()) as file:

        def keep(end: int) -> None:
            parts.append(units[place:end])
            cached.tokens[cached.offsets[place] : cached.offsets[end]].tofile(file)

        for at, gone, _, after in edits:
            keep(at)
            if after is not None:
                parts.append(after.units)
                after.tokens.tofile(file)
            place = at + gone
        keep(len(units))
        file.flush()
        tokens = np.memmap(file, np.int32, "r") if file.tell() else np.zeros(0, np.int32)
    return np.concatenate(parts), tokens


def _about(cached: CachedTokens, edits: list[_Edit]) -> About:
    log, seen = cached.problems(), cached.seen
    for edit in edits:
        seen.subtract(edit.before.seen)
        seen.update(edit.after.seen if edit.after else {})
        for old in edit.before.problems:
            log.counts[old.reason] -= 1
            log.named[:] = [problem for problem in log.named if problem != old]
        for new in edit.after.problems if edit.after else []:
            log.add(new)
    log.counts[LEFT_OUT] += sum(edit.after is None for edit in edits)
    return About(
        digest="",  # these tokens are not cached
        seconds=cached.about.seconds,
        counts=dict(+Counter(log.counts)),
        problems=remembered(log.named, cached.files),
        seen=dict(+seen),
    )
