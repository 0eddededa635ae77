"""All that can be done with the runs that are selected, in a menu."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from app.pages.runs.listed_run import ListedRun
from core.base.language import tr
from core.runs.compare import MOST_COMPARED


@dataclass(frozen=True)
class _Entry:
    key: str
    text: str
    shortcut: str = ""
    line_before: bool = False


_ENTRIES = (
    _Entry("open", tr("&Open")),
    _Entry("resume", tr("&Resume from where it stopped")),
    _Entry("later", tr("Resume &later, in the queue")),
    _Entry("chat", tr("&Chat with it")),
    _Entry("assess", tr("Is it &better?…")),
    _Entry("export", tr("&Export…")),
    _Entry("further", tr("&Train it further…")),
    _Entry("duplicate", tr("D&uplicate as new…"), line_before=True),
    _Entry("compare", tr("Co&mpare")),
    _Entry("sweep", tr("Show its s&weep")),
    _Entry("edit", tr("&Name, tags and notes…"), "F2", line_before=True),
    _Entry("folder", tr("Open the &folder")),
    _Entry("tidy", tr("&Keep only the newest and the best checkpoint…")),
    _Entry("delete", tr("Move to the &bin"), "Del", line_before=True),
)


class RunMenu(QMenu):
    """`actions_by` has each by its key; the page connects them."""

    def __init__(self, shortcuts_in: QWidget) -> None:
        super().__init__(shortcuts_in)
        self.actions_by: dict[str, QAction] = {}
        for entry in _ENTRIES:
            if entry.line_before:
                self.addSeparator()
            action = self.addAction(entry.text)
            if entry.shortcut:
                action.setShortcut(QKeySequence(entry.shortcut))
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                shortcuts_in.addAction(action)
            self.actions_by[entry.key] = action

    def suit(self, chosen: list[ListedRun], blocked: str) -> None:
        """Allow what makes sense for these. blocked: why no run can begin now."""
        one = chosen[0] if len(chosen) == 1 else None
        at_rest = [run for run in chosen if run.status != "running"]
        allowed = {
            "open": one is not None,
            "resume": one is not None and one.can_resume and not blocked,
            "later": bool(chosen) and all(run.can_resume for run in chosen),
            "chat": one is not None and one.has_adapter,
            "assess": len(chosen) in (1, 2) and all(run.has_adapter for run in chosen),
            "export": one is not None and one.has_adapter,
            "further": one is not None and one.has_adapter,
            "duplicate": one is not None,
            "compare": 2 <= len(chosen) <= MOST_COMPARED,
            "sweep": one is not None and one.info.sweep is not None,
            "edit": one is not None and not one.trouble,
            "folder": one is not None,
            "tidy": bool(at_rest),
            "delete": bool(chosen),
        }
        for key, action in self.actions_by.items():
            action.setEnabled(allowed[key])
