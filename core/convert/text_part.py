"""Extracts the text part of a multimodal checkpoint, leaving out vision, audio and draft layers.

Its numbers are under a key of config.json, its tensors under a prefix. The rest of the converter uses the names of a
text-only model, `model.layers.0.…` and `lm_head.weight`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.base.numbers import size
from core.convert.safetensors import TensorEntry
from core.families.checkpoint import TextPart
from core.families.values import JsonObject

PLAIN = "model."
HEAD = "lm_head.weight"
# Programs' names of the decoder of such models over the years, PLAIN last.
PREFIXES = (
    "model.language_model.model.", "model.language_model.", "language_model.model.", "model.text_model.",
    "thinker.model.", "backbone.", PLAIN,
)  # fmt: skip
_HEADS = (HEAD, "language_model.lm_head.weight", "model.lm_head.weight", "thinker.lm_head.weight")
_MARK = "embed_tokens.weight"  # present in every decoder, under one of two names
_OTHER_MARK = "embeddings.weight"

# Parts that are left out: a description, and the modules, at the top or below `model.` or `thinker.`.
_SENSES: Mapping[str, tuple[str, ...]] = {
    "what sees images": ("visual", "vision_tower", "vision_model", "vision_encoder", "vision_embedder"),
    "what hears": ("audio_tower", "audio_model", "audio_encoder"),
    "what brings that into the text": (
        "multi_modal_projector", "connector", "embed_vision", "embed_audio", "image_newline",
    ),
}  # fmt: skip
_AHEAD = "what drafts several tokens ahead"
_AHEAD_PREFIX = re.compile(r"(?:model\.|language_model\.|thinker\.)*mtp[._]")
_LAYER = re.compile(r"layers\.(\d+)\.")


def text_values(
    file: Path, said: dict[str, Any], part: TextPart, name: str, defaults: Mapping[str, Mapping[str, Any]]
) -> JsonObject:
    """Return the text part's own keys, with those of the whole model as defaults. name: of its class; defaults: by
    kind.

    The whole model decides whether the output table is the embedding's. Raises LuthierError `model.bad-value` or
    `convert.unsupported`.
    """
    inner = JsonObject(file, said)
    for key in part.path:
        inner = inner.object(key)
    kind = inner.values.get("model_type", part.kinds[0])
    if kind not in part.kinds:
        raise inner.unsupported(f"the text part of this {name} is a {kind!r} (known: {', '.join(part.kinds)})")
    tied = {key: said[key] for key in ("tie_word_embeddings",) if key in said}
    return JsonObject(file, {**said, **inner.values, **tied}, defaults[kind])


@dataclass(frozen=True)
class LeftOut:
    """A part of a checkpoint that is left out. what: for display. module: the first one's name."""

    what: str
    module: str
    tensors: int
    n_bytes: int

    def __str__(self) -> str:
        count = "1 tensor" if self.tensors == 1 else f"{self.tensors:,} tensors"
        return f"{self.what} ({self.module}: {count}, {size(self.n_bytes)})"


@dataclass(frozen=True)
class TextTensors:
    """The tensors of a checkpoint's text part. found: by their names in a text-only model. prefix: the file's."""

    found: Mapping[str, TensorEntry]
    prefix: str
    left_out: tuple[LeftOut, ...]

    def real(self, name: str) -> str:
        """Return a tensor's name in the file; it may not exist."""
        return self.prefix + name.removeprefix(PLAIN) if name.startswith(PLAIN) else name


def text_tensors(found: Mapping[str, TensorEntry], part: TextPart | None, n_layers: int, n_ahead: int) -> TextTensors:
    """Return the tensors for text, and the parts left out. n_ahead: draft layers after the model's own n_layers."""
    wanted = (part.prefix, *PREFIXES) if part else ("backbone.", PLAIN)
    prefix = next((prefix for prefix in wanted if {prefix + _MARK, prefix + _OTHER_MARK} & found.keys()), PLAIN)
    own: dict[str, TensorEntry] = {}
    others: dict[str, list[TensorEntry]] = {}
    for name, entry in found.items():
        ours = HEAD if part and name in _HEADS else _ours(name, prefix)
        if what := _other(name, ours, part, range(n_layers, n_layers + n_ahead)):
            others.setdefault(what, []).append(entry)
        else:
            own[ours] = entry
    parts = [_left_out(what, others[what]) for what in (*_SENSES, _AHEAD) if what in others]
    return TextTensors(own, prefix, tuple(parts))


def notices(left_out: Iterable[LeftOut]) -> list[str]:
    """Return notices on the parts left out."""
    parts = list(left_out)
    senses, ahead = [str(p) for p in parts if p.what != _AHEAD], [str(p) for p in parts if p.what == _AHEAD]
    told = []
    if senses:
        told.append(
            f"Only the part of the model that reads and writes text is kept. Left out: {'; '.join(senses)}. "
            "The publisher's mmproj file for this model stays valid: give it to llama.cpp beside the GGUF file, and "
            "it sees and hears as before."
        )
    if ahead:
        told.append(f"Left out: {'; '.join(ahead)}. It only lets some programs write faster; answers are the same.")
    return told


def _ours(name: str, prefix: str) -> str:
    if name == prefix + _OTHER_MARK:
        return PLAIN + _MARK
    return PLAIN + name.removeprefix(prefix) if name.startswith(prefix) else name


def _other(name: str, ours: str, part: TextPart | None, ahead: range) -> str:
    """Return the left-out part that a tensor belongs to; "" if none."""
    layer = _LAYER.match(ours.removeprefix(PLAIN))
    if _AHEAD_PREFIX.match(name) or (layer and int(layer[1]) in ahead):
        return _AHEAD
    words = name.removeprefix("thinker.").removeprefix(PLAIN).split(".")
    senses = (what for what, modules in _SENSES.items() if words[0] in modules) if part else iter(())
    return next(senses, "")


def _left_out(what: str, entries: list[TensorEntry]) -> LeftOut:
    first = min(entry.name for entry in entries)
    words = first.split(".")
    deep = 2 if words[0] in ("model", "thinker") else 1
    return LeftOut(what, ".".join(words[:deep]), len(entries), sum(entry.nbytes for entry in entries))
