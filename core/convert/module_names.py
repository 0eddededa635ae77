"""What Transformers calls the modules of a GGUF file's model: the table of families, read backwards.

Modules are known here by the names of a model that does nothing but text, `model.layers.0.self_attn.q_proj`. Classes
that do more have them deeper inside, where PEFT's folders name them, beside parts with modules of the same last name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.convert.families import ALL_FAMILIES, FAMILIES
from core.convert.family import Family
from core.convert.text_part import PLAIN, PREFIXES
from core.shared.gguf.header import Header
from core.shared.gguf.made import SOURCE_CLASS

TEXT_LOADER = "AutoModelForCausalLM"  # of models that do nothing but text


def family_of(model: Header) -> Family | None:
    """Return the family of the class that the model was converted from, if the file states it; else the first of its
    architecture, or one whose published models have as many layers.
    """
    said = FAMILIES.get(model.text(SOURCE_CLASS) or "")
    if said is not None and said.name == model.architecture:
        return said
    alike = [family for family in ALL_FAMILIES if family.name == model.architecture]
    n_layers = model.values.get(f"{model.architecture}.block_count")
    published = (family for family in alike if family.text and n_layers in family.text.n_layers)
    return next(published, alike[0] if alike else None)


def decoder_prefix(model: Header) -> str:
    """Return what stands before `layers.0.…` in Transformers 5."""
    family = family_of(model)
    return family.text.prefix if family and family.text else PLAIN


def loader(model: Header) -> str:
    """The class of Transformers that loads the model by what its config.json says."""
    return TEXT_LOADER if decoder_prefix(model) == PLAIN else "AutoModelForImageTextToText"


def in_class(module: str, prefix: str) -> str:
    """A module as the model's class has it. prefix: see `decoder_prefix`."""
    return prefix + module.removeprefix(PLAIN) if module.startswith(f"{PLAIN}layers.") else module


def plain(module: str) -> str:
    """The way back, from any class's name for it."""
    prefix = next((prefix for prefix in PREFIXES if module.startswith(f"{prefix}layers.")), PLAIN)
    return PLAIN + module.removeprefix(prefix) if module.startswith(prefix) else module


def pattern_of(modules: Iterable[str]) -> str:
    """A regular expression that matches these modules whole, and nothing else. They are below `PREFIX.layers.N.`."""
    by_ends: dict[tuple[str, str], list[str]] = {}  # (before the number, what comes after it) -> numbers
    for module in modules:
        before, _, after = module.partition("layers.")
        number, _, leaf = after.partition(".")
        by_ends.setdefault((before, leaf), []).append(number)
    by_numbers: dict[tuple[str, str], list[str]] = {}
    for (before, leaf), numbers in by_ends.items():
        by_numbers.setdefault((before, "|".join(numbers)), []).append(re.escape(leaf))
    parts = [
        rf"{re.escape(before)}layers\.({numbers})\.({'|'.join(leaves)})"
        for (before, numbers), leaves in by_numbers.items()
    ]
    return "|".join(parts)
