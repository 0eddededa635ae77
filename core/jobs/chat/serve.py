"""Serve: a model for other programs, over HTTP, on this machine alone."""

from __future__ import annotations

import secrets
from pathlib import Path

from core import protocol as p
from core.chat import server
from core.gguf.header import header_of
from core.jobs.chat.source import find_source
from core.jobs.context import JobContext, Outcome


def serve(job: p.ServeJob, context: JobContext) -> Outcome[p.ServeResult]:
    """Serve programs until `stop`.

    Raises LuthierError `serve.port`, and as find_source and core.chat.server.serve do.
    """
    control = context.control
    with server.bound_socket(job.port) as listener:
        url = f"http://{server.HOST}:{listener.getsockname()[1]}/v1"
        source = find_source(job, context)
        name = Path(job.run).name if job.run else header_of(source.model).path.stem
        key = job.key or f"luthier-{secrets.token_urlsafe(24)}"
        context.phase("load", "Loading the model")
        server.serve(
            source,
            context.renderer,
            listener,
            name=name,
            key=key,
            started=lambda length: context.emit(p.Serving(url=url, key=key, model=name, context=length)),
            is_stopped=lambda: control.stop.is_set() or control.cancel.is_set(),
        )
    return "done", p.ServeResult(url=url)
