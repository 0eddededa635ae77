"""Z.ai's GLM."""

from __future__ import annotations

from core.engine.model.arch import LINEAR_TENSORS, POST_NORMS, PRE_NORMS, ROPE_PAIRS, Architecture

ROWS = (
    # The text part of GLM-4.1V is of this architecture too: its file has M-RoPE's sections, and halves for pairs.
    Architecture(
        "glm4",
        ROPE_PAIRS,
        norms=(*PRE_NORMS, *POST_NORMS),
        linears=LINEAR_TENSORS | {"gate": "ffn_up"},
        mrope="sections",
    ),
)
