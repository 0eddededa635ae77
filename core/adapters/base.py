"""Whether an adapter fits a base model: by architecture, names and shapes, all that is wrong in one message."""

from __future__ import annotations

from pathlib import Path

from core.adapters.learnt import listed
from core.base.errors import LuthierError
from core.engine.lora.adapter_file import Adapter
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
