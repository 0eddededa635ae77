"""The tiny reference models of tests/fixtures, as parameters of a test."""

from __future__ import annotations

from _pytest.mark.structures import ParameterSet
from pytest import mark, param

from tests.support.places import FIXTURES

# Between them they have every part that others have, too: `make test` takes these, `make test-slow` all.
REPRESENTATIVE = ("llama", "llama-biased", "qwen3", "qwen3moe", "phi-long", "gemma2", "gemma3", "gemma4-e2b")


def fixture_names(holding: str = "truth.npz") -> list[str]:
    """Those whose folder holds this file."""
    return sorted(path.parent.name for path in FIXTURES.glob(f"*/{holding}"))


def fixture_models(holding: str = "truth.npz", fast: tuple[str, ...] = REPRESENTATIVE) -> list[ParameterSet]:
    """The same as parameters; all but the `fast` ones are slow."""
    return [param(name, marks=() if name in fast else mark.slow, id=name) for name in fixture_names(holding)]
