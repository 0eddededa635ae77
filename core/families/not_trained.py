"""Popular models that Luthier cannot train: their names, and the part that prevents it.

They are of two kinds. For some, llama.cpp's graph ignores adapters of some weights (resources/no_hook.json lists
these): an adapter would load and do nothing. For others an operation is missing, in Luthier or in llama.cpp.
docs/models.md has the table.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from core.base.paths import RESOURCES

ANOTHER_FAMILY = "Take a model of another family: README.md lists those that Luthier trains."


@dataclass(frozen=True)
class NotTrained:
    """An architecture that cannot be trained. title: its usual name. missing: the end of a sentence that begins with
    the title. classes: of Hugging Face.
    """

    title: str
    missing: str
    classes: tuple[str, ...] = ()


_MLA = (
    "llama.cpp multiplies the projections of its compressed attention (MLA) without looking for an adapter: what was "
    "learnt there would change nothing"
)
_DELTA = (
    "its linear attention (Kimi Delta Attention) has no operation here, and llama.cpp would ignore an adapter of it"
)
_SEVERAL = "it keeps several streams of the text at once (hyper-connections), which no operation here mixes"
_VALUES = "it has no attention but a recurrence of its own (RWKV), which has no operation here"
_NO_GRAPH = "llama.cpp has no graph for it, so what was learnt could be used nowhere"
_ENCODER = "it makes vectors of texts and writes none, so it cannot learn to answer"

# GGUF's architecture -> the obstacle. Names that are not architectures of llama.cpp are Hugging Face's model_type,
# without any GGUF files.
NOT_TRAINED: Mapping[str, NotTrained] = {
    "deepseek2": NotTrained(
        "DeepSeek-V2/V3, Moonlight or GLM-4.7-Flash",
        _MLA,
        ("DeepseekV2ForCausalLM", "DeepseekV3ForCausalLM", "Glm4MoeLiteForCausalLM", "KimiVLForConditionalGeneration"),
    ),
    "deepseek2-ocr": NotTrained("DeepSeek-OCR", _MLA, ("DeepseekOCRForCausalLM",)),
    "deepseek32": NotTrained("DeepSeek-V3.2", _MLA, ("DeepseekV32ForCausalLM",)),
    "deepseek4": NotTrained("DeepSeek-V4", _SEVERAL, ("DeepseekV4ForCausalLM",)),
    "mistral4": NotTrained("Mistral 4", _MLA),
    "minicpm3": NotTrained("MiniCPM3", _MLA, ("MiniCPM3ForCausalLM",)),
    "plm": NotTrained("PLM", _MLA, ("PLMForCausalLM",)),
    "glm-dsa": NotTrained("GLM-5", _MLA, ("GlmMoeDsaForCausalLM",)),
    "dots3note": NotTrained("dots.note 3", _MLA, ("Dots3NoteForCausalLM", "Dots3NoteForConditionalGeneration")),
    "kimi-linear": NotTrained("Kimi Linear", _DELTA, ("KimiLinearForCausalLM", "KimiLinearModel")),
    "kimi-k3": NotTrained("Kimi K3", _DELTA, ("KimiK3ForConditionalGeneration",)),
    "bailingmoe3": NotTrained("Ling 3", _DELTA, ("BailingMoeV3ForCausalLM", "BailingMoeV3VLForConditionalGeneration")),
    "bailingmoe": NotTrained(
        "Ling 1 or Ring 1",
        "Transformers has no class for it that training here could be compared with, and its successors (Ling 2.0) are "
        "trained",
        ("BailingMoeForCausalLM",),
    ),
    "afmoe": NotTrained(
        "Trinity (AFMoE)",
        "its attention's output is multiplied by a gate that is a linear of its own, and Luthier has no such part yet",
        ("AfmoeForCausalLM",),
    ),
    "smallthinker": NotTrained(
        "SmallThinker",
        "its router reads what comes before attention, not what goes into the feed-forward, and Luthier has no such "
        "layers yet",
        ("SmallThinkerForCausalLM",),
    ),
    "glm5-next": NotTrained("GLM-5 Next", _DELTA, ("Glm5NextForConditionalGeneration",)),
    "glm4v": NotTrained(
        "GLM-4.1V or GLM-4.6V-Flash",
        "its checkpoints have the numbers of a head in another order than GGUF files (M-RoPE), which is not converted "
        "yet; a GGUF file of its text part (architecture glm4) can be trained",
        ("Glm4vForConditionalGeneration", "Glm46VForConditionalGeneration"),
    ),
    "hy_v4": NotTrained("Hunyuan 4", _SEVERAL, ("HYV4ForCausalLM",)),
    "gemma3n": NotTrained(
        "Gemma 3n",
        "its four parallel streams (AltUp), low-rank shortcuts (Laurel) and sparse feed-forward have no operation; "
        "llama.cpp would ignore adapters of AltUp's router and projections",
        ("Gemma3nForCausalLM", "Gemma3nForConditionalGeneration"),
    ),
    "graniteswitch": NotTrained(
        "Granite Switch",
        "llama.cpp multiplies every linear together with the adapters that the model brings, and ignores others",
        ("GraniteSwitchForCausalLM",),
    ),
    "longcat_flash": NotTrained(
        "LongCat-Flash",
        f"{_NO_GRAPH}; it would need one with compressed attention (MLA) twice in a layer, a mixture with experts that "
        "compute nothing, and embeddings of several tokens at once (n-grams)",
        ("LongcatFlashForCausalLM", "LongcatFlashNgramForCausalLM", "LongcatCausalLM"),
    ),
    "rwkv6": NotTrained("RWKV 6", _VALUES, ("Rwkv6ForCausalLM",)),
    "rwkv6qwen2": NotTrained("QRWKV 6", _VALUES, ("RWKV6Qwen2ForCausalLM",)),
    "rwkv7": NotTrained("RWKV 7", _VALUES, ("Rwkv7ForCausalLM", "RWKV7ForCausalLM")),
    "arwkv7": NotTrained("ARWKV 7", _VALUES, ("RwkvHybridForCausalLM",)),
    "mamba": NotTrained("Mamba", "its selective scan with a state for each channel (Mamba-1) has no operation here"),
    "mamba2": NotTrained("Mamba-2", "it has no attention, whose numbers Luthier asks of every model"),
    "llama4": NotTrained(
        "Llama 4",
        "its smallest has 109 billion parameters, which is more than a computer at home trains, so its attention by "
        "chunks was not built",
        ("Llama4ForCausalLM", "Llama4ForConditionalGeneration"),
    ),
    "qwen3next": NotTrained(
        "Qwen3-Next",
        "its smallest has 80 billion parameters, which is more than a computer at home trains",
        ("Qwen3NextForCausalLM",),
    ),
    "apertus": NotTrained("Apertus", "its activation (xIELU) has no operation here", ("ApertusForCausalLM",)),
    "bert": NotTrained("BERT", _ENCODER, ("BertModel", "BertForMaskedLM")),
    "gemma-embedding": NotTrained("EmbeddingGemma", _ENCODER, ("Gemma3TextModel",)),
    "t5": NotTrained("T5", "it has an encoder beside its decoder, which Luthier does not train"),
}


def why_class(names: Sequence[str]) -> NotTrained | None:
    """Return the entry of a class that is not trained. names: the classes in config.json, and its model_type."""
    for name in names:
        for architecture, entry in NOT_TRAINED.items():
            if name in entry.classes or name.replace("_", "-") == architecture.replace("_", "-"):
                return entry
    return next((NOT_TRAINED["longcat_flash"] for name in names if name.lower().startswith("longcat")), None)


@cache
def without_hook() -> dict[str, dict[str, str]]:
    """Return the weights that llama.cpp multiplies without adapters: architecture -> tensor, without its layer and
    `.weight` -> file and line of llama.cpp's src/models.
    """
    file = RESOURCES / "no_hook.json"  # tests/fixtures/make_no_hook.py writes it
    table: dict[str, dict[str, str]] = json.loads(file.read_bytes())["architectures"]
    return table


def where_ignored(architecture: str, tensor: str) -> str:
    """Return the file and line of llama.cpp that multiply a tensor without an adapter, or "" if it supports adapters.

    tensor: blk.0.attn_q.weight.
    """
    parts = tensor.removesuffix(".weight").split(".")
    name = ".".join(parts[2:] if parts[0] == "blk" and parts[1:2] and parts[1].isdecimal() else parts)
    return without_hook().get(architecture, {}).get(name, "")
