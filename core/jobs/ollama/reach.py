"""The way to a running Ollama."""

from __future__ import annotations

import os

from core.base import settings
from core.base.errors import LuthierError
from core.export.ollama.client import Ollama, address_of
from core.jobs.context import JobContext


def ask_for_ollama(context: JobContext) -> tuple[Ollama, str]:
    """Ollama where OLLAMA_HOST says, and its version.

    Raises LuthierError `ollama.not-running`, `ollama.not-ollama`, `ollama.offline`.
    """
    address = address_of(os.environ.get("OLLAMA_HOST", ""))
    if settings.load().offline and not address.is_here:
        raise LuthierError(
            "ollama.offline",
            f"Luthier is set to stay offline, and OLLAMA_HOST leads to another machine ({address.url}).",
            "`luthier settings offline=false` allows it again.",
        )
    ollama = Ollama(address, context.control.raise_if_cancelled)
    return ollama, ollama.version()
