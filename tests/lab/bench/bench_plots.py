"""How long opening a run of 100,000 steps keeps the window busy, and a frame while its graphs are zoomed and moved.

Of processor time that the window's own thread takes, so that a busy machine measures as an idle one does.

    QT_QPA_PLATFORM=offscreen python -m tests.lab.bench.bench_plots [STEPS] [--short]
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.pages.monitor.live_plot import LivePlot
from app.pages.monitor.page import MonitorPage
from app.workers.sessions import Sessions
from core import protocol as p
from core.runs import run as runs
from tests.lab.bench.environments import Options


def write_run(folder: Path, steps: int) -> runs.Run:
    """As long a run as a small model has in a day: steps, memory readings, evaluations and checkpoints."""
    run = runs.create(p.TrainJob(model="models/tiny.gguf", data="data/book.txt", run=str(folder)))
    rng = np.random.default_rng(0)
    losses = 2 + 2 * np.exp(-np.arange(steps) / (steps / 5)) + rng.normal(0, 0.3, steps)
    events: list[p.Event] = [
        p.Hello(pid=1, job="train", version="0", time=0.0),
        p.TrainingStarted(run="long", step=0, steps=steps, trainable=5, time=0.0),
    ]
    for step, loss in enumerate(losses.tolist(), 1):
        now = step / 2
        events.append(
            p.Step(
                time=now, step=step, steps=steps, epoch=step / 1e4, loss=loss, learning_rate=1e-4, grad_norm=1 / loss,
                tok_s=300 + loss, tokens_seen=step, tokens_trained=step, seconds_left=1.0,
            )
        )  # fmt: skip
        events.append(p.Memory(time=now, rss=10**9 + step, peak=10**9 + step, available=5 * 10**9, total=8 * 10**9))
        if step % 1000 == 0:
            events.append(
                p.Evaluation(time=now, step=step, loss=loss, perplexity=float(np.exp(loss)), tokens=9, adapter=True)
            )
        if step % 50 == 0:
            events.append(p.Checkpoint(time=now, step=step, path="", adapter=""))
    run.events_file.write_bytes(b"".join(map(p.encode, events)))
    return run


def longest_pause(application: QApplication, until: float) -> float:
    """Seconds that one round of the window's events took at most, until that time."""
    longest = 0.0
    while time.perf_counter() < until:
        began = time.thread_time()
        application.processEvents()
        longest = max(longest, time.thread_time() - began)
        time.sleep(0.001)
    return longest


def frames(plot: LivePlot, application: QApplication, count: int) -> list[float]:
    """Seconds for each frame while the wheel zooms in and out and the mouse drags."""
    took, view = [], plot._item.getViewBox()
    low, high = plot.range
    for frame in range(count):
        part = 0.5 + 0.5 * np.cos(frame / count * 2 * np.pi)  # from everything to little and back
        width = (high - low) * max(0.01, part)
        start = low + (high - low - width) * (frame / count)
        began = time.thread_time()
        view.setXRange(start, start + width, padding=0)
        view.sigRangeChangedManually.emit([True, False])
        application.processEvents()
        took.append(time.thread_time() - began)
    return took


def main() -> None:
    parser = Options(__doc__, steps=500, frames=5)
    parser.add_argument("steps", type=int, nargs="?", default=100_000)
    parser.add_argument("--frames", type=int, default=120)
    options = parser.parsed()
    steps = options.steps
    application = QApplication([])
    with tempfile.TemporaryDirectory() as folder:
        run = write_run(Path(folder) / "long", steps)
        page = MonitorPage(Sessions(application))
        page.resize(1120, 720)
        page.show()
        QTest.qWait(200)
        began = time.thread_time()
        started = time.perf_counter()
        session = page._sessions.open(run.folder)
        page.show_session(session)
        opened = time.thread_time() - began
        longest = 0.0
        while session.is_loading:
            longest = max(longest, longest_pause(application, time.perf_counter() + 0.1))
        ready = time.perf_counter() - started
        drawn = longest_pause(application, time.perf_counter() + 1.0)
        print(f"{steps:,} steps, {run.events_file.stat().st_size / 1e6:.0f} MB of events")
        print(f"opening: {1000 * opened:.0f} ms, then all there after {ready:.2f} s")
        print(f"longest pause while it was read: {1000 * longest:.0f} ms, when it was drawn: {1000 * drawn:.0f} ms")
        for name in ("loss", "rates"):
            took = np.array(frames(page.plots.plot(name), application, options.frames)) * 1000
            print(f"{name}: {np.median(took):.1f} ms a frame, 95 of 100 under {np.percentile(took, 95):.1f} ms")
        middle = QPointF(page.plots.plot("loss").plot.rect().center())
        began = time.thread_time()
        for x in range(50):
            page.plots.plot("loss")._on_pointer(middle + QPointF(x, 0))
            application.processEvents()
        print(f"pointing: {1000 * (time.thread_time() - began) / 50:.1f} ms a frame")


if __name__ == "__main__":
    main()
