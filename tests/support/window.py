"""How the window's tests wait, look at curves, and end what is left."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from PySide6.QtWidgets import QWidget

from app.pages.models.page import ModelsPage
from app.pages.monitor.live_plot import LivePlot, Values
from app.shell.pages import Pages

TIMEOUT_MS = 240_000  # for a worker to get to the next stage on a busy machine


def end_workers(page: ModelsPage) -> None:
    """All that are at something for the Model page, at once."""
    page.shut_down()
    for job in page.transfers.active:
        job.kill()


def every_page(pages: Pages) -> Iterator[QWidget]:
    """Each in front for a while, made where it was not there yet."""
    for key in pages.window.keys:
        pages.window.show_key(key)
        page = pages.window.pages[key]
        assert isinstance(page, QWidget)
        yield page


def curve(plot: LivePlot, name: str) -> tuple[Values, Values]:
    """What a curve shows, before thinning: x and y, both empty when it has nothing."""
    x, y = plot.curves[name].getOriginalDataset()
    return (np.empty(0), np.empty(0)) if x is None or y is None else (x, y)
