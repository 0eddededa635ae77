"""What a person changed in rows, applied to what the file says in them before anything is made of it."""

from __future__ import annotations

from collections.abc import Sequence

from core.data.formats.turns import Conversation, Message, checked, require_characters
from core.data.problems import BadRowError
from core.data.tokens.record_encoder import key_of
from core.shared.errors import LuthierError
from core.shared.protocol import RowChange


def row_key(content: Conversation | str) -> str:
    """Identifies what the file says in a row."""
    return f"{key_of(content):016x}"


class Changes:
    """By the rows' places among all rows of the data, from 0."""

    def __init__(self, changes: Sequence[RowChange]) -> None:
        self._by_place = {change.place: change for change in changes}

    def leaves_out(self, place: int) -> bool:
        """Whether the row is not wanted."""
        return place in self._by_place and self._by_place[place].leave_out

    def applied(self, place: int, content: Conversation | str) -> Conversation | str:
        """What the row says now.

        Raises BadRowError where it can no longer be used, LuthierError `data.changed` where it is another row than
        the one that was changed.
        """
        change = self._by_place.get(place)
        if change is None:
            return content
        if change.key != row_key(content):
            raise LuthierError(
                "data.changed",
                "The data is not what it was when its rows were changed.",
                "Look at it again, and make the changes again.",
            )
        if isinstance(content, str):
            text = change.texts.get(0, content)
            if not text.strip():
                raise BadRowError("text is empty")
            require_characters(text, "the text")
            return text
        messages = [_said(message, change.texts.get(turn)) for turn, message in enumerate(content.messages)]
        return Conversation(checked(messages), content.tools)


def _said(message: Message, text: str | None) -> Message:
    return message if text is None else {**message, "content": text}
