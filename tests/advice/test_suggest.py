"""Which type of weights is suggested for training here, and why."""

from __future__ import annotations

import pytest

from core.memory.estimate import AT_EASE, TYPES, file_bytes, need_as, suggest
from core.protocol.hub import LocalModel

BESIDE = 10**9  # what training takes besides the weights


def model(quantization: str = "BF16", form: str = "safetensors", weights: int = 8 * 10**9) -> LocalModel:
    """Of 4 billion parameters; of a folder, the need is that of its 16-bit file."""
    return LocalModel(
        name="m", source="File", model="m", path="m", format=form, quantization=quantization, parameters=4 * 10**9,
        bytes=weights, trains=True, need=weights + BESIDE,
    )  # fmt: skip


@pytest.mark.parametrize("wanted", TYPES)
def test_that_the_finest_type_that_fits_at_ease_is_suggested(wanted: str) -> None:
    folder = model()
    found = suggest(folder, int((file_bytes(folder, wanted) + BESIDE) / AT_EASE) + 1)
    assert found is not None
    assert (found.type, found.need) == (wanted, file_bytes(folder, wanted) + BESIDE)
    finer = TYPES[: TYPES.index(wanted)]
    assert (f"{finer[-1].upper()}" in found.text) if finer else "as well as the original" in found.text


def test_that_a_tight_one_is_suggested_where_none_fits_at_ease() -> None:
    folder = model()
    found = suggest(folder, need_as(folder, file_bytes(folder, "q3_k_m")) + 1)
    assert found is not None and found.type == "q3_k_m"


def test_that_a_model_too_large_in_every_type_is_said_to_be() -> None:
    found = suggest(model(), 10**9)
    assert found is not None and found.type == ""
    assert "smaller model" in found.text


def test_that_a_coarser_file_is_told_from_one_of_the_type_itself() -> None:
    coarse, same = model("Q4_K_M", "gguf", 2_250_000_000), model("Q8_0", "gguf", 4_250_000_000)
    cases = ((coarse, "This file is Q4_K_M, which is fine to begin with"), (same, "This file has that type."))
    for one, words in cases:
        found = suggest(one, 10**11)
        assert found is not None and found.type == "q8_0" and words in found.text


def test_that_nothing_is_suggested_of_a_model_that_does_not_train() -> None:
    assert suggest(LocalModel(name="m", source="", model="m", path="m", parameters=5), 10**10) is None
