"""A GGUF file's own tokenizer, as llama.cpp reads it."""

from __future__ import annotations

import ctypes

import llama_cpp


class Vocabulary:
    """A GGUF's own tokenizer. Valid while the model it came from is open."""

    def __init__(self, handle: llama_cpp.llama_vocab_p) -> None:
        self.handle = handle

    def __len__(self) -> int:
        return int(llama_cpp.llama_vocab_n_tokens(self.handle))

    @property
    def bos(self) -> int:
        """-1 when there is none."""
        return int(llama_cpp.llama_vocab_bos(self.handle))

    @property
    def eos(self) -> int:
        """-1 when there is none."""
        return int(llama_cpp.llama_vocab_eos(self.handle))

    @property
    def adds_bos(self) -> bool:
        """Whether llama.cpp puts BOS in front of every text."""
        return self.bos >= 0 and bool(llama_cpp.llama_vocab_get_add_bos(self.handle))

    def tokenize(self, text: str, *, add_special: bool, parse_special: bool) -> list[int]:
        """add_special: put BOS/EOS where the model wants them. parse_special: read `<|im_end|>` as one token."""
        raw = text.encode("utf-8")
        room = len(raw) + 8
        while True:
            tokens = (llama_cpp.llama_token * room)()
            count = llama_cpp.llama_tokenize(self.handle, raw, len(raw), tokens, room, add_special, parse_special)
            if count >= 0:
                return tokens[:count]
            room = -count

    def piece(self, token: int, *, special: bool = True) -> bytes:
        """The bytes a token stands for; control tokens give nothing unless `special`."""
        room = 64
        while True:
            buffer = ctypes.create_string_buffer(room)
            count = llama_cpp.llama_token_to_piece(self.handle, token, buffer, room, 0, special)
            if count >= 0:
                return buffer.raw[:count]
            room = -count

    def ends_generation(self, token: int) -> bool:
        """Whether llama.cpp stops at this token."""
        return bool(llama_cpp.llama_vocab_is_eog(self.handle, token))
