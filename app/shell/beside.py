"""Two trainings at once on one machine: that is the user's choice, made knowingly."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from app.shell.window import MainWindow
from app.widgets.choices import Choice, Choices
from app.workers.sessions import trained_elsewhere
from core.advice.texts.language import tr
from core.runs.lock import holder_of


def may_train_beside(window: MainWindow, lent: Collection[Path]) -> bool:
    """Whether a run may begin: at once where no other window or terminal trains, else if the user says so.

    lent: folders of runs that other computers train.
    """
    other = trained_elsewhere(lent)
    if other is None:
        return True
    wait = Choice("", tr("&Go back"), "mdi6.arrow-left", tr("Start it when the other has ended."))
    both = Choice(
        "both",
        tr("&Train both"),
        "mdi6.play",
        tr("Each takes about twice as long, and both need their memory at once."),
    )
    holder = holder_of(other) or tr("another program")
    text = tr("{title} is being trained by {holder}.", title=other.title, holder=holder)
    answer = Choices(window, tr("Another run is training on this computer."), text, [wait, both]).ask()
    return answer == "both" and not window.is_blocked  # the queue may have begun its next one meanwhile
