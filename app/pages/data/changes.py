"""What a person changed in the rows on screen, until it is saved to a new file."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.shared.protocol import PreviewRow, RowChange


class PendingChanges:
    """At most one change a row."""

    def __init__(self) -> None:
        self._by_place: dict[int, RowChange] = {}

    def __len__(self) -> int:
        return len(self._by_place)

    def restore(self, changes: Sequence[RowChange]) -> None:
        """Those that `all` gave before the window was closed."""
        self._by_place = {change.place: change for change in changes}

    def clear(self) -> None:
        """All rows are as the file has them."""
        self._by_place.clear()

    def all(self) -> tuple[RowChange, ...]:
        """As jobs take them."""
        return tuple(self._by_place.values())

    def of(self, row: PreviewRow) -> RowChange | None:
        """What was changed in a row."""
        return self._by_place.get(row.place)

    def leave_out(self, row: PreviewRow) -> None:
        """The row is not wanted; what was edited in it is kept for when it is taken back."""
        self._by_place[row.place] = msgspec.structs.replace(self._change(row), leave_out=True)

    def say(self, row: PreviewRow, texts: dict[int, str]) -> None:
        """These turns say something else."""
        change = self._change(row)
        self._by_place[row.place] = msgspec.structs.replace(change, texts={**change.texts, **texts})

    def undo(self, row: PreviewRow) -> None:
        """The row is as the file has it."""
        self._by_place.pop(row.place, None)

    @property
    def n_left_out(self) -> int:
        return sum(change.leave_out for change in self._by_place.values())

    def _change(self, row: PreviewRow) -> RowChange:
        return self._by_place.get(row.place) or RowChange(place=row.place, key=row.key)
