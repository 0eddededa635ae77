"""What a job tells that helps to find a fault, in the log of its process. Its steps stand in the run's events."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from core import protocol as p
from core.base.logs import logged

Emit = Callable[[p.Event], None]
_LEVELS = {"warning": logging.WARNING, "error": logging.ERROR}


@contextmanager
def noting(job: p.Job, process: str, emit: Emit) -> Iterator[Emit]:
    """Emit. process: the kind that does the job, as core/base/logs.py has it."""
    run = getattr(job, "run", None)
    with logged(process, str(job.__struct_config__.tag), Path(run).name if isinstance(run, str) else "") as log:

        def note(event: p.Event) -> None:
            _note(log, event)
            emit(event)

        yield note


def _note(log: logging.Logger, event: p.Event) -> None:
    match event:
        case p.Hello(version=version):
            log.info("begins, with version %s", version)
        case p.Phase(title=title):
            log.info(title)
        case p.DeviceChosen(device=device, description=description, reason=reason):
            log.info("computes on %s %s: %s", device, description, reason)
        case p.Notice(code=code, message=message, hint=hint) | p.Refused(code=code, message=message, hint=hint):
            log.warning("%s %s", message, hint, extra={"code": code})
        case p.Failed(code=code, message=message, hint=hint, details=details):
            log.error("%s %s", message, hint, extra={"code": code, "details": details})
        case p.Finished(outcome=outcome):
            log.info(outcome)
        case p.Log(level=level, source=source, text=text) if level in _LEVELS:
            log.getChild(source).log(_LEVELS[level], text)
