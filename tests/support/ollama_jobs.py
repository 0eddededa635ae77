"""Jobs with an Ollama of ollama_server.py, in this process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core import protocol as p
from core.base.errors import LuthierError
from core.export.ollama.address import address_of
from core.export.ollama.client import Ollama
from core.export.ollama.create import digest_of, send
from core.jobs.context import Control, JobContext
from core.jobs.export.into_ollama import create_in_ollama
from tests.support.modelfile_reader import read_modelfile
from tests.support.ollama_server import FakeOllama


def bring(
    folder: Path, run: Path, *, control: Control | None = None, **job: Any
) -> tuple[p.OllamaResult, list[p.Notice]]:
    """The result, and what the user is told."""
    events: list[p.Event] = []
    with JobContext(events.append, control) as context:
        outcome, result = create_in_ollama(p.OllamaJob(folder=str(folder), run=str(run), **job), context)
    assert outcome == "done"
    return result, [event for event in events if isinstance(event, p.Notice)]


def typed(server: FakeOllama, folder: Path, name: str) -> None:
    """What `ollama create NAME -f Modelfile` does: it reads the file, sends what it names, and asks for the model."""
    client, request = Ollama(address_of(server.host)), {"model": name, "parameters": {}, "license": []}
    for command, value in read_modelfile((folder / "Modelfile").read_text(encoding="utf-8")):
        match command:
            case "from":
                file = folder / value
                digest = digest_of(file, lambda done, total: None)
                send(client, file, digest, lambda done, total: None)
                request.setdefault("files", {})[file.name] = digest
            case "template" | "system":
                request[command] = value
            case "license":
                request["license"].append(value)
            case "stop":
                request["parameters"].setdefault("stop", []).append(value)
            case _:
                request["parameters"][command] = float(value)
    client.create(request, lambda record: None)


def refusal(folder: Path, run: Path, **job: Any) -> LuthierError:
    """The error with which it ends."""
    with pytest.raises(LuthierError) as caught:
        bring(folder, run, **job)
    return caught.value
