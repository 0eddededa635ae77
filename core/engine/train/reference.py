"""The reference model's log-probabilities of choices: the model that training began with, evaluated once.

They are stored in a file of the run, so that a resumed training, whose model has moved since, compares with the same
numbers, and no second model stays in memory.
"""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from core.base.bounded_file import open_plain
from core.base.callbacks import ReportProgress
from core.base.files import written_whole
from core.engine.train.engine import Engine
from core.engine.train.rows import PackedRow, PerSegment, Rows, fingerprint


class Reference(NamedTuple):
    """Log-probabilities of the answers, in nats, of all rows, segment by segment."""

    train: PerSegment
    evaluation: PerSegment

    def fits(self, rows: Sequence[PackedRow], eval_rows: Sequence[PackedRow]) -> bool:
        """Return whether the reference has a number for each answer of these rows."""
        groups = ((self.train, rows), (self.evaluation, eval_rows))
        return all(
            said.shape == (of.n_segments if isinstance(of, Rows) else 0,) and bool(np.isfinite(said).all())
            for said, of in groups
        )

    def known_to(self, rows: Rows, eval_rows: Rows | None) -> tuple[Rows, Rows | None]:
        """Return the rows with the reference's log-probabilities."""
        held_out = eval_rows.with_reference(self.evaluation) if eval_rows is not None else None
        return rows.with_reference(self.train), held_out


def ask_reference(
    engine: Engine, rows: Sequence[PackedRow], eval_rows: Sequence[PackedRow], report: ReportProgress
) -> Reference:
    """Evaluate the rows with an engine whose adapter has not learnt yet. report: counts rows; it may raise to
    cancel.
    """
    total = len(rows) + len(eval_rows)
    train = list(engine.log_probabilities(rows, lambda done, _: report(done, total)))
    held_out = list(engine.log_probabilities(eval_rows, lambda done, _: report(len(rows) + done, total)))
    return Reference(_joined(train), _joined(held_out))


def known_reference(file: Path, rows: Sequence[PackedRow], eval_rows: Sequence[PackedRow]) -> Reference | None:
    """Read the reference that an earlier worker stored for exactly these rows; None if missing or unusable."""
    try:
        with open_plain(file) as opened, np.load(opened, allow_pickle=False) as kept:
            if str(kept["rows"]) != _key(rows, eval_rows):
                return None
            found = Reference(kept["train"].astype(np.float64), kept["evaluation"].astype(np.float64))
            return found if found.fits(rows, eval_rows) else None
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None


def remember_reference(
    reference: Reference, file: Path, rows: Sequence[PackedRow], eval_rows: Sequence[PackedRow]
) -> None:
    """Write the reference into the run. Raises LuthierError `files.cannot-write`."""
    with written_whole(file) as partial, partial.open("wb") as opened:
        np.savez(opened, rows=np.array(_key(rows, eval_rows)), train=reference.train, evaluation=reference.evaluation)


def _key(rows: Sequence[PackedRow], eval_rows: Sequence[PackedRow]) -> str:
    return f"{fingerprint(rows)} {fingerprint(eval_rows) if eval_rows else ''}"


def _joined(parts: list[PerSegment]) -> PerSegment:
    return np.concatenate([np.empty(0), *parts])
