"""Versions of Ollama, and what came and went with them (server/create.go and routes.go of each)."""

from __future__ import annotations

import re
from typing import NamedTuple

from core.base.errors import LuthierError

Version = tuple[int, int, int]
_BUILT_BY_HAND: Version = (0, 0, 0)  # what a build without a release's number says of itself
_FILES: Version = (0, 5, 5)  # create takes files by checksum
_JINJA: Version = (0, 30, 0)  # llama.cpp's server runs every GGUF file, and its chat template
_NO_ADAPTERS: Version = (0, 34, 1)
# Architectures for which create sets a program of its own that writes the prompts: no template counts for them.
RENDERED = ("gemma4", "laguna", "nemotron_h", "nemotron_h_moe")


class Abilities(NamedTuple):
    """jinja: reads the chat template of a GGUF file; before, only a TEMPLATE in its own language counted.

    adapters: takes one on top of a model, for every architecture of llama.cpp.
    """

    jinja: bool
    adapters: bool


def abilities(version: str) -> Abilities:
    """Raises LuthierError `ollama.too-old`."""
    number = parsed(version)
    if number == _BUILT_BY_HAND:
        return Abilities(jinja=True, adapters=False)
    if number < _FILES:
        raise LuthierError(
            "ollama.too-old",
            f"Ollama {version} cannot be given a model over its API.",
            "Update Ollama, or use the exported folder: ollama create NAME -f FOLDER/Modelfile",
        )
    return Abilities(jinja=number >= _JINJA, adapters=_JINJA <= number < _NO_ADAPTERS)


def require_adapters(version: str) -> None:
    """Raises LuthierError `ollama.no-adapters` but for the versions that take adapters for any model."""
    if not abilities(version).adapters:
        raise LuthierError(
            "ollama.no-adapters",
            f"Ollama {version} takes no adapters for this model: only 0.30.0 to 0.34.0 do.",
            "Leave --adapter out: the folder then holds the whole model, which every version takes.",
        )


def takes_own_template(template: str) -> bool:
    """Whether the template of a GGUF file counts for Ollama whatever a Modelfile says: it can do more than those."""
    thinks = "<think>" in template and "</think>" in template
    return "tools" in template or "tool_call" in template or thinks


def parsed(version: str) -> Version:
    """0.34.1-rc2 is 0.34.1. Raises LuthierError `ollama.not-ollama`."""
    match = re.match(r"v?(\d+)\.(\d+)\.(\d+)", version)
    if match is None:
        raise LuthierError(
            "ollama.not-ollama",
            f"What answers in Ollama's place calls its version {version!r:.80}.",
            "Look at OLLAMA_HOST: it may lead to another program.",
        )
    return int(match[1]), int(match[2]), int(match[3])
