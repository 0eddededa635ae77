"""What the hub reads of a model card: https://huggingface.co/docs/hub/model-cards."""

from __future__ import annotations

from huggingface_hub import ModelCardData

from core.export.card.facts import Facts


def front_matter(facts: Facts) -> str:
    """YAML between two lines of dashes. What is not known is left out; the hub refuses what it cannot resolve."""
    base = facts.base
    licence = base.hub_licence
    data = ModelCardData(
        base_model=base.repo or None,
        license=licence or None,
        license_name=base.licence.lower().replace(" ", "-") if licence == "other" else None,
        license_link=base.link or None if licence == "other" else None,
        language=facts.languages or None,
        library_name="gguf" if facts.is_gguf else "peft",
        pipeline_tag="text-generation",
        tags=_tags(facts),
        # A whole model is a fine-tune, whatever its weights' types: "quantized" means the same model, smaller.
        base_model_relation=("adapter" if facts.is_adapter else "finetune") if base.repo else None,
    )
    return f"---\n{data.to_yaml().strip()}\n---\n"


def _tags(facts: Facts) -> list[str]:
    tags = ["luthier", "dora" if facts.config.dora else "lora"]
    tags += ["gguf", "llama.cpp"] if facts.is_gguf else []
    return tags + (["conversational"] if facts.conversations else [])
