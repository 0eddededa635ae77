"""What Transformers and PEFT compute; runs in an environment that has them, and knows nothing of Luthier.

    python peer.py MODEL JOB

JOB is a folder: job.json (`texts`, `sequences` of token ids, `targets` of the step's sequences, -100 where nothing
is learnt, `dtype`) and `adapter`, a folder as PEFT writes it. Into it go answer.json (`tokens` of the texts, `bos`,
`loss`, `versions`), logits.npz ([tokens, vocabulary] of sequence i: `base_i`, `adapter_i`) and `gradients`, the
adapter's folder with gradients in place of values.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from types import MethodType
from typing import Any

import numpy as np
import peft
import torch
import transformers
from peft import LoraConfig, get_peft_model
from safetensors.torch import load_file, save_file
from torch.nn.functional import cross_entropy

sys.path.insert(0, str(Path(__file__).parents[3] / "fixtures"))

from published import load_published

PREFIX = "base_model.model."
WEIGHTS, CONFIG = "adapter_model.safetensors", "adapter_config.json"


def main(model_folder: Path, job_folder: Path) -> None:
    job = json.loads((job_folder / "job.json").read_text())
    tokenizer = transformers.AutoTokenizer.from_pretrained(model_folder)
    answer: dict[str, Any] = {
        "tokens": [tokenizer(text, add_special_tokens=False)["input_ids"] for text in job["texts"]],
        "bos": tokenizer("a")["input_ids"][:1] == [tokenizer.bos_token_id],
        "versions": {library.__name__: library.__version__ for library in (torch, transformers, peft)},
    }
    base = load(model_folder, job["dtype"])
    logits = {f"base_{i}": logits_of(base, ids) for i, ids in enumerate(job["sequences"])}
    model, factors = with_adapter(base, job_folder / "adapter")
    logits |= {f"adapter_{i}": logits_of(model, ids) for i, ids in enumerate(job["sequences"])}
    np.savez(job_folder / "logits.npz", **logits)
    answer["loss"] = step(model, job["sequences"], job["targets"])
    write_gradients(factors, job_folder)
    (job_folder / "answer.json").write_text(json.dumps(answer))


def load(folder: Path, dtype: str) -> torch.nn.Module:
    """The checkpoint's class or its equal; weights in F32 or, of linears, as dtype says. Computed in F32."""
    said = json.loads((folder / "config.json").read_text())
    options: dict[str, Any] = {}
    if said.get("quantization_config", {}).get("quant_method") == "mxfp4":
        options["quantization_config"] = transformers.Mxfp4Config(dequantize=True)
    number = torch.bfloat16 if dtype == "bf16" else torch.float32
    model = load_published(folder, number, **options)
    if dtype == "bf16":
        widen(model)
    return model


class Widened(torch.autograd.Function):
    """x W^T with W widened for it, and again for the gradient: kept, it would take the memory that 16 bits save."""

    @staticmethod
    def forward(context: Any, x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        context.save_for_backward(weight)
        return x @ weight.float().T

    @staticmethod
    def backward(context: Any, dy: torch.Tensor) -> tuple[torch.Tensor, None]:
        (weight,) = context.saved_tensors
        return dy @ weight.float(), None


def widen(model: torch.nn.Module) -> None:
    """All but the linears' weights to F32; these stay as they are and are widened for each product."""

    def product(self: torch.nn.Linear, x: torch.Tensor) -> torch.Tensor:
        y = Widened.apply(x, self.weight)
        return y if self.bias is None else y + self.bias.float()

    for module in model.modules():
        if type(module) is torch.nn.Linear:
            module.forward = MethodType(product, module)
            continue
        for parameter in module.parameters(recurse=False):
            parameter.data = parameter.data.float()
        for key, buffer in module.named_buffers(recurse=False):
            if buffer.is_floating_point():
                setattr(module, key, buffer.float())


def with_adapter(base: torch.nn.Module, folder: Path) -> tuple[torch.nn.Module, dict[str, torch.nn.Parameter]]:
    """PEFT's own branches with the folder's values; and each of its factors by the name that the folder has."""
    config, values = json.loads((folder / CONFIG).read_text()), load_file(folder / WEIGHTS)
    names = {key.removeprefix(PREFIX).rsplit(".lora_", 1)[0] for key in values}
    modules = modules_of(base, names)
    model = get_peft_model(
        base, LoraConfig(r=config["r"], lora_alpha=config["lora_alpha"], target_modules=sorted(modules.values()))
    )
    model.eval()
    factors = {}
    for key, tensor in values.items():
        name, factor = key.removeprefix(PREFIX).removesuffix(".weight").rsplit(".lora_", 1)
        branch = model.base_model.model.get_submodule(modules[name])
        parameter = getattr(branch, f"lora_{factor}")["default"].weight
        parameter.data = tensor.float()
        factors[key] = parameter
    return model, factors


def modules_of(model: torch.nn.Module, names: set[str]) -> dict[str, str]:
    """Where the model has the linears of the adapter. A model that reads pictures, too, has its decoder deeper down."""
    linears = {name for name, module in model.named_modules() if isinstance(module, torch.nn.Linear)}
    found = {}
    for name in names:
        tail = "." + name[name.index("layers.") :]
        same = [other for other in linears if other == name or f".{other}".endswith(tail)]
        text = [other for other in same if other == name or "language_model" in other or "text_model" in other] or same
        if len(text) != 1:
            raise SystemExit(
                f"Transformers' model has no linear {name}, or several: {', '.join(sorted(same)) or 'none'}"
            )
        found[name] = text[0]
    return found


def logits_of(model: torch.nn.Module, ids: list[int]) -> np.ndarray[Any, Any]:
    with torch.no_grad():
        return model(input_ids=torch.tensor([ids]), use_cache=False).logits[0].float().numpy()


def step(model: torch.nn.Module, sequences: list[list[int]], targets: list[list[int]]) -> float:
    """The loss averaged over what is learnt, every sequence run on its own, and its gradients."""
    n_learnt = sum(target >= 0 for wanted in targets for target in wanted)
    total = 0.0
    for ids, wanted in zip(sequences, targets, strict=False):  # those of the step come first
        logits = model(input_ids=torch.tensor([ids]), use_cache=False).logits[0].float()
        loss = cross_entropy(logits, torch.tensor(wanted), ignore_index=-100, reduction="sum") / n_learnt
        loss.backward()
        total += loss.item()
    return total


def write_gradients(factors: dict[str, torch.nn.Parameter], folder: Path) -> None:
    target = folder / "gradients"
    target.mkdir()
    shutil.copy(folder / "adapter" / CONFIG, target)
    save_file({key: value.grad.contiguous() for key, value in factors.items()}, target / WEIGHTS)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
