"""Applies the user's changes to rows before they are encoded."""

from __future__ import annotations

from collections.abc import Sequence

from core.base.errors import LuthierError
from core.data.formats.turns import Conversation, Message, checked, require_characters
from core.data.problems import BadRowError
from core.data.tokens.record_encoder import key_of
from core.protocol import RowChange

LEFT_OUT = "left out by hand"


def row_key(content: Conversation | str) -> str:
    """Return a key for a row's content in the file."""
    return f"{key_of(content):016x}"


def changed_since() -> LuthierError:
    """Return the error for changed rows that no longer exist."""
    return LuthierError(
        "data.changed",
        "The data is not what it was when its rows were changed.",
        "Look at it again, and make the changes again.",
    )


class Changes:
    """Changes by the rows' positions among all rows of the data, from 0."""

    def __init__(self, changes: Sequence[RowChange]) -> None:
        self._by_place = {change.place: change for change in changes}

    @property
    def places(self) -> list[int]:
        """Return the positions of the changed rows, in order."""
        return sorted(self._by_place)

    def require_within(self, n_rows: int) -> None:
        """Require that the data has the changed rows. Raises LuthierError `data.changed`."""
        if self._by_place and max(self._by_place) >= n_rows:
            raise changed_since()

    def leaves_out(self, place: int, content: Conversation | str) -> bool:
        """Return whether the change removes the row. Raises LuthierError `data.changed` as `applied` does."""
        change = self._of(place, content)
        return change is not None and change.leave_out

    def applied(self, place: int, content: Conversation | str) -> Conversation | str:
        """Return the row's content after the change.

        Raises BadRowError if it has become unusable, LuthierError `data.changed` if the row is not the one that was
        changed.
        """
        change = self._of(place, content)
        if change is None:
            return content
        if isinstance(content, str):
            text = change.texts.get(0, content)
            if not text.strip():
                raise BadRowError("text is empty")
            require_characters(text, "the text")
            return text
        messages = [_said(message, change.texts.get(turn)) for turn, message in enumerate(content.messages)]
        messages = checked(messages)
        if content.rejected is None:
            return content._replace(messages=messages)
        # Both answers follow the same question.
        return content._replace(messages=messages, rejected=[*messages[:-1], content.rejected[-1]])

    def _of(self, place: int, content: Conversation | str) -> RowChange | None:
        change = self._by_place.get(place)
        if change is not None and change.key != row_key(content):
            raise changed_since()
        return change


def _said(message: Message, text: str | None) -> Message:
    return message if text is None else {**message, "content": text}
