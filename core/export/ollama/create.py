"""Creates a model in a running Ollama: sends its file by checksum, and all its settings verbatim."""

from __future__ import annotations

import ast
import hashlib
import math
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from core.base.callbacks import ReportProgress
from core.base.errors import Do, LuthierError
from core.base.numbers import brief_size
from core.export.ollama.client import Ollama, Record, writes_again
from core.export.ollama.folder import RAW, Contents, printable
from core.gguf.header import Header
from core.gguf.kind import MADE, RUN
from core.hub.ollama import ollama_folders

_PIECE = 1 << 20  # bytes
_TEMPLATE = "tokenizer.chat_template"


def is_free(ollama: Ollama, name: str, run: str, *, force: bool) -> bool:
    """Return whether no model has that name.

    Raises LuthierError `ollama.name-taken` if one has that belongs to another run: names that differ only in characters
    that Ollama does not allow (letters of other scripts, for example) become equal. force: replace any model.
    """
    shown = ollama.show(name)
    if shown is None:
        return True
    facts = shown.get("model_info") or {}
    if not force and (facts.get(MADE), facts.get(RUN)) != ("export", printable(run)):
        raise LuthierError(
            "ollama.name-taken",
            f"Ollama has a model {name} already, and it is not of the run {run}.",
            Do.by("Choose another name, or say that it may be replaced.", "--name, --force"),
        )
    return False


def digest_of(file: Path, report: ReportProgress) -> str:
    """Return Ollama's digest of a file. report: of bytes; may raise to stop."""
    total, done, digest = file.stat().st_size, 0, hashlib.sha256()
    with file.open("rb") as stream:
        while piece := stream.read(_PIECE):
            digest.update(piece)
            done += len(piece)
            report(done, total)
    return f"sha256:{digest.hexdigest()}"


def send(ollama: Ollama, file: Path, digest: str, report: ReportProgress) -> bool:
    """Send a file unless Ollama has it, and return whether it was sent. Raises LuthierError `ollama.*`."""
    if ollama.has_blob(digest):
        return False
    try:
        ollama.upload(file, digest, report)
    except LuthierError as error:
        if error.code == "ollama.gone" and _still_answers(ollama):
            raise LuthierError(
                "ollama.no-space",
                "Ollama broke off while it was sent the model, and is still running.",
                "Most likely its disk is full: make room where it keeps its models. Its log says more.",
            ) from error
        raise
    return True


def lack_of_room(ollama: Ollama, digest: str, size: int, version: str) -> str:
    """Return a warning if Ollama runs on this machine and its disk seems too full for a model; else "".

    Ollama's folder is a guess: it may run in a container, or with another folder. Two candidates give no warning.
    """
    folders = ollama_folders()
    if not ollama.address.is_here or len(folders) != 1:
        return ""
    copies = (not ollama.has_blob(digest)) + writes_again(version)
    free = shutil.disk_usage(folders[0]).free
    if copies * size <= free:
        return ""
    return (
        f"Ollama needs {brief_size(copies * size)} for this model while it makes it, and the disk of {folders[0]} has "
        f"{brief_size(free)} left."
    )


def _still_answers(ollama: Ollama) -> bool:
    try:
        return bool(ollama.version())
    except LuthierError:
        return False


def request_for(name: str, contents: Contents, files: dict[str, str], model: Header) -> dict[str, Any]:
    """Return the request for POST /api/create. files: name -> digest."""
    request: dict[str, Any] = {"model": name, "files": files, "parameters": contents.parameters, "stream": True}
    if not model.text(_TEMPLATE):
        request["template"] = RAW
    if contents.system:
        request["system"] = contents.system
    if contents.license:
        request["license"] = contents.license
    return request


@contextmanager
def taken_back(ollama: Ollama, name: str, *, is_new: bool) -> Iterator[None]:
    """Delete a new model after a failure halfway; an older one that it was to replace stays unchanged.

    ollama: a connection that ignores cancellation.
    """
    try:
        yield
    except BaseException:
        if is_new:
            with suppress(LuthierError):
                ollama.delete(name)
        raise


def differences(shown: Record, request: Record, model: Header) -> list[str]:
    """Return how Ollama's model differs from what was sent.

    For a model with a built-in renderer, another template and further stop texts are allowed.
    """
    found, renderer = [], built_in_renderer(shown)
    template = request.get("template") or model.text(_TEMPLATE) or ""
    if template and shown.get("template") != template and not renderer:
        found.append("It uses another chat template than the trained one.")
    if shown.get("system", "") != request.get("system", ""):
        found.append("Its system prompt is another.")
    sent, kept = request["parameters"], read_parameters(str(shown.get("parameters", "")))
    if renderer and "stop" in kept:
        kept["stop"] = [text for text in kept["stop"] if text in sent.get("stop", ())]
    for name, value in sent.items():
        if not _alike(kept.pop(name, None), value):
            found.append(f"Its parameter {name} is not {value!r}.")
    given = {name: value for name, value in kept.items() if value != []}
    found += [f"It has a parameter {name} that it was not given: {value!r}." for name, value in given.items()]
    run = (shown.get("model_info") or {}).get(RUN)
    if run != model.text(RUN):
        found.append(f"It is of the run {run!r}.")
    return found


def built_in_renderer(shown: Record) -> str:
    """Return the name of Ollama's own renderer, which writes a model's prompts instead of any template; "" without a
    renderer.
    """
    line = re.search(r"^RENDERER (\S+)", str(shown.get("modelfile", "")), re.MULTILINE)
    return str(shown.get("renderer") or (line[1] if line else ""))


def read_parameters(text: str) -> dict[str, Any]:
    """Parse the lines of /api/show: the name, spaces, and the value as Go's %#v; stop once for each text."""
    read: dict[str, Any] = {}
    for line in text.splitlines():
        name, _, value = line.partition(" ")
        try:
            said = ast.literal_eval(value.strip())
        except (ValueError, SyntaxError):
            said = value.strip()
        if isinstance(said, str):
            read.setdefault(name, []).append(said)
        else:
            read[name] = said
    return read


def _alike(kept: Any, sent: Any) -> bool:
    if isinstance(kept, int | float) and isinstance(sent, int | float):
        return math.isclose(kept, sent, rel_tol=1e-6)
    return bool(kept == sent)
