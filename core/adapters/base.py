"""Whether an adapter fits a base model, by architecture, names and shapes, and does something there.

Refuses an adapter of weights that llama.cpp multiplies without looking for one: it would load and do nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

from core.adapters.learnt import listed
from core.base.errors import LuthierError
from core.engine.lora.adapter_file import Adapter
from core.families.checkpoint import Family, TensorSpec
from core.families.not_trained import where_ignored
from core.families.table import ALL_FAMILIES
from core.gguf.header import Header

_ANOTHER = "Choose the model the adapter was made for."


def require_fits(adapter: Adapter, model: Header, source: Path) -> None:
    """Raises LuthierError `adapter.other-architecture` or `adapter.other-base`."""
    if adapter.architecture and adapter.architecture != model.architecture:
        raise LuthierError(
            "adapter.other-architecture",
            f"{source} was made for a {adapter.architecture} model, and {model.path.name} is a {model.architecture}.",
            _ANOTHER,
        )
    require_shapes(adapter, model, source)


def require_shapes(adapter: Adapter, model: Header, source: Path) -> None:
    """Raises LuthierError `adapter.other-base`, saying which tensors differ, and how."""
    missing = [name for name in adapter.tensors if name not in model.tensors]
    if missing:
        raise LuthierError(
            "adapter.other-base", f"{source} adapts {listed(missing)}, which {model.path.name} does not have.", _ANOTHER
        )
    wrong = [name for name in adapter.tensors if _adapted(adapter, name) != _stored(model, name)]
    if wrong:
        ways = listed(wrong, lambda name: f"{name} ({_words(_adapted(adapter, name))}; {_words(_stored(model, name))})")
        raise LuthierError(
            "adapter.other-base",
            f"{source} was not made for {model.path.name}: the tensors differ in what goes in and out (of the adapter; "
            f"of the model): {ways}.",
            _ANOTHER,
        )
    lengths = {name: magnitude.shape[-1] for name, magnitude in adapter.magnitudes.items()}
    if short := [name for name, length in lengths.items() if (length,) != adapter.tensors[name][1].shape[:1]]:
        raise LuthierError(
            "adapter.other-base", f"{source} has magnitudes of the wrong length for {listed(short)}.", _ANOTHER
        )


def _adapted(adapter: Adapter, name: str) -> tuple[int, ...]:
    """d_in, d_out, and of a stack the experts; as _stored."""
    a, b = adapter.tensors[name]
    return (a.shape[-1], b.shape[-2], *a.shape[:-2])


def _stored(model: Header, name: str) -> tuple[int, ...]:
    shape = model.tensors[name].shape
    return shape[:3] if shape[2] > 1 or "_exps." in name else shape[:2]


def _words(shape: tuple[int, ...]) -> str:
    d_in, d_out, *experts = shape
    return f"{d_in} to {d_out}" + (f", {experts[0]} experts" if experts else "")


def require_hooked(architecture: str, tensors: Iterable[str], source: Path) -> None:
    """tensors: `blk.0.attn_q_a.weight`. Raises LuthierError `adapter.no-hook`."""
    ignored = {name: place for name in tensors if (place := where_ignored(architecture, name))}
    if ignored:
        raise LuthierError(
            "adapter.no-hook",
            f"{source} adapts {listed(list(ignored), lambda name: f'{name} ({ignored[name]})')}, which llama.cpp "
            f"multiplies without looking for an adapter in {architecture} models: it would load, and change nothing.",
            "Merge it into the model where it was trained and convert the result, or train again without these.",
        )


def ignored_modules(architecture: str, modules: Iterable[str]) -> dict[str, str]:
    """Hugging Face's modules -> the tensors they are in GGUF, of those that llama.cpp takes no adapter of."""
    specs = [spec for family in ALL_FAMILIES if family.name == architecture for spec in _specs(family)]
    found = {}
    for module in modules:
        for spec in specs:
            own = spec.source.removesuffix(".weight").removeprefix("model.")
            if f".{module}".endswith(f".{own}") and where_ignored(architecture, spec.target):
                found[module] = spec.target
    return found


def _specs(family: Family) -> Iterable[TensorSpec]:
    """All that a family declares, of its layers and of the whole model."""
    values = (getattr(family, field.name) for field in fields(family))
    return [spec for value in values if isinstance(value, tuple) for spec in value if isinstance(spec, TensorSpec)]
