"""What to say of a checkpoint whose class no family knows."""

from __future__ import annotations

import re

from core.convert.families import ALL_FAMILIES
from core.convert.family import EMBEDDING, FINAL_NORM, HEAD
from core.convert.safetensors import open_checkpoint
from core.convert.values import JsonObject
from core.engine.model.not_trained import ANOTHER_FAMILY, why_class
from core.shared.errors import LuthierError

_OTHER_SENSES = ("vision_config", "audio_config")
_LAYER, _EXPERT = re.compile(r"^model\.layers\.\d+\."), re.compile(r"\.experts\.\d+\.")


def unknown_class(values: JsonObject, names: list[str]) -> LuthierError:
    """names: what config.json calls the model. The error says which key or tensor stands in the way."""
    what = ", ".join(map(str, names))
    if entry := why_class([*names, str(values.values.get("model_type"))]):
        return LuthierError(
            "convert.unknown-architecture",
            f"{values.file}: this is a {entry.title} model ({what}), which Luthier does not train: {entry.missing}.",
            ANOTHER_FAMILY,
        )
    sense = next((key for key in _OTHER_SENSES if values.values.get(key)), None)
    if sense is not None:
        return LuthierError(
            "convert.unsupported",
            f"{values.file}: this is a {what}, which reads more than text (its key {sense}).",
            f"Look for a version of the model that does text alone. {ANOTHER_FAMILY}",
        )
    return LuthierError(
        "convert.unknown-architecture",
        f"{values.file}: this is a {what}, which Luthier does not know yet{_obstacle(values)}.",
        ANOTHER_FAMILY,
    )


def _obstacle(values: JsonObject) -> str:
    """A tensor that no known family has."""
    try:
        found = open_checkpoint(values.file.parent)
    except LuthierError:  # without weights the class alone says it
        return ""
    rules = [EMBEDDING, HEAD, FINAL_NORM, *(rule for family in ALL_FAMILIES for rule in family.layer)]
    known = {rule.source for rule in rules}
    strange = next((name for name in sorted(found) if _in_rules(name) not in known), None)
    if strange is None:
        return ": its tensors are known, but not how it joins them"
    return f": there is no operation for its tensor {strange}"


def _in_rules(name: str) -> str:
    """A tensor as the families' rules call it."""
    return _EXPERT.sub(".experts.{expert}.", _LAYER.sub("", name))
