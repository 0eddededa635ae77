"""What tokens depend on, as the name of their folder in the token cache."""

from __future__ import annotations

from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path

import llama_cpp
import msgspec

from core.data.formats.row_formats import TEXT
from core.data.read.data_file import Stamp, require_unchanged
from core.data.tokenizer import Tokenizer
from core.data.tokens.source import Source, SourceProgress
from core.shared import paths
from core.shared.files import written_whole
from core.shared.gguf.header import Header
from core.shared.plain_json import from_json

_VERSION = 15  # to be raised when the same data gives other tokens or counts than before
_DATED = "strftime_now"  # templates that write today's date


def cache_key(source: Source, tokenizer: Tokenizer) -> str:
    """Identifies the tokens: contents, vocabulary with template, settings, and what makes tokens from them."""
    recipe, stamps, progress = source
    found, config = recipe.found, recipe.config
    about = asdict(found)
    if found.format != TEXT:  # texts are cut to the context when they are used
        about |= {"context": config.context, "train_on": config.train_on, "thoughts": config.thoughts}
        if tokenizer.chat_template is None:
            about["turn_marks"] = config.turn_marks
        if _DATED in (tokenizer.chat_template or ""):
            about["day"] = recipe.now.strftime("%Y-%m-%d")
    parts = [str(_VERSION), llama_cpp.__version__, _vocabulary_digest(tokenizer.header), repr(sorted(about.items()))]
    parts += [_content_digest(file, before, progress) for file, before in zip(recipe.files, stamps, strict=True)]
    return blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


def _vocabulary_digest(header: Header) -> str:
    """Of everything in a GGUF file that comes before the weights."""
    with header.path.open("rb") as file:
        return blake2b(file.read(header.data_start), digest_size=16).hexdigest()


class _Known(msgspec.Struct, frozen=True):
    stamp: Stamp
    digest: str


def _content_digest(path: Path, before: Stamp, progress: SourceProgress) -> str:
    """Of the file's bytes. It is remembered with the file's size, times and place, so that it is not read again."""
    name = blake2b(str(path.absolute()).encode(), digest_size=16).hexdigest()
    memory = paths.cache_dir() / "tokens" / "files" / f"{name}.json"
    try:
        known = from_json(memory.read_bytes(), type=_Known)
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
            progress.poll()
    require_unchanged(path, before)
    with written_whole(memory) as partial:
        partial.write_bytes(msgspec.json.encode(_Known(before, digest.hexdigest())))
    return digest.hexdigest()
