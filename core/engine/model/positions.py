"""Each layer's sliding window and rotation, from the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import log

import numpy as np
from numpy.typing import NDArray

from core.base.errors import LuthierError
from core.engine.model.gguf_file import GgufFile, Numbers
from core.engine.ops.rope import Rope, stretch
from core.families.graph import IGNORED_WINDOW, ROPE_HALVES, Architecture


def read_windows(file: GgufFile, number: Numbers, row: Architecture, n_layer: int) -> tuple[int, ...]:
    """Return each layer's window. A file may list the limited layers, or give the interval between unlimited ones."""
    window = number.count("attention.sliding_window", 0, minimum=0) if number.option("attention.sliding_window") else 0
    key = "attention.sliding_window_pattern"
    limited = file.numbers(f"{row.name}.{key}")
    if limited and len(limited) < n_layer:
        raise number.bad(key, len(limited), f"a value for each of its {n_layer} layers")
    if not limited:
        every = replace(row, full_attention_every=number.count(key, row.full_attention_every, minimum=0))
        limited = [not every.has_full_attention(i) for i in range(n_layer)]
    return tuple(window if limited[i] else 0 for i in range(n_layer))


def ignored_window(file: GgufFile, row: Architecture) -> int:
    """Return a window that the file has and llama.cpp ignores: converters write it for some models, Luthier's
    for all.
    """
    said = (file.get(key) for key in (f"{row.name}.attention.sliding_window", IGNORED_WINDOW))
    return 0 if row.has_windows else next((value for value in said if isinstance(value, int) and value > 0), 0)


def read_rotations(
    file: GgufFile, number: Numbers, row: Architecture, windows: Sequence[int], width: int, local_width: int
) -> list[Rope | None]:
    """Return, per layer, the rotation of its queries and keys by position; None: the layer has none.

    width: of a head, local_width: of a head in layers with a window. Raises LuthierError `model.rope-scaling`,
    `model.bad-value`.
    """
    rope = _read_rope(file, number, row, width)
    if row.switched_rope and file.get(f"{row.name}.rope.scaling.finetuned") is False:
        return [None] * len(windows)
    local = _local_rope(rope, number, row, local_width) if any(windows) else rope
    return [(local if window else rope) if row.rotates(i, window) else None for i, window in enumerate(windows)]


def _local_rope(rope: Rope, number: Numbers, row: Architecture, width: int) -> Rope:
    """Return the rotation of layers with a window, if it differs: their context was never stretched."""
    if row.local_heads:
        n_dims = number.count("rope.dimension_count_swa", width, maximum=width)
        rope = replace(rope, n_dims=n_dims, factors=None, long_factors=None)
    if row.unscaled_windows:
        return replace(rope, freq_scale=1.0, ext_factor=0.0, attn_factor=1.0)
    base = number.option("rope.freq_base_swa")
    return replace(rope, freq_base=base, freq_scale=1.0) if base else rope


def _read_rope(file: GgufFile, number: Numbers, row: Architecture, head_dim: int) -> Rope:
    """Read a rotation. Linear scaling divides positions by the factor, YaRN only those that turn slowly; llama3 and
    longrope scaling come as tensors.

    Raises LuthierError `model.rope-scaling`.
    """
    scaling = file.get(f"{row.name}.rope.scaling.type") or "none"
    if scaling not in ("none", "linear", "longrope", "yarn"):
        raise LuthierError(
            "model.rope-scaling",
            f"{file.path.name} stretches its context with '{scaling}' rope scaling, which Luthier cannot train yet.",
            "Choose a model without it; linear, llama3, longrope and yarn scaling are supported.",
        )
    factor = number.positive("rope.scaling.factor", 1.0) if scaling in ("linear", "yarn") else 1.0
    factors, long_factors = (*map(file.tensors.get, row.rope_factors), None, None)[:2]
    n_dims = number.count("rope.dimension_count", head_dim, maximum=head_dim)
    sections = _sections(file, number, row)
    if sections:
        divisors = text_divisors(sections, n_dims // 2, interleaved=row.mrope == "interleaved")
        factors = None if divisors is None else file.constant(divisors)
    rope = Rope(
        n_dims=n_dims,
        mode=ROPE_HALVES if sections else row.rope_mode,
        freq_base=number.positive("rope.freq_base", 10000.0),
        freq_scale=1.0 / factor,
        n_ctx_orig=number.count("rope.scaling.original_context_length", number.count("context_length")),
        attn_factor=number("rope.scaling.attn_factor", 1.0),
        factors=factors,
        long_factors=long_factors,
        temperature=number.option("attention.temperature_scale"),
    )
    return _yarn(rope, factor, number) if scaling == "yarn" else rope


def _yarn(rope: Rope, factor: float, number: Numbers) -> Rope:
    """Stretch as llama.cpp's contexts do (llama-context.cpp:173-214). ggml itself scales vectors by `stretch(factor)`,
    also for a factor below one; this is undone.
    """
    multiplier = number.option("rope.scaling.yarn_log_multiplier")
    wanted = stretch(factor) / stretch(factor, multiplier)
    return replace(
        rope,
        ext_factor=1.0,
        attn_factor=rope.attn_factor * wanted / (1 + 0.1 * log(factor)),
        beta_fast=number.option("rope.scaling.yarn_beta_fast", 32.0),
        beta_slow=number.option("rope.scaling.yarn_beta_slow", 1.0),
    )


def _sections(file: GgufFile, number: Numbers, row: Architecture) -> list[int]:
    """Return the number of pairs that turn with each of M-RoPE's four positions; none if a file does not use M-RoPE.

    llama.cpp uses M-RoPE only if the first two are both above zero (use_mrope).
    """
    key = "rope.dimension_sections"
    said = file.numbers(f"{row.name}.{key}") if row.mrope else []
    if not said or not (said[0] > 0 and said[1] > 0):
        return []
    if len(said) != 4 or any(value != int(value) or value < 0 for value in said):
        raise number.bad(key, len(said), "four whole numbers")
    return [int(value) for value in said]


# M-RoPE (arXiv:2409.12191), the rotation of vision models: a token has four positions, and each pair of a head's
# numbers turns by one of them. In text the first three are one number, and llama.cpp sets the fourth to 0.
#
# So pairs of the fourth position do not turn in llama.cpp, whose rule (ggml_mrope_cache_init in ggml-cpu/ops.cpp)
# leaves it pairs 61 and 62 of Qwen3-VL's heads. Transformers turns these by the text's position too. They are the
# slowest: 0.0017 of a radian apart after 4,096 tokens.

_ENDLESS = 1e30  # makes a frequency zero; not infinity, which graphics processors may not divide by


def text_divisors(sections: Sequence[int], n_pairs: int, *, interleaved: bool) -> NDArray[np.float32] | None:
    """Return divisors [n_pairs] of the rotary frequencies that turn text as M-RoPE does; None: none are needed.

    sections: the number of pairs of each of the four positions, one section after the other; interleaved: the first
    three in turns, as long as they last, and the fourth the remainder.
    """
    n_sections = sum(sections)
    still = [pair for pair in range(n_pairs) if _is_fourth(pair % n_sections, sections, interleaved)]
    if not still:
        return None
    divisors = np.ones(n_pairs, np.float32)
    divisors[still] = _ENDLESS
    return divisors


def _is_fourth(pair: int, sections: Sequence[int], interleaved: bool) -> bool:
    if interleaved:
        return pair >= 3 * sections[pair % 3]
    return pair >= sum(sections[:3])
