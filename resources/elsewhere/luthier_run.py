"""What all the scripts here share: the settings, the data in the run's order, and what is brought home.

Nothing of this needs to be changed to train. `settings.json` and `data/` beside this file say what is trained and how.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import shutil
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.distributed as dist

RANK, PROCESSES = int(os.environ.get("RANK", "0")), int(os.environ.get("WORLD_SIZE", "1"))  # torchrun's names
IS_FIRST = RANK == 0  # the process that reports, and writes what comes home

FOLDER = Path(__file__).resolve().parent
IGNORED = -100  # the label of a token that is read, not learnt
RETURN = "luthier.json"  # in the adapter's folder: what Luthier wants to know when it comes home

Example = dict[str, Any]  # lists of a number for each token; of choices, `side` besides


def read_json(name: str) -> Any:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def require_answers(settings: dict[str, Any]) -> None:
    """Stops a script that cannot learn from choices."""
    if settings["objective"]["name"] != "sft":
        raise SystemExit("This run learns from choices between answers: train_choices.py does that.")


def require_one_process() -> None:
    """Stops a script that several processes would train twice."""
    if PROCESSES > 1:
        raise SystemExit(
            "This script trains in one process: start it with python. train_peft.py and train_trl.py take several."
        )


def require_equal_shares(settings: dict[str, Any]) -> None:
    """Stops where the rows of a step cannot be dealt out evenly to the processes."""
    rows = settings["gradient_accumulation_steps"]
    if rows % PROCESSES:
        fit = [str(number) for number in range(1, rows + 1) if rows % number == 0]
        more = PROCESSES * math.ceil(rows / PROCESSES)
        raise SystemExit(
            f"A step reads {rows} rows, which {PROCESSES} processes cannot share evenly. Start {' or '.join(fit)} of "
            f"them, or set gradient_accumulation_steps in settings.json to {more}: a step then reads more rows."
        )


def start_processes(settings: dict[str, Any], kind: str) -> torch.device:
    """Joins the other processes, where torchrun or `accelerate launch` started several. Returns this one's device.

    kind: cuda or cpu.
    """
    require_equal_shares(settings)
    device = torch.device(kind, int(os.environ.get("LOCAL_RANK", "0"))) if kind == "cuda" else torch.device(kind)
    if kind == "cuda":
        torch.cuda.set_device(device)
    if PROCESSES > 1 and not dist.is_initialized():
        dist.init_process_group("cpu:gloo,cuda:nccl" if kind == "cuda" else "gloo")
    return device


def of_all(*numbers: float) -> list[float]:
    """Each number's sum over all processes."""
    if PROCESSES == 1:
        return list(numbers)
    values = torch.tensor(numbers, dtype=torch.float64)
    dist.all_reduce(values)
    return values.tolist()


def read_examples(name: str) -> list[Example]:
    with (FOLDER / "data" / name).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


class Data:
    """Examples in the rows that Luthier packed them into. In a row no example sees another."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self.examples, self.held_out = read_examples("train.jsonl"), read_examples("eval.jsonl")
        self.rows: list[list[int]] = read_json("data/rows.json")
        self.held_out_rows = [[self.held_out[i] for i in row] for row in read_json("data/eval_rows.json")]
        self.seed, self.per_step = settings["seed"], settings["gradient_accumulation_steps"]
        self.steps_per_epoch = math.ceil(len(self.rows) / self.per_step)
        self.steps: int = settings["schedule"]["steps"]

    def rows_of(self, step: int) -> list[list[Example]]:
        """Of optimizer step `step`, from 0. The order is Luthier's own; an epoch's last step takes what is left."""
        epoch, place = divmod(step, self.steps_per_epoch)
        return [self.row(i) for i in self.order(epoch)[place * self.per_step : (place + 1) * self.per_step]]

    def order(self, epoch: int) -> list[int]:
        """In which the rows are visited."""
        return np.random.default_rng([self.seed, epoch]).permutation(len(self.rows)).tolist()

    def row(self, number: int) -> list[Example]:
        return [self.examples[i] for i in self.rows[number]]


def supervised(row: list[Example]) -> int:
    """How many tokens are learnt."""
    return sum(label != IGNORED for example in row for label in example["labels"])


def packed(row: list[Example], pad_to: int = 0) -> dict[str, torch.Tensor]:
    """One after the other; positions start anew with each, by which Transformers keeps them apart. All [1, tokens].

    pad_to: padding is an example of its own at the end, of which nothing is learnt.
    """
    ids = [token for example in row for token in example["input_ids"]]
    labels = [label for example in row for label in example["labels"]]
    positions = [place for example in row for place in range(len(example["input_ids"]))]
    padding = max(0, pad_to - len(ids))
    batch = {
        "input_ids": ids + [0] * padding,
        "labels": labels + [IGNORED] * padding,
        "position_ids": positions + list(range(padding)),
    }
    return {name: torch.tensor([values]) for name, values in batch.items()}


def padded(row: list[Example]) -> dict[str, torch.Tensor]:
    """A line for each example, filled up to the longest. All [examples, tokens]. The sum of the losses is the same."""
    width = max(len(example["input_ids"]) for example in row)

    def lines(name: str, filler: int) -> torch.Tensor:
        return torch.tensor([example[name] + [filler] * (width - len(example[name])) for example in row])

    return {name: lines(name, filler) for name, filler in FILLERS.items()}


FILLERS = {"input_ids": 0, "attention_mask": 0, "labels": IGNORED}


def summed_loss(model: Any, batch: dict[str, torch.Tensor], whole: bool = False) -> torch.Tensor:
    """Cross-entropy, summed over the tokens that are learnt. whole: logits of all positions, so that shapes stay."""
    inputs = {name: values for name, values in batch.items() if name != "labels"}
    wanted = batch["labels"][:, 1:]
    if not whole and len(wanted) == 1:  # only these positions' logits: with large vocabularies most of the memory
        places = (wanted[0] != IGNORED).nonzero()[:, 0]
        logits = model(**inputs, use_cache=False, logits_to_keep=places).logits[0]
        return torch.nn.functional.cross_entropy(logits.float(), wanted[0, places], reduction="sum")
    logits = model(**inputs, use_cache=False).logits[:, :-1].float()
    return torch.nn.functional.cross_entropy(
        logits.reshape(-1, logits.shape[-1]), wanted.reshape(-1), ignore_index=IGNORED, reduction="sum"
    )


def keeps_examples_apart(model: Any, data: Data, device: Any) -> bool:
    """Whether this model's attention honours positions that start anew: the loss of a packed row says it."""
    row = max((data.row(i) for i in range(min(len(data.rows), 50))), key=len)
    if len(row) == 1:
        return True
    model.eval()
    with torch.no_grad():
        together = float(summed_loss(model, on(device, packed(row))))
        alone = sum(float(summed_loss(model, on(device, packed([example])))) for example in row)
    return abs(together - alone) <= 0.005 * abs(alone)


def on(device: Any, batch: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return {name: values.to(device) for name, values in batch.items()}


def require_base(model: Any, settings: dict[str, Any]) -> None:
    """Stops where the base is not the model that the data was made for."""
    shapes = {name: list(module.weight.shape) for name, module in model.named_modules() if hasattr(module, "weight")}
    for name, shape in settings["base"]["modules"].items():
        found = next((shapes[key] for key in shapes if key == name or key.endswith("." + name)), None)
        quantized = found is not None and len(found) == 2 and found[1] == 1  # bitsandbytes keeps 4-bit weights flat
        if found != shape and not quantized:
            raise SystemExit(f"This is another base model: {name} should be {shape}, and is {found}.")
    if (rows := model.get_input_embeddings().weight.shape[0]) < settings["base"]["vocab_size"]:
        raise SystemExit(f"This base knows {rows} tokens, and the data has {settings['base']['vocab_size']}.")


def load_starting_values(model: Any, settings: dict[str, Any]) -> None:
    """Every A as Luthier draws it, so that both start from the same adapter; B is zero. Or the adapter in start/."""
    if (FOLDER / "start").exists():
        from peft import set_peft_model_state_dict
        from safetensors.torch import load_file

        set_peft_model_state_dict(model, load_file(FOLDER / "start" / "adapter_model.safetensors"))
        return
    drawn = np.random.default_rng(settings["seed"])
    factors = {name: values for name, values in model.named_parameters() if ".lora_A." in name}
    for module, (_, d_in) in settings["base"]["modules"].items():
        bound = 1 / np.sqrt(d_in)
        values = drawn.uniform(-bound, bound, (settings["lora"]["r"], d_in)).astype(np.float32)
        (own,) = [factor for name, factor in factors.items() if f".{module}.lora_A." in name]
        with torch.no_grad():
            own.copy_(torch.from_numpy(values))


def parameter_groups(model: Any, settings: dict[str, Any]) -> list[dict[str, Any]]:
    """As PyTorch's optimizers take them. LoRA+ lets B learn faster; DoRA's magnitudes do too, and do not decay."""
    optimizer = settings["optimizer"]
    groups: dict[tuple[float, float], list[Any]] = {}
    for name, values in model.named_parameters():
        if values.requires_grad:
            rate = 1.0 if ".lora_A." in name else optimizer["loraplus_lr_ratio"]
            decay = 0.0 if "lora_magnitude_vector" in name else optimizer["weight_decay"]
            groups.setdefault((rate, decay), []).append(values)
    return [
        {"params": values, "lr": optimizer["lr"] * rate, "weight_decay": decay}
        for (rate, decay), values in groups.items()
    ]


def new_optimizer(model: Any, settings: dict[str, Any]) -> torch.optim.AdamW:
    optimizer = settings["optimizer"]
    return torch.optim.AdamW(parameter_groups(model, settings), betas=tuple(optimizer["betas"]), eps=optimizer["eps"])


def share_of_rate(settings: dict[str, Any], step: int) -> float:
    """What step `step`, from 0, takes of the learning rate. Warm-up begins one notch above zero."""
    schedule = settings["schedule"]
    warmup, steps = schedule["warmup_steps"], schedule["steps"]
    if step < warmup:
        return (step + 1) / (warmup + 1)
    progress = (step - warmup) / max(1, steps - warmup)
    match schedule["name"]:
        case "constant":
            return 1.0
        case "linear":
            return 1 - progress
        case "cosine":
            return 0.5 * (1 + math.cos(math.pi * progress))
    raise SystemExit(f"settings.json: {schedule['name']} is no schedule that is known here.")


def new_scheduler(optimizer: torch.optim.Optimizer, settings: dict[str, Any]) -> torch.optim.lr_scheduler.LambdaLR:
    return torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: share_of_rate(settings, step))


class Report:
    """What is to come home beside the adapter: what was trained, by which program, and how it went."""

    def __init__(self, script: str, base: str, **facts: Any) -> None:
        self.facts = {"script": script, "base": base if not Path(base).exists() else Path(base).resolve().name, **facts}
        self.losses: list[dict[str, Any]] = []
        self.evaluations: list[dict[str, Any]] = []
        self.started = time.time()

    def step(self, step: int, loss: float, rate: float, norm: float | None) -> None:
        """step: from 1."""
        self.losses.append({"step": step, "loss": loss, "learning_rate": rate, "grad_norm": norm})

    def evaluation(self, step: int, loss: float, tokens: int) -> None:
        self.evaluations.append({"step": step, "loss": loss, "tokens": tokens})
        if IS_FIRST:
            print(f"step {step}: evaluation loss {loss:.4f}", flush=True)

    def write(self, adapter: Path) -> None:
        """Into the adapter's folder, with the fingerprint of what was trained on."""
        import peft
        import transformers

        versions = {module.__name__: module.__version__ for module in (torch, transformers, peft)}
        manifest = read_json("manifest.json")
        digests = {name: digest(FOLDER / "data" / name) for name in manifest["files"]}
        report = {
            "manifest": manifest,
            "trained_on": digests,
            **self.facts,
            "processes": PROCESSES,
            "versions": versions,
            "started": self.started,
            "seconds": time.time() - self.started,
            "steps": self.losses,
            "evaluations": self.evaluations,
        }
        (adapter / RETURN).write_text(json.dumps(report, indent=1), encoding="utf-8")
        archive = shutil.make_archive(str(adapter), "zip", adapter)
        print(f"\nDone. Take {archive} home:\n    luthier runs bring-home RUN {Path(archive).name}")


def digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def base_of(given: str | None, settings: dict[str, Any]) -> str:
    """The base to load: as given, else as Luthier knows it."""
    base = given or settings["base"]["name"]
    if not base:
        raise SystemExit("Which model is the base? Luthier does not know its name on the hub: --base OWNER/NAME")
    return base


def usual_dtype(device: str) -> torch.dtype:
    """Of the base: bfloat16 where the machine computes with it, float16 on older GPUs (T4), float32 on a CPU."""
    if device == "cpu":
        return torch.float32
    return torch.float16 if device == "cuda" and torch.cuda.get_device_capability()[0] < 8 else torch.bfloat16


def load_model(
    base: str, settings: dict[str, Any], device: Any, dtype: torch.dtype, four_bit: bool, shard: bool = False
) -> Any:
    """The base with the adapter that is to be trained, as Luthier starts it. four_bit: QLoRA (arXiv:2305.14314).

    shard: the model stays in the machine's memory, to be divided among the processes' devices.
    """
    from peft import LoraConfig, get_peft_model
    from transformers import AutoModelForCausalLM, AutoModelForImageTextToText, BitsAndBytesConfig

    how: dict[str, Any] = {}
    if four_bit:
        how["quantization_config"] = BitsAndBytesConfig(
            load_in_4bit=True, bnb_4bit_quant_type="nf4", bnb_4bit_use_double_quant=True, bnb_4bit_compute_dtype=dtype,
            # FSDP divides tensors of one floating type alone (bitsandbytes' page on FSDP and QLoRA).
            bnb_4bit_quant_storage=dtype if shard else torch.uint8,
        )  # fmt: skip
        if not shard:
            how["device_map"] = {"": device}
    text_only = all(module.startswith("model.layers.") for module in settings["base"]["modules"])
    kind = AutoModelForCausalLM if text_only else AutoModelForImageTextToText
    model = kind.from_pretrained(base, dtype=dtype, **how)
    require_base(model, settings)
    if not four_bit and not shard:
        model = model.to(device)
    model = get_peft_model(model, LoraConfig(**settings["lora"]))
    load_starting_values(model, settings)
    if IS_FIRST:
        model.print_trainable_parameters()
    return model
