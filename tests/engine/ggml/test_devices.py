"""What is asked of ggml before a device is opened."""

from __future__ import annotations

import pytest

from core.engine.ggml.devices import switches


@pytest.mark.parametrize(
    ("description", "rounds"),
    [
        ("AMD Radeon RX 7900 XTX (RADV NAVI31)", True),
        ("Radeon 8060S Graphics (RADV GFX1151)", True),
        ("AMD Radeon(TM) 780M", True),
        ("NVIDIA GeForce RTX 4070", False),
        ("Intel(R) Graphics (ADL GT2)", False),
        ("llvmpipe (LLVM 15.0.6, 256 bits)", False),
    ],
)
def test_that_cards_whose_matrix_units_would_round_gradients_go_without_them(description: str, rounds: bool) -> None:
    assert ("GGML_VK_DISABLE_COOPMAT" in switches(["llvmpipe", description])) == rounds
