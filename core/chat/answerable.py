"""What a model can answer of a request that is one: the rest is told what is wrong, before an answer begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import llama_cpp

from core.chat.grammars import Grammars


class Answerable:
    """By one model: its vocabulary, and the grammars that llama.cpp takes."""

    def __init__(self, model: llama_cpp.Llama, grammars: Grammars) -> None:
        internals: Any = model
        self._tokens = model.n_vocab()
        self._begins = bool(internals._model.add_bos_token()) and model.token_bos() >= 0
        self._grammars = grammars

    def require(self, request: Mapping[str, Any]) -> None:
        """Raises ValueError, in words. It may take seconds, for a grammar."""
        if "messages" not in request:
            self._require_prompt(request.get("prompt", ""))
        if request.get("logit_bias_type") != "tokens":  # then it is texts
            self._require_tokens(request.get("logit_bias") or {})
        self._grammars.require(request)

    def _require_prompt(self, prompt: str | list[str]) -> None:
        texts = [prompt] if isinstance(prompt, str) else prompt
        if len(texts) > 1:
            raise ValueError(f"prompt: one text at a time is gone on with, and these are {len(texts)}.")
        if not self._begins and not any(texts):
            raise ValueError("prompt: it is empty, and this model needs something to go on from.")

    def _require_tokens(self, biases: Mapping[str, float]) -> None:
        for token in biases:
            if not (token.isascii() and token.isdigit() and int(token[:20]) < self._tokens):
                raise ValueError(
                    f"logit_bias: {token:.40} is no token of this model, which has the numbers 0 to {self._tokens - 1}."
                )
