"""Below the Train page: Start and its neighbours, and why it cannot be pressed or what it will begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.look.columns import Columns
from app.look.theme import GRID
from app.pages.train.texts import settings_in_words
from app.widgets.controls import IconButton, reason_label
from core.shared.texts.language import tr


class StartBar(Columns):
    """Buttons that the page connects; in a narrow window the words stand above them."""

    def __init__(self) -> None:
        super().__init__(2 * GRID)
        self.reason = reason_label()
        self.mend = IconButton("", "mdi6.auto-fix")  # of what keeps it from starting
        self.dry_run = IconButton(tr("Dry r&un"), "mdi6.speedometer")
        self.queue = IconButton(tr("Add to the &queue"), "mdi6.playlist-plus")
        self.start = IconButton(tr("&Start training"), "mdi6.play", primary=True)
        buttons = QWidget()
        row = layouts.row(buttons, gap=GRID)
        row.addStretch(1)
        for button in (self.mend, self.dry_run, self.queue, self.start):
            row.addWidget(button)
        self.add(self.reason, 1)
        self.add(buttons)
        self.mend.hide()

    def allow(self, *, obstacle: str, blocked: str, way_out: Mapping[str, Any], may_try: bool, line: str) -> None:
        """obstacle: why it cannot be trained at all. blocked: why not now, though it may wait in the queue.

        way_out: settings that would remove the obstacle. may_try: whether there is something for a dry run. line: what
        Start begins, where nothing keeps it.
        """
        self.start.setEnabled(not blocked and not obstacle)
        self.queue.setEnabled(not obstacle)
        self.dry_run.setEnabled(may_try and not blocked and not obstacle)
        self.mend.setVisible(bool(way_out))
        self.mend.setText(settings_in_words(way_out))
        self.reason.setText(obstacle or blocked or line)
