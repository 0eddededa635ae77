"""Derives a model's familiar name: its family, and its size from its own name or by counting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from core.convert.text_part import PLAIN, PREFIXES
from core.families.checkpoint import Family
from core.families.graph import EXPERT_TENSORS, FUSED_STACK
from core.families.not_trained import NOT_TRAINED
from core.families.table import ALL_FAMILIES, FAMILIES
from core.gguf.header import Header
from core.gguf.kind import SOURCE_CLASS

_SIZE = re.compile(r"(?<![\w.])(E?\d+(?:\.\d+)?[BM](?:-A\d+(?:\.\d+)?[BM])?)(?![\w.])", re.IGNORECASE)
_LIKELY = 0.6  # of the counted size: a size in a name further off is another model's (an adapter's, a teacher's)
_STACKS = {f".{tensor}." for tensor in (*EXPERT_TENSORS.values(), FUSED_STACK) if tensor.endswith("_exps")}


def called(model: Header, own_name: str, class_name: str = "") -> str:
    """Return a model's name, such as "Qwen3 4B". own_name: of the file or folder. class_name: Hugging Face's or ""."""
    names = [own_name, *(text for key in ("general.name", "general.basename") if (text := model.text(key)))]
    title = family_title(model.architecture, class_name or model.text(SOURCE_CLASS) or "", " ".join(names))
    return f"{title} {_size(model, [*names, model.text('general.size_label') or ''])}".strip()


def family_title(architecture: str, class_name: str = "", own_name: str = "") -> str:
    """Return the family's title; if several families share a GGUF architecture, the one whose title the model's own
    name contains.
    """
    alike = [family for family in ALL_FAMILIES if family.name == architecture]
    if class_name in FAMILIES:
        alike.insert(0, FAMILIES[class_name])
    if not alike:
        return NOT_TRAINED[architecture].title if architecture in NOT_TRAINED else architecture
    said = _plain(own_name)
    titles = [title for family in alike for title in _titles(family) if _plain(title) in said]
    return max(titles, key=len, default=alike[0].title)


def _titles(family: Family) -> tuple[str, ...]:
    return (family.title, *(family.called.also if family.called else ()))


def _plain(text: str) -> str:
    """Return a name without variations of spelling: Gemma-3, gemma3, Gemma 3."""
    return re.sub(r"[^a-z0-9.]", "", text.lower())


def _size(model: Header, names: list[str]) -> str:
    """Return the size in the model's own name, if it is plausible: published sizes are rounded in many ways."""
    counted = {name: tensor.elements for name, tensor in model.tensors.items()}
    total = sum(counted.values())
    if not total:
        return ""
    for name in names:
        for match in _SIZE.finditer(re.sub(r"[-_ ](?!A\d)", " ", name)):
            said: str = match[1].upper()
            whole = said.partition("-A")[0]
            if whole.startswith("E") or _LIKELY < _number(whole) / total < 1 / _LIKELY:
                return said
    active = _active(model, counted)
    return _brief(total) + (f"-A{_brief(active)}" if active < total and total > 1e6 else "")


def _active(model: Header, counted: Mapping[str, int]) -> int:
    """Return the number of parameters active per token: of stacks of experts, only the used share."""
    experts, used = (model.values.get(f"{model.architecture}.{key}") for key in ("expert_count", "expert_used_count"))
    stacks = sum(n for name, n in counted.items() if any(stack in name for stack in _STACKS))
    known = isinstance(experts, int) and isinstance(used, int) and 0 < used <= experts
    return sum(counted.values()) - (stacks - stacks * int(used or 0) // int(experts or 1) if known else 0)


def _number(size: str) -> float:
    return float(size[:-1]) * (1e9 if size.endswith("B") else 1e6)


def _brief(n: int) -> str:
    """Return a rounded number: 596M as 0.6B, 4.02B as 4B, 7.6B, 30B, 135M."""
    if n < 500e6:
        return f"{n / 1e6:.0f}M" if n >= 10e6 else f"{n / 1e6:.1f}M" if n >= 1e6 else f"{n:,}"
    return f"{n / 1e9:.1f}".removesuffix(".0") + "B" if n < 10e9 else f"{n / 1e9:.0f}B"


# Transformers' names of the modules of a GGUF file's model: the table of families, read backwards.
#
# Modules are named as in a text-only model, `model.layers.0.self_attn.q_proj`. Multimodal classes have them deeper
# inside, where PEFT's folders name them, beside parts whose modules end in the same name.

TEXT_LOADER = "AutoModelForCausalLM"  # of text-only models


def family_of(model: Header) -> Family | None:
    """Return the family of the class that the model was converted from, if the file names it; else the first of its
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
    """Return the prefix of `layers.0.…` in Transformers 5."""
    family = family_of(model)
    return family.text.prefix if family and family.text else PLAIN


def loader(model: Header) -> str:
    """Return Transformers' auto class that loads the model by its config.json."""
    return TEXT_LOADER if decoder_prefix(model) == PLAIN else "AutoModelForImageTextToText"


def in_class(module: str, prefix: str) -> str:
    """Return a module's name in the model's class. prefix: see `decoder_prefix`."""
    return prefix + module.removeprefix(PLAIN) if module.startswith(f"{PLAIN}layers.") else module


def plain(module: str) -> str:
    """Return a module's name in a text-only model, from any class's name for it."""
    prefix = next((prefix for prefix in PREFIXES if module.startswith(f"{prefix}layers.")), PLAIN)
    return PLAIN + module.removeprefix(prefix) if module.startswith(prefix) else module


def pattern_of(modules: Iterable[str]) -> str:
    """Return a regular expression that fully matches these modules and no others. They are below `PREFIX.layers.N.`."""
    by_ends: dict[tuple[str, str], list[str]] = {}  # (before the number, after it) -> numbers
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
