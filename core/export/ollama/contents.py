"""What Ollama is told of a model besides its weights. A Modelfile says most of it, the API's create all of it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from core.base.errors import LuthierError
from core.base.plain_json import from_json
from core.export.ollama.modelfile import can_say

CONTENTS = "ollama.json"  # in a folder for Ollama: what the Modelfile may not be able to say
Parameter = int | float | list[str]


class Contents(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What POST /api/create takes, and `run`, the folder's name of the run, `title`, the run's name, whether it has
    learnt `conversations` and `sees`: a file that reads pictures is exported too.

    parameters: stop is a list of texts. template: in Ollama's own language, for versions before 0.30; None where it
    cannot be said in it. system: a system prompt, "" for none.
    """

    run: str
    title: str = ""
    parameters: dict[str, Parameter]
    template: str | None = None
    system: str = ""
    license: list[str] = []
    conversations: bool = True
    sees: bool = False

    def unsayable(self) -> list[str]:
        """What a Modelfile would change or cut off, in words."""
        parts = {"stop text": self.stops, "system prompt": [self.system], "licence": self.license}
        return [name for name, texts in parts.items() if not all(map(can_say, texts))]

    @property
    def stops(self) -> list[str]:
        """The texts that end an answer."""
        stops = self.parameters.get("stop", [])
        return stops if isinstance(stops, list) else []


def write_contents(file: Path, contents: Contents) -> None:
    """Raises OSError."""
    file.write_bytes(msgspec.json.format(msgspec.json.encode(contents), indent=2) + b"\n")


def read_contents(folder: Path) -> Contents:
    """What an export wrote into its folder. Raises LuthierError `ollama.no-folder`."""
    try:
        return from_json((folder / CONTENTS).read_bytes(), type=Contents)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise LuthierError(
            "ollama.no-folder",
            f"{folder} is no folder that was exported for Ollama: {CONTENTS} in it cannot be read ({reason}).",
            "Export the run again: luthier export RUN ollama -o FOLDER",
        ) from error
