"""What is known about a model on the hub and on this disk, and about the files of a download."""

from __future__ import annotations

import msgspec

from core.base.errors import Action
from core.protocol.event import JobOf


class HubFile(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A file in a repository; of a split model the first, which stands for all. Sizes in bytes."""

    name: str
    bytes: int  # of all files of a split model
    need: int = 0  # memory that training with it takes, roughly; 0: it holds no weights that train
    fits: bool = False  # whether this machine has that much


class HubModel(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A repository with weights."""

    id: str  # owner/name, what `fetch` takes
    kinds: list[str]  # gguf, safetensors
    files: list[HubFile]
    bytes: int  # of the safetensors checkpoint, or of the smallest GGUF file
    need: int  # memory that training takes, roughly: of the smallest choice
    fits: bool  # whether that is there
    gated: bool = False  # the owner wants a licence accepted, or access asked for, before a download
    licence: str = ""
    downloads: int = 0  # in the last 30 days
    likes: int = 0
    architecture: str = ""  # as the repository names it: llama, Qwen3ForCausalLM; "" when it does not say
    trains: bool = False  # whether Luthier can train this architecture
    parameters: int = 0  # 0: it does not say
    summary: str = ""  # the first paragraphs of its model card, plain text
    page: str = ""  # its address, for a browser


class FileProgress(msgspec.Struct, kw_only=True):
    """One file of a download. Sizes in bytes."""

    name: str
    done: int
    total: int
    state: str  # waiting, downloading, retrying, checking, done


class CheckedPick(msgspec.Struct, kw_only=True):
    """One of the models to start with. problem: what is no longer as the list has it, "" where all is."""

    repo: str
    file: str
    problem: str


class CheckPicksResult(msgspec.Struct, kw_only=True):
    """The picks in the list's order."""

    picks: list[CheckedPick]


class CheckPicksJob(JobOf[CheckPicksResult], tag="check-picks"):
    """Ask the hub whether the models to start with are still there."""


class PeekResult(msgspec.Struct, kw_only=True):
    """model: as it would be listed once it is here. budget_bytes: the memory that training may take now."""

    model: LocalModel
    budget_bytes: int


class PeekJob(JobOf[PeekResult], tag="peek"):
    """Say what a model on the hub is, by the headers of its files alone, before it is downloaded.

    file: as a FetchJob takes it; "" for the repository's checkpoint.
    """

    repo: str
    file: str = ""


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
    bytes: int = 0  # on disk, all parts together
    licence: str = ""
    licence_note: str = ""
    chat_template: bool = False
    trains: bool = False
    need: int = 0  # bytes of memory that training takes at least, with the settings' defaults; 0: it does not train
    fits: bool = False  # whether that much is free now
    trouble: str = ""  # why it does not train, or cannot even be read
    hint: str = ""  # and what to do
    actions: tuple[Action, ...] = ()  # the same
    runs: list[str] = []
