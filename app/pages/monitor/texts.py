"""What the Monitor page says about a run."""

from __future__ import annotations

from app.workers.endings import Ending
from app.workers.lifecycle import JobState
from app.workers.run_model import RunModel
from app.workers.run_session import RunSession
from core.shared.command_lines import export_for_ollama, into_ollama
from core.shared.runs import Run
from core.shared.texts.numbers import duration

HOW_TO_USE_IT = (
    "To talk to your model, install Ollama (ollama.com), open a terminal and paste these lines. The first puts the "
    "model and what it has learnt into one file, model.gguf, which LM Studio and others load too. The second hands "
    "that to Ollama, the third starts the conversation."
)


def lines_to_type(ending: Ending, run: Run, model: RunModel) -> list[str]:
    """How to use in Ollama what the run has learnt; empty where it came to nothing yet."""
    learnt = model.checkpoint is not None and model.checkpoint.step > 0
    if model.evaluation and model.evaluation.trouble:
        return []
    if ending.kind not in ("done", "stopped") or not learnt or not run.adapter.is_file():
        return []
    folder = run.folder.absolute() / "ollama"
    return [export_for_ollama(run.folder.absolute(), folder), *into_ollama(folder, run.name)]


def status(session: RunSession) -> str:
    """In a few words: what goes on now."""
    model = session.model
    if session.ending is not None:
        return session.ending.title
    if session.state is JobState.PAUSING:
        return "Pausing after this step…"
    if session.is_active and session.state in (JobState.STOPPING, JobState.CANCELLING):
        return "Stopping after this step…"
    if session.is_paused:
        return f"Paused, {session.waits_for}" if session.waits_for else "Paused"
    where = "" if session.is_active else " in another program"
    if model.is_stepping:
        return f"Training{where}"
    title = model.phase.title if model.phase else "Starting"
    progress = model.progress
    if progress is None or not progress.total:
        return f"{title}…"
    left = f" · {duration(progress.seconds_left)} left" if progress.seconds_left else ""
    return f"{title}: {progress.done / progress.total:.0%}{left}"
