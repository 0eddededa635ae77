"""Facts about models on the hub and on this disk, and about the files of a download."""

from __future__ import annotations

import msgspec

from core.base.errors import Action
from core.protocol.event import JobOf


class HubFile(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A file in a repository; for a split model the first part, which represents all. Sizes are in bytes."""

    name: str
    bytes: int  # of all files of a split model
    need: int = 0  # approximate memory for training; 0: it has no trainable weights
    fits: bool = False  # whether this machine has that much


class HubModel(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A repository with weights."""

    id: str  # owner/name, what `fetch` takes
    kinds: list[str]  # gguf, safetensors
    files: list[HubFile]
    bytes: int  # size of the safetensors checkpoint, or of the smallest GGUF file
    need: int  # approximate memory for training, of the smallest choice
    fits: bool  # whether this machine has that much
    gated: bool = False  # before a download, a licence must be accepted or access requested
    licence: str = ""
    downloads: int = 0  # in the last 30 days
    likes: int = 0
    architecture: str = ""  # the repository's name for it: llama, Qwen3ForCausalLM; "" if unknown
    trains: bool = False  # whether Luthier can train this architecture
    parameters: int = 0  # 0: unknown
    summary: str = ""  # the first paragraphs of its model card, plain text
    page: str = ""  # its address, for a browser


class FileProgress(msgspec.Struct, kw_only=True):
    """A file of a download. Sizes are in bytes."""

    name: str
    done: int
    total: int
    state: str  # waiting, downloading, retrying, checking, done


class CheckedPick(msgspec.Struct, kw_only=True):
    """A recommended model. problem: how it differs from the list, "" if it does not."""

    repo: str
    file: str
    problem: str


class CheckPicksResult(msgspec.Struct, kw_only=True):
    """The recommended models, in the list's order."""

    picks: list[CheckedPick]


class CheckPicksJob(JobOf[CheckPicksResult], tag="check-picks"):
    """Check whether the hub still has the recommended models."""


class PeekResult(msgspec.Struct, kw_only=True):
    """A model's description before its download. model: its later entry in the list. budget_bytes: the memory that
    training may take now.
    """

    model: LocalModel
    budget_bytes: int


class PeekJob(JobOf[PeekResult], tag="peek"):
    """Describe a model on the hub before the download, from its files' headers alone.

    file: as in FetchJob; "" for the repository's checkpoint.
    """

    repo: str
    file: str = ""


class LocalModel(msgspec.Struct, kw_only=True):
    """A model on this disk. name: its name in the program it belongs to. source: Luthier, Ollama, LM Studio, Hugging
    Face, llama.cpp or File.

    model: for `--model`. title: its family and size, for people. licence_note: what the licence forbids to publishers
    of derived models, as the end of a sentence. Unknown fields are empty or 0.
    """

    name: str
    source: str
    model: str
    path: str  # a GGUF file (the first part of a split one), or a folder with safetensors
    format: str = ""  # gguf or safetensors; empty: unreadable
    title: str = ""  # Qwen3 4B
    architecture: str = ""  # GGUF's name for it; for a folder that cannot be converted, config.json's
    quantization: str = ""  # Q4_K_M, BF16, ...
    context: int = 0  # tokens the model was trained for
    parameters: int = 0
    bytes: int = 0  # on disk, all parts together
    licence: str = ""
    licence_note: str = ""
    chat_template: bool = False
    trains: bool = False
    need: int = 0  # least memory for training with default settings, in bytes; 0: not trainable
    fits: bool = False  # whether that much is free now
    trouble: str = ""  # why it cannot be trained or read
    hint: str = ""  # what to do about it
    actions: tuple[Action, ...] = ()  # the same
    runs: list[str] = []
