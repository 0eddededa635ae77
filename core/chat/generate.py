"""One answer, or one continuation, token by token."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import llama_cpp

from core.chat.prompt import prompt_tokens
from core.data.chat.renderer import TemplateRenderer
from core.engine.llama_cpp.context import Context
from core.engine.llama_cpp.load import open_in_llama_cpp
from core.engine.llama_cpp.vocabulary import Vocabulary
from core.shared.callbacks import ReportProgress
from core.shared.errors import LuthierError
from core.shared.gguf.header import ModelFile


@dataclass(frozen=True)
class Completion:
    """What the model wrote. stopped: "stop" (it ended by itself) or "length" (max_tokens, or its context is full)."""

    text: str
    tokens: int
    seconds: float
    stopped: str

    @property
    def tok_s(self) -> float:
        """Tokens written per second, reading the prompt not counted."""
        return self.tokens / self.seconds if self.seconds > 0 else 0.0


def generate_answer(
    model: ModelFile,
    adapter: Path | None,
    prompt: str,
    renderer: TemplateRenderer,
    *,
    chat: bool = True,
    max_tokens: int = 200,
    temperature: float = 0.0,
    seed: int = 0,
    progress: ReportProgress = lambda done, total: None,
) -> Completion:
    """Let llama.cpp write after `prompt`, with the adapter at full strength.

    chat: put the prompt into the model's chat template; without one, or with chat=False, the text is continued.
    temperature: 0 always takes the likeliest token. progress: tokens written, tokens at most.
    Raises LuthierError `chat.prompt-too-long`, `chat.empty-prompt`, `model.*`, `lora.cannot-load`.
    """
    tokens = prompt_tokens(model, prompt, chat, renderer)
    with open_in_llama_cpp(model) as opened:
        room = opened.context_length - len(tokens)
        if room < 1:
            raise LuthierError(
                "chat.prompt-too-long",
                f"The prompt has {len(tokens):,} tokens; the model reads at most {opened.context_length:,}.",
                "Shorten the prompt.",
            )
        limit = min(max_tokens, room)
        with opened.context(len(tokens) + limit, adapter) as context, _sampler(temperature, seed) as sampler:
            context.feed(tokens)
            started = time.monotonic()
            written = []
            for token in _tokens(context, sampler, opened.vocabulary, limit):
                written.append(token)
                progress(len(written), limit)
            seconds = time.monotonic() - started
            text = b"".join(opened.vocabulary.piece(token, special=False) for token in written)
    stopped = "length" if len(written) == limit else "stop"
    return Completion(text.decode("utf-8", "replace"), len(written), seconds, stopped)


def _tokens(context: Context, sampler: Any, vocabulary: Vocabulary, limit: int) -> Iterator[int]:
    """Sampled tokens up to the one that ends the answer, which is left out."""
    for _ in range(limit):
        token = int(llama_cpp.llama_sampler_sample(sampler, context.handle, -1))
        if vocabulary.ends_generation(token):
            return
        yield token
        context.feed([token])


@contextmanager
def _sampler(temperature: float, seed: int) -> Iterator[Any]:
    """llama.cpp's usual chain: the 40 likeliest, the top 95%, nothing below 5% of the best, then the dice."""
    chain = llama_cpp.llama_sampler_chain_init(llama_cpp.llama_sampler_chain_default_params())
    try:
        if temperature <= 0:
            llama_cpp.llama_sampler_chain_add(chain, llama_cpp.llama_sampler_init_greedy())
        else:
            llama_cpp.llama_sampler_chain_add(chain, llama_cpp.llama_sampler_init_top_k(40))
            llama_cpp.llama_sampler_chain_add(chain, llama_cpp.llama_sampler_init_top_p(0.95, 1))
            llama_cpp.llama_sampler_chain_add(chain, llama_cpp.llama_sampler_init_min_p(0.05, 1))
            llama_cpp.llama_sampler_chain_add(chain, llama_cpp.llama_sampler_init_temp(temperature))
            llama_cpp.llama_sampler_chain_add(chain, llama_cpp.llama_sampler_init_dist(seed))
        yield chain
    finally:
        llama_cpp.llama_sampler_free(chain)
