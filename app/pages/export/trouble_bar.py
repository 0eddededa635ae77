"""Says what went wrong, with the button that helps."""

from __future__ import annotations

from PySide6.QtCore import Signal

from app.pages.export.troubles import Trouble
from app.widgets.controls import IconButton
from app.widgets.message_bar import MessageBar
from core.shared.texts.language import tr

_ICON = "mdi6.arrow-right"


class TroubleBar(MessageBar):
    """Signals:
    help_wanted: what Trouble.helps says of the one that is shown.
    """

    help_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._helps = ""
        self.helping = IconButton(tr("Replace &it"), _ICON)
        self.helping.clicked.connect(lambda: self.help_wanted.emit(self._helps))
        self.add_action(self.helping)

    def say_trouble(self, trouble: Trouble) -> None:
        """Until it is hidden, or another is said."""
        self._helps = trouble.helps
        self.helping.setVisible(bool(trouble.action))
        self.helping.set_look(trouble.action, _ICON)
        self.say("bad", trouble.title, trouble.text, trouble.details)
