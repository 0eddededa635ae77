"""Train the adapter with TRL's SFTTrainer, on Luthier's own tokens and in its order.

    python train_trl.py [--base FOLDER_OR_NAME] [--four-bit]

A batch is one of Luthier's rows, so that a step learns what a step of Luthier's does. Dropout and NEFTune's noise are
drawn by the Trainer: the same in kind, not in number.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import luthier_run as run
import torch
from datasets import Dataset
from torch.utils.data import Sampler
from transformers import AutoTokenizer
from trl import SFTConfig, SFTTrainer

NEVER = 1e30  # a norm that no gradient has: TRL's way not to clip is to clip at this


def main() -> None:
    options = parse_options("Train the adapter with TRL.")
    settings = run.read_json("settings.json")
    run.require_answers(settings)
    data, base = run.Data(settings), run.base_of(options.base, settings)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = run.load_model(base, settings, device, run.usual_dtype(device.type), options.four_bit)
    packs = settings["packing"] and run.keeps_examples_apart(model, data, device)
    report = run.Report("train_trl.py", base, dtype=str(run.usual_dtype(device.type)), four_bit=options.four_bit)
    tokenizer = AutoTokenizer.from_pretrained(base)
    train(model, tokenizer, settings, data, options, run.packed if packs else run.padded, report)


def parse_options(what: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("--base", help="name on the hub, or a folder")
    parser.add_argument("--out", type=Path, default=run.FOLDER / "adapter", help="where the adapter goes")
    parser.add_argument("--four-bit", action="store_true", help="QLoRA: the base in 4 bits (needs an NVIDIA GPU)")
    parser.add_argument("--steps", type=int, help="stop after so many, to try it")
    return parser.parse_args()


def train(
    model: Any,
    tokenizer: Any,
    settings: dict[str, Any],
    data: run.Data,
    options: argparse.Namespace,
    collate: Callable[[list[run.Example]], dict[str, torch.Tensor]],
    report: run.Report,
) -> None:
    """On answers, by TRL's SFTTrainer."""
    optimizer = run.new_optimizer(model, settings)
    trainer = RunOrderTrainer(
        model=model,
        args=arguments(
            SFTConfig,
            settings,
            options,
            data.steps,
            packing=False,  # the rows are packed already
            dataset_kwargs={"skip_prepare_dataset": True},
        ),
        train_dataset=Dataset.from_dict({"row": list(range(len(data.rows))), "labels": data.rows}),
        data_collator=lambda batch: collate(data.row(batch[0]["row"])),
        processing_class=tokenizer,
        optimizers=(optimizer, run.new_scheduler(optimizer, settings)),
        order=RunOrder(data),
    )
    train_with(trainer, lambda step: evaluate(model, data, step, report), options, report)


def train_with(trainer: Any, evaluated: Callable[[int], None], options: argparse.Namespace, report: run.Report) -> None:
    """From the first evaluation to the folder that comes home. evaluated: after so many steps."""
    evaluated(0)
    trainer.train()
    for entry in trainer.state.log_history:
        if "loss" in entry:
            report.step(entry["step"], entry["loss"], entry["learning_rate"], float(entry["grad_norm"]))
    evaluated(trainer.state.global_step)
    trainer.model.save_pretrained(options.out, selected_adapters=["default"])
    report.write(options.out)


def arguments(kind: Any, settings: dict[str, Any], options: argparse.Namespace, steps: int, **more: Any) -> Any:
    """Of a trainer of TRL's. Optimizer and schedule are Luthier's own, and given to it beside these."""
    has_gpu = torch.cuda.is_available()
    dtype = run.usual_dtype("cuda" if has_gpu else "cpu")
    usual = {
        "output_dir": f"{options.out}-state",
        "max_steps": min(options.steps or steps, steps),
        "per_device_train_batch_size": 1,  # a row
        "gradient_accumulation_steps": settings["gradient_accumulation_steps"],
        "max_grad_norm": settings["max_grad_norm"] or NEVER,
        "neftune_noise_alpha": settings["neftune_noise_alpha"] or None,
        "gradient_checkpointing": has_gpu,
        "gradient_checkpointing_kwargs": {"use_reentrant": False},
        "bf16": dtype == torch.bfloat16,
        "fp16": dtype == torch.float16,
        "use_cpu": not has_gpu,
        "seed": settings["seed"],
        "logging_steps": 1,
        "logging_nan_inf_filter": False,
        "save_strategy": "steps" if settings["save_every"] else "no",
        "save_steps": settings["save_every"] or 1,
        "save_total_limit": 2,
        "report_to": "none",
        "remove_unused_columns": False,
    }
    return kind(**(usual | more))


class RunOrder(Sampler[int]):
    """The rows of each epoch in Luthier's order."""

    def __init__(self, data: run.Data) -> None:
        self.data, self.epoch = data, 0

    def __len__(self) -> int:
        return len(self.data.rows)

    def __iter__(self) -> Iterator[int]:
        self.epoch += 1
        return iter(self.data.order(self.epoch - 1))


class RunOrderTrainer(SFTTrainer):
    """Nothing but the order is changed."""

    def __init__(self, *args: Any, order: RunOrder, **kwargs: Any) -> None:
        self.order = order
        super().__init__(*args, **kwargs)

    def _get_train_sampler(self, *_: Any) -> RunOrder:
        return self.order


@torch.no_grad()
def evaluate(model: Any, data: run.Data, step: int, report: run.Report) -> None:
    """Mean loss of the held-out tokens, an example at a time."""
    model.eval()
    device, dtype = model.device, run.usual_dtype(model.device.type)
    total, tokens = 0.0, 0
    for example in data.held_out:
        with torch.autocast(device.type, dtype, enabled=dtype != torch.float32):
            total += float(run.summed_loss(model, run.on(device, run.packed([example]))))
        tokens += run.supervised([example])
    if tokens:
        report.evaluation(step, total / tokens, tokens)


if __name__ == "__main__":
    main()
