"""A file's tokens: from the token cache when it has them, else made and kept."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from core.base import paths
from core.base.callbacks import Notify, ReportProgress
from core.base.errors import LuthierError
from core.base.owned_lock import made_once
from core.data.chat.renderer import TemplateRenderer
from core.data.formats.recognise import Part, Recognised
from core.data.read.data_file import require_unchanged
from core.data.tokenizer import Tokenizer
from core.data.tokens.cache_key import cache_key
from core.data.tokens.changed_tokens import with_changes
from core.data.tokens.parallel_encoding import encode_all
from core.data.tokens.source import Source, open_source, read_records
from core.data.tokens.token_cache import CachedTokens, new_entry, open_cached
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
    """What `data` is, and its tokens. progress(done, total) counts bytes. processes: 0 means as many as are useful.

    changes: the tokens are as they will be once these are saved. Raises LuthierError `data.changed`, and what
    recognise, the readers, encode_all and new_entry raise.
    """
    source = open_source(data, tokenizer.model, config, progress, now, part)
    cached = _cached(source, tokenizer, renderer, processes, notice or (lambda *_: None))
    if changes:
        cached = with_changes(cached, source, tokenizer, renderer, changes)
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
