"""Opens a data file or folder in its recognised state, and reads its records one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from core.base.callbacks import ReportProgress
from core.data.formats.recognise import Part, recognise
from core.data.read.arrow_file import read_arrow
from core.data.read.data_file import Stamp, require_unchanged, stamp
from core.data.read.folder import data_files
from core.data.read.json_file import read_json_lines, read_json_values
from core.data.read.records import Record
from core.data.read.table_file import read_csv
from core.data.read.text import read_blocks, read_dialogue
from core.data.tokens.record_encoder import Recipe
from core.protocol.config import TrainConfig


class Source(NamedTuple):
    """Files to read, and how. stamps: of each file, from when it was recognised."""

    recipe: Recipe
    stamps: list[Stamp]
    progress: SourceProgress


def open_source(
    data: Path,
    model: Path,
    config: TrainConfig,
    progress: ReportProgress | None = None,
    now: datetime | None = None,
    part: Part = "train",
) -> Source:
    """Recognise a data set. Raises what recognise raises."""
    found = data_files(data, config.sheet)
    files = found.held_out if part == "valid" else found.files
    stamps = [stamp(file) for file in files]
    recipe = Recipe(model, recognise(data, config, part), files, config, now or datetime.now())
    return Source(recipe, stamps, SourceProgress(progress, sum(s.size for s in stamps)))


class SourceProgress:
    """Progress over several files, repeated while nothing is read, so that a cancellation is noticed."""

    def __init__(self, report: ReportProgress | None, total: int) -> None:
        self._report, self.total = report, total
        self._before = self._now = 0

    def __call__(self, done: int, _of_file: int) -> None:
        """Set the bytes done of the current file."""
        self._now = done
        self.poll()

    def poll(self) -> None:
        """Report the progress. May raise Cancelled."""
        if self._report:
            self._report(min(self._before + self._now, self.total), self.total)

    def next_file(self) -> None:
        """Count the current file as read."""
        self._before, self._now = self._before + self._now, 0

    def finish(self) -> None:
        """Report everything as read, if nothing needs to be."""
        self._before, self._now = self.total, 0
        self.poll()


def read_records(source: Source) -> Iterator[Record]:
    """Yield every row or block of text, readable or not. Raises LuthierError `data.changed`, and as the readers do."""
    recipe, stamps, progress = source
    found = recipe.found
    for number, (path, before) in enumerate(zip(recipe.files, stamps, strict=True)):
        encoding = found.encodings[number]
        match found.container:
            case "jsonl":
                yield from read_json_lines(path, number, progress, encoding)
            case "json":
                within = found.within[number]
                yield from read_json_values(path, number, progress, encoding, found.numbered_by_row, within)
            case "csv":
                yield from read_csv(
                    path, found.delimiter, number, progress, encoding, found.header, found.starts[number]
                )
            case "parquet" | "arrow":
                yield from read_arrow(path, number, progress)
            case "dialogue":
                yield from read_dialogue(path, number, progress, encoding)
            case "text":
                yield from read_blocks(path, number, progress, encoding)
        require_unchanged(path, before)
        progress.next_file()
