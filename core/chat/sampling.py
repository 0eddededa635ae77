"""Which token comes next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import llama_cpp

from core.shared import protocol as p

_REMEMBERED = 64  # tokens that a repeat penalty looks back at


@contextmanager
def sampler(sampling: p.Sampling, prompt: Sequence[int], n_vocab: int) -> Iterator[Any]:
    """A chain of llama.cpp's samplers in its usual order; freed at the end."""
    chain = llama_cpp.llama_sampler_chain_init(llama_cpp.llama_sampler_chain_default_params())
    try:
        for link in _links(sampling, n_vocab):
            llama_cpp.llama_sampler_chain_add(chain, link)
        if sampling.repeat_penalty != 1:
            for token in prompt[-_REMEMBERED:]:
                llama_cpp.llama_sampler_accept(chain, token)
        yield chain
    finally:
        llama_cpp.llama_sampler_free(chain)


def _links(sampling: p.Sampling, n_vocab: int) -> Iterator[Any]:
    if sampling.repeat_penalty != 1:
        yield llama_cpp.llama_sampler_init_penalties(n_vocab, _REMEMBERED, sampling.repeat_penalty, 0.0, 0.0)
    if sampling.temperature <= 0:
        yield llama_cpp.llama_sampler_init_greedy()
        return
    yield llama_cpp.llama_sampler_init_top_k(sampling.top_k)
    yield llama_cpp.llama_sampler_init_top_p(sampling.top_p, 1)
    yield llama_cpp.llama_sampler_init_min_p(sampling.min_p, 1)
    yield llama_cpp.llama_sampler_init_temp(sampling.temperature)
    yield llama_cpp.llama_sampler_init_dist(sampling.seed)
