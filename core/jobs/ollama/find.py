"""Whether an Ollama runs that could be given a model."""

from __future__ import annotations

import os

from core.export.ollama.address import address_of
from core.export.ollama.version import abilities
from core.jobs.context import JobContext, Outcome
from core.jobs.ollama.reach import ask_for_ollama
from core.shared import protocol as p
from core.shared.errors import LuthierError


def find_ollama(_job: p.FindOllamaJob, context: JobContext) -> Outcome[p.FindOllamaResult]:
    """That it does not is an answer, and no error."""
    address = address_of(os.environ.get("OLLAMA_HOST", "")).url
    try:
        _, version = ask_for_ollama(context)
        abilities(version)
    except LuthierError as error:
        if not error.code.startswith("ollama."):
            raise
        return "done", p.FindOllamaResult(address=address, problem=error.message, hint=error.hint)
    return "done", p.FindOllamaResult(address=address, version=version)
