"""What went wrong, in the window's words, with what helps."""

from __future__ import annotations

from typing import NamedTuple

from app.pages.export.ollama_part import HOW_TO_START
from core import protocol as p
from core.advice.texts.language import tr


class Trouble(NamedTuple):
    """action: on the button in the message, "" where there is none. helps: what that does, or what is shown at once:

    force (replace what is there), model (the page for models), look (for Ollama again), token (ask for one).
    """

    title: str
    text: str
    action: str = ""
    helps: str = ""
    details: str = ""


_REPLACE = tr("Replace &it")
_KNOWN = {
    "files.would-overwrite": Trouble(
        tr("Something else is there already"),
        tr("It was not written by an export of this kind. Choose another place, or replace it."),
        _REPLACE,
        "force",
    ),
    "ollama.name-taken": Trouble(
        tr("Ollama has another model of that name"),
        tr("Give this one another name, or replace that model."),
        _REPLACE,
        "force",
    ),
    "ollama.not-running": Trouble(tr("Ollama does not answer"), HOW_TO_START, tr("&Look again"), "look"),
    "lmstudio.not-found": Trouble(
        tr("LM Studio was not found"),
        tr("Open LM Studio once and come back, or choose a folder and add it in LM Studio under My Models."),
    ),
    "export.no-adapter": Trouble(
        tr("This run has learnt nothing yet"), tr("Train until its first checkpoint is saved."),
    ),
    "export.forgets": Trouble(
        tr("The file would lose what was learnt"), tr("Choose finer weights, F16 for example, and export again."),
    ),
    "push.no-token": Trouble(tr("The hub asks for a token"), tr("Get one below, and keep it here."), helps="token"),
    "push.token-read-only": Trouble(
        tr("This token can only read"),
        tr("Make one with write permission in the settings of your account, and save it here."),
        helps="token",
    ),
    "hub.token-refused": Trouble(
        tr("The hub refuses the token"), tr("Get a new one below, and save it here."), helps="token",
    ),
    "push.too-large": Trouble(
        tr("The file is too large for the hub"), tr("Choose weights with fewer bits, and export again."),
    ),
}  # fmt: skip
_MODEL = ("model.missing", "model.not-downloaded", "model.unfinished", "ollama.no-model")


def trouble_of(failure: p.Failed) -> Trouble:
    """The window's words where there are any; else the worker's, which are for people, too."""
    details = failure.details or f"{failure.message}\n{failure.hint}".strip()
    if (known := _KNOWN.get(failure.code)) is not None:
        return known._replace(text=f"{failure.message} {known.text}", details=details)
    if failure.code in _MODEL:
        text = tr("{message} It has to be where it was during the training.", message=failure.message)
        return Trouble(tr("The model that you trained is not there"), text, tr("Go to &Model"), "model", details)
    hint = "" if "--" in failure.hint or "`" in failure.hint else failure.hint
    return Trouble(tr("That did not work"), f"{failure.message}\n{hint}".strip(), details=details)
