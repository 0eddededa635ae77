"""M-RoPE (arXiv:2409.12191), the rotation of models that also see: a token has four positions, and each pair of a
head's numbers turns by one of them. In text the first three are one number, and llama.cpp sets the fourth to 0.

So pairs of the fourth position do not turn in llama.cpp, whose rule (ggml_mrope_cache_init in ggml-cpu/ops.cpp) leaves
it pairs 61 and 62 of Qwen3-VL's heads. Transformers turns these by the text's position too. They are the slowest:
0.0017 of a radian apart after 4,096 tokens.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_ENDLESS = 1e30  # divides a frequency to nothing, and is no infinity, which a graphics processor may not divide by


def text_divisors(sections: Sequence[int], n_pairs: int, *, interleaved: bool) -> NDArray[np.float32] | None:
    """What to divide the rotary frequencies by, [n_pairs], so that they turn text as M-RoPE does; None: nothing.

    sections: pairs of each of the four positions, one section after the other; or of the first three in turns, while
    they last, and of the fourth what is left.
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
