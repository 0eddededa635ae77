"""Whether an Ollama runs that could be given a model."""

from __future__ import annotations

import os
from pathlib import Path

from core import protocol as p
from core.base.errors import LuthierError
from core.base.own_process import other_program
from core.export.ollama.client import abilities, address_of
from core.hub.ollama import ollama_folders
from core.jobs.context import JobContext, Outcome
from core.jobs.ollama.reach import ask_for_ollama

_PROGRAMS = (Path("/usr/local/bin/ollama"), Path("/Applications/Ollama.app"), Path("~/AppData/Local/Programs/Ollama"))


def find_ollama(_job: p.FindOllamaJob, context: JobContext) -> Outcome[p.FindOllamaResult]:
    """Find out whether Ollama takes models; that it does not is an answer, and no error."""
    address = address_of(os.environ.get("OLLAMA_HOST", "")).url
    try:
        _, version = ask_for_ollama(context)
        abilities(version)
    except LuthierError as error:
        if not error.code.startswith("ollama."):
            raise
        return "done", p.FindOllamaResult(
            address=address, problem=error.message, hint=error.hint, installed=_is_installed()
        )
    return "done", p.FindOllamaResult(address=address, version=version)


def _is_installed() -> bool:
    """Whether its program is here, where a shell or its installers look for it, or the models that it was given."""
    program = other_program("ollama") or any(place.expanduser().exists() for place in _PROGRAMS)
    return bool(program) or bool(ollama_folders())
