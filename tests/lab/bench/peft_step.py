"""The peer: tokens/s and peak memory of a LoRA training step with Transformers + PEFT on the CPU.

Random weights in the shape of known models, so nothing is downloaded; every token is supervised. Needs an environment
of its own (tests/lab/bench/requirements.txt). For a laptop's instruction set on a newer machine, set
ATEN_CPU_CAPABILITY=avx2 and ONEDNN_MAX_CPU_ISA=AVX2.

    python tests/lab/bench/peft_step.py --shape llama-3.2-1b --dtype f32 --tokens 512 --checkpointing

Prints one JSON line. tok_s is that of the fastest step.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import time

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from transformers import LlamaConfig, LlamaForCausalLM

SIZES = (
    "hidden_size",
    "num_hidden_layers",
    "num_attention_heads",
    "num_key_value_heads",
    "intermediate_size",
    "vocab_size",
)
SHAPES = {  # as make_model.py has them
    "tiny": (256, 4, 4, 2, 512, 4096),
    "smollm2-135m": (576, 30, 9, 3, 1536, 49152),
    "qwen2.5-0.5b": (896, 24, 14, 2, 4864, 151936),
    "llama-3.2-1b": (2048, 16, 32, 8, 8192, 128256),
}
DTYPES = {"f32": torch.float32, "bf16": torch.bfloat16}


def main() -> None:
    options = parse_options()
    torch.manual_seed(0)
    torch.set_num_threads(options.threads)
    model = build_model(options.shape, DTYPES[options.dtype], options.rank, options.checkpointing)
    ids = torch.randint(0, model.config.vocab_size, (1, options.tokens))
    loss, seconds = time_steps(model, ids, options.steps)
    result = {
        "peer": "peft",
        "shape": options.shape,
        "dtype": options.dtype,
        "tokens": options.tokens,
        "rank": options.rank,
        "threads": options.threads,
        "checkpointing": options.checkpointing,
        "isa": os.environ.get("ONEDNN_MAX_CPU_ISA", "native"),
        "tok_s": round(options.tokens / seconds, 1),
        "peak_rss_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        "loss": round(loss, 3),
    }
    print(json.dumps(result))


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time a LoRA training step with Transformers and PEFT.")
    parser.add_argument("--shape", choices=SHAPES, default="smollm2-135m")
    parser.add_argument("--dtype", choices=DTYPES, default="f32", help="of the frozen weights; the adapter is F32")
    parser.add_argument("--tokens", type=int, default=512)
    parser.add_argument("--rank", type=int, default=16)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--steps", type=int, default=4)
    parser.add_argument("--checkpointing", action="store_true", help="recompute activations layer by layer")
    return parser.parse_args()


def build_model(shape: str, dtype: torch.dtype, rank: int, checkpointing: bool) -> PeftModel:
    """A frozen random model of that shape with LoRA on every linear, ready to train."""
    sizes = dict(zip(SIZES, SHAPES[shape], strict=True))
    torch.set_default_dtype(dtype)  # the weights are made in this type: a cast afterwards would double the peak
    base = LlamaForCausalLM(LlamaConfig(**sizes, max_position_embeddings=4096, tie_word_embeddings=True))
    torch.set_default_dtype(torch.float32)
    model = get_peft_model(base, LoraConfig(r=rank, lora_alpha=2 * rank, target_modules="all-linear"))
    model.train()
    if checkpointing:
        model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
        model.enable_input_require_grads()
    return model


def time_steps(model: PeftModel, ids: torch.Tensor, steps: int) -> tuple[float, float]:
    """Train `steps` steps; returns the last loss and the seconds of the fastest step."""
    adapter = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(adapter, lr=1e-4)
    fastest, loss = float("inf"), torch.zeros(())
    for _ in range(steps):
        started = time.perf_counter()
        loss = model(input_ids=ids, labels=ids).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(adapter, 1.0)
        optimizer.step()
        optimizer.zero_grad()
        fastest = min(fastest, time.perf_counter() - started)
    return loss.item(), fastest


if __name__ == "__main__":
    main()
