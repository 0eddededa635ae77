"""The program's settings as the page's cards change them: each change is kept at once."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

from core.base import settings
from core.base.errors import LuthierError
from core.base.settings import Settings


class Keeper(QObject):
    """Signals:
    changed: the settings are others now. refused: a change cannot be kept; with the LuthierError that says why.
    """

    changed = Signal(object)
    refused = Signal(object)

    @property
    def known(self) -> Settings:
        """The settings on the disk; the usual ones if these cannot be read."""
        try:
            return settings.load()
        except LuthierError as error:
            self.refused.emit(error)
            return Settings()

    def change(self, **values: Any) -> bool:
        """Keep these; whether that worked."""
        try:
            new = settings.change(**values)
        except LuthierError as error:
            self.refused.emit(error)
            return False
        self.changed.emit(new)
        return True

    def reset(self) -> bool:
        """Keep the usual ones."""
        return self.change(**{name: getattr(Settings(), name) for name in Settings.__struct_fields__})

    def reread(self) -> None:
        """A worker has changed them."""
        self.changed.emit(self.known)
