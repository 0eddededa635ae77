"""What is known about a model on this disk; the result of the job `models` is a list of these."""

from __future__ import annotations

import msgspec


class LocalModel(msgspec.Struct, kw_only=True):
    """name: what its program calls it. source: Luthier, Ollama, LM Studio, Hugging Face, llama.cpp or File.

    model: what `--model` takes. title: its family and size, as people say it. licence_note: what it does not allow
    the publisher of a model made from this one, as the end of a sentence. What the file does not say is empty or 0.
    """

    name: str
    source: str
    model: str
    path: str  # a GGUF file (of a split one the first part), or a folder with safetensors
    format: str = ""  # gguf or safetensors; empty: it could not be read
    title: str = ""  # Qwen3 4B
    architecture: str = ""  # as GGUF names it; of a folder that cannot be converted as config.json does
    quantization: str = ""  # Q4_K_M, BF16, ...
    context: int = 0  # tokens the model was trained for
    parameters: int = 0
    active: int = 0  # of them, those that a token is multiplied with; 0: not known
    bytes: int = 0  # on disk, all parts together
    licence: str = ""
    licence_note: str = ""
    chat_template: bool = False
    trains: bool = False
    need: int = 0  # bytes of memory that training takes at least, with the settings' defaults; 0: it does not train
    fits: bool = False  # whether that much is free now
    trouble: str = ""  # why it does not train, or cannot even be read
    hint: str = ""  # and what to do
    runs: list[str] = []
