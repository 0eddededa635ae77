"""The peer of quality.py: PEFT's training of the same case, and the small checkpoints.

Needs an environment of its own (tests/lab/bench/requirements.txt).

python tests/lab/bench/peft_quality.py pretrain qwen3 FOLDER      a small model, trained on half of the bundled book
python tests/lab/bench/peft_quality.py train CHECKPOINT FOLDER ARM …    case.npz and case.json there; writes peft.json
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterator
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from peft import LoraConfig, get_peft_model
from tokenizers import Tokenizer
from torch.nn.functional import cross_entropy
from transformers import AutoModelForCausalLM, Gemma3TextConfig, PreTrainedModel, Qwen3Config, SmolLM3Config

DEMO = Path(__file__).resolve().parents[3] / "resources" / "demo"
CONFIGS = {"qwen3": Qwen3Config, "gemma3": Gemma3TextConfig, "smollm3": SmolLM3Config}
SIZES = {
    "hidden_size": 128,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 32,
    "intermediate_size": 384,
    "max_position_embeddings": 512,
    "tie_word_embeddings": True,
}
PRETRAINING = 400  # steps
WINDOW, BATCH = 128, 8
PROJECTIONS = {
    "attn_q": "q_proj",
    "attn_k": "k_proj",
    "attn_v": "v_proj",
    "attn_output": "o_proj",
    "ffn_gate": "gate_proj",
    "ffn_up": "up_proj",
    "ffn_down": "down_proj",
}
Sequences = list[tuple[torch.Tensor, torch.Tensor]]  # tokens, and which of them are trained


def main() -> None:
    torch.set_num_threads(1)
    command, first, second, *arms = sys.argv[1:]
    if command == "pretrain":
        pretrain(first, Path(second))
    else:
        train_case(Path(first), Path(second), arms)


def pretrain(name: str, folder: Path) -> None:
    """All weights, on the first half of the book."""
    torch.manual_seed(0)
    sample = DEMO / "storyteller-6m"
    tokenizer = Tokenizer.from_file(str(sample / "tokenizer.json"))
    known = json.loads((sample / "config.json").read_text())
    special = {key: known[key] for key in ("bos_token_id", "eos_token_id", "pad_token_id") if key in known}
    own = {"query_pre_attn_scalar": SIZES["head_dim"]} if name == "gemma3" else {}
    config = CONFIGS[name](**SIZES, **own, vocab_size=known["vocab_size"], **special)
    model = AutoModelForCausalLM.from_config(config)
    book = (DEMO / "holmes.txt").read_text(encoding="utf-8")
    ids = torch.tensor(tokenizer.encode(book[: len(book) // 2]).ids)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for _ in range(PRETRAINING):
        starts = torch.randint(0, len(ids) - WINDOW, (BATCH,)).tolist()
        batch = torch.stack([ids[start : start + WINDOW] for start in starts])
        loss = model(input_ids=batch, labels=batch).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    model.save_pretrained(folder)
    for path in sample.glob("tokenizer*"):
        shutil.copy(path, folder)
    for path in sample.glob("chat_template*"):
        shutil.copy(path, folder)


def train_case(checkpoint: Path, folder: Path, arms: list[str]) -> None:
    arrays, settings = np.load(folder / "case.npz"), json.loads((folder / "case.json").read_text())
    results = {arm: train_arm(checkpoint, arrays, settings, arm) for arm in arms}
    (folder / "peft.json").write_text(json.dumps(results))


def train_arm(checkpoint: Path, arrays: Any, settings: dict[str, Any], arm: str) -> dict[str, Any]:
    torch.manual_seed(settings["seed"])
    base = AutoModelForCausalLM.from_pretrained(checkpoint, dtype=torch.float32, attn_implementation="sdpa")
    lora = LoraConfig(r=16, lora_alpha=32, target_modules=sorted(PROJECTIONS.values()))
    model = get_peft_model(base, lora)
    model.train()
    if arm in ("peft", "order"):
        load_a(model, arrays)
    adapter = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(adapter, lr=1.0, weight_decay=0.0)
    train, losses = sequences(arrays, "train"), []
    for rate, batch in zip(settings["rates"], batches(arrays, settings, arm, len(train)), strict=False):
        chosen = [train[i] for i in batch]
        n_trained = sum(int(trained[1:].sum()) for _, trained in chosen)
        losses.append(sum(backward(model, tokens, trained, n_trained) for tokens, trained in chosen))
        torch.nn.utils.clip_grad_norm_(adapter, 1.0)
        optimizer.param_groups[0]["lr"] = rate
        optimizer.step()
        optimizer.zero_grad()
    model.eval()
    with torch.no_grad():
        held_out = sequences(arrays, "eval")
        total = sum(float(summed_loss(model, tokens, trained)) for tokens, trained in held_out)
    return {"losses": losses, "evaluation": total / sum(int(trained[1:].sum()) for _, trained in held_out)}


def batches(arrays: Any, settings: dict[str, Any], arm: str, n: int) -> Iterator[list[int]]:
    """The sequences of each step, so many steps or more."""
    members, borders = arrays["members"].tolist(), arrays["borders"].tolist()
    rows = [members[start:end] for start, end in pairwise(borders)]
    per_step = len(settings["steps"][0])
    match arm:
        case "peft" | "init":
            for step in settings["steps"]:
                yield [i for row in step for i in rows[row]]
        case "order":
            while True:
                order = torch.randperm(len(rows)).tolist()
                for start in range(0, len(rows), per_step):
                    yield [i for row in order[start : start + per_step] for i in rows[row]]
        case "mixed":
            sizes = [sum(len(rows[row]) for row in step) for step in settings["steps"]]
            drawn = chain.from_iterable(torch.randperm(n).tolist() for _ in iter(int, 1))
            yield from (list(islice(drawn, size)) for size in sizes)
        case "padded":
            while True:
                order = torch.randperm(n).tolist()
                yield from (order[start : start + per_step] for start in range(0, n, per_step))


def backward(model: PreTrainedModel, tokens: torch.Tensor, trained: torch.Tensor, n_trained: int) -> float:
    loss = summed_loss(model, tokens, trained) / n_trained
    loss.backward()
    return float(loss)


def summed_loss(model: PreTrainedModel, tokens: torch.Tensor, trained: torch.Tensor) -> torch.Tensor:
    logits = model(input_ids=tokens[None]).logits[0, :-1]
    return cross_entropy(logits, torch.where(trained, tokens, -100)[1:], reduction="sum")


def sequences(arrays: Any, part: str) -> Sequences:
    ends = np.cumsum(arrays[f"{part}/lengths"])[:-1]
    tokens = np.split(arrays[f"{part}/tokens"].astype(np.int64), ends)
    trained = np.split(arrays[f"{part}/trained"], ends)
    return [(torch.from_numpy(t), torch.from_numpy(m)) for t, m in zip(tokens, trained, strict=True)]


def load_a(model: PreTrainedModel, arrays: Any) -> None:
    """Our starting values; every B is zero on both sides."""
    parameters = dict(model.named_parameters())
    for key in arrays.files:
        if found := re.fullmatch(r"a/blk\.(\d+)\.(\w+)\.weight", key):
            projection = PROJECTIONS[found[2]]
            (name,) = [n for n in parameters if f"layers.{found[1]}." in n and f"{projection}.lora_A" in n]
            with torch.no_grad():
                parameters[name].copy_(torch.from_numpy(arrays[key]))


if __name__ == "__main__":
    main()
