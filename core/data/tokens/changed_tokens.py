"""A file's tokens with what a person changed in its rows: as they will be once the changes are saved."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.base import paths
from core.data.chat.renderer import TemplateRenderer
from core.data.example import Int32
from core.data.formats.turns import Conversation
from core.data.read.records import Record
from core.data.tokenizer import Tokenizer
from core.data.tokens.changes import LEFT_OUT, Changes, changed_since
from core.data.tokens.record_encoder import Encoded, RecordEncoder, read_content
from core.data.tokens.source import Source, read_records
from core.data.tokens.token_cache import About, CachedTokens, remembered
from core.protocol import RowChange


class _Edit(NamedTuple):
    """Among the units: so many from `at` on give way to others, none or one. after: None where the row is left out."""

    at: int
    gone: int
    before: Encoded
    after: Encoded | None


def with_changes(
    cached: CachedTokens, source: Source, tokenizer: Tokenizer, renderer: TemplateRenderer, changes: Sequence[RowChange]
) -> CachedTokens:
    """Tokenize changed rows again; the tokens of the others are copied, on the disk.

    Raises LuthierError `data.changed` where a row is another than the one that was changed, and what read_records
    raises.
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
    """The row's place among the units; behind all of them where it could not be used."""
    if not len(before.units):
        return len(cached.units)
    (unit,) = before.units
    fits = np.logical_and.reduce([cached.units[name] == unit[name] for name in ("key", "line", "file")])
    return next(place for place in np.flatnonzero(fits).tolist() if place not in taken)


def _spliced(cached: CachedTokens, edits: list[_Edit]) -> tuple[NDArray[np.void], Int32]:
    units = cached.units.copy()
    for at, gone, _, after in edits:
        if gone and after is None and at + 1 < len(units):
            units["first"][at + 1] |= units["first"][at]  # what follows begins the document now
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
        digest="",  # nothing of these tokens is kept
        seconds=cached.about.seconds,
        counts=dict(+Counter(log.counts)),
        problems=remembered(log.named, cached.files),
        seen=dict(+seen),
    )
