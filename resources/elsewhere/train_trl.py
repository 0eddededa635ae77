"""Train the adapter with TRL's SFTTrainer, on Luthier's own tokens and in its order.

    python train_trl.py [--base FOLDER_OR_NAME] [--four-bit]
    python train_trl.py --resume                      go on from the newest saved state after the session was cut
    torchrun --nproc-per-node 2 train_trl.py          on two GPUs (so does `accelerate launch`): each computes some rows
    torchrun --nproc-per-node 2 train_trl.py --shard  where the base is too large for one GPU: they divide its weights

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
    options = parse_options("Train the adapter with TRL.", shares=True)
    settings = run.read_json("settings.json")
    run.require_answers(settings)
    data, base = run.Data(settings), run.base_of(options.base, settings)
    device = run.start_processes(settings, "cuda" if torch.cuda.is_available() else "cpu")
    if options.shard and (run.PROCESSES == 1 or device.type == "cpu"):
        raise SystemExit(
            "--shard divides the weights among several GPUs, and Accelerate divides nothing on a CPU: start "
            "several processes with torchrun on GPUs, or take train_peft.py, whose --shard does both."
        )
    model = run.load_model(base, settings, device, run.usual_dtype(device.type), options.four_bit)
    packs = settings["packing"] and run.keeps_examples_apart(model, data, device)
    report = run.Report("train_trl.py", base, dtype=str(run.usual_dtype(device.type)), four_bit=options.four_bit)
    tokenizer = AutoTokenizer.from_pretrained(base)
    train(model, tokenizer, settings, data, options, run.packed if packs else run.padded, report)


def parse_options(what: str, shares: bool = False) -> argparse.Namespace:
    """shares: several processes can do it."""
    parser = argparse.ArgumentParser(description=what)
    parser.set_defaults(shard=False)
    parser.add_argument("--base", help="name on the hub, or a folder")
    parser.add_argument("--out", type=Path, default=run.FOLDER / "adapter", help="where the adapter goes")
    parser.add_argument("--four-bit", action="store_true", help="QLoRA: the base in 4 bits (needs an NVIDIA GPU)")
    parser.add_argument("--steps", type=int, help="stop after so many, to try it")
    parser.add_argument("--resume", action="store_true", help="go on from the newest saved state")
    if shares:
        parser.add_argument("--shard", action="store_true", help="several GPUs divide the weights (PyTorch's FSDP2)")
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
        train_dataset=Dataset.from_dict({"row": list(range(len(data.rows) + 1)), "labels": [*data.rows, []]}),
        data_collator=lambda batch: collate(data.row(batch[0]["row"]) if batch[0]["row"] < len(data.rows) else NOTHING),
        processing_class=tokenizer,
        optimizers=(optimizer, run.new_scheduler(optimizer, settings)),
        data=data,
    )
    train_with(trainer, lambda step: evaluate(model, data, step, report), options, report)


def train_with(trainer: Any, evaluated: Callable[[int], None], options: argparse.Namespace, report: run.Report) -> None:
    """From the first evaluation to the folder that comes home. evaluated: after so many steps."""
    evaluated(0)
    trainer.train(resume_from_checkpoint=options.resume or None)
    for entry in trainer.state.log_history:
        if "loss" in entry:
            report.step(entry["step"], entry["loss"], entry["learning_rate"], float(entry["grad_norm"]))
    evaluated(trainer.state.global_step)
    values = trainer.accelerator.get_state_dict(trainer.model_wrapped) if options.shard else None  # gathered by all
    if run.IS_FIRST:
        trainer.model.save_pretrained(options.out, state_dict=values, selected_adapters=["default"])
        report.write(options.out)


def arguments(kind: Any, settings: dict[str, Any], options: argparse.Namespace, steps: int, **more: Any) -> Any:
    """Of a trainer of TRL's. Optimizer and schedule are Luthier's own, and given to it beside these."""
    has_gpu = torch.cuda.is_available()
    dtype = run.usual_dtype("cuda" if has_gpu else "cpu")
    usual = {
        "output_dir": f"{options.out}-state",
        "max_steps": min(options.steps or steps, steps),
        "per_device_train_batch_size": 1,  # a row
        "gradient_accumulation_steps": settings["gradient_accumulation_steps"] // run.PROCESSES,
        "ddp_find_unused_parameters": False,
        "fsdp": "full_shard auto_wrap" if options.shard else "",
        "fsdp_config": {"version": 2} if options.shard else None,
        "max_grad_norm": settings["max_grad_norm"] or NEVER,
        "neftune_noise_alpha": settings["neftune_noise_alpha"] or None,
        "gradient_checkpointing": has_gpu and not options.shard,
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


NOTHING: list[run.Example] = [{"input_ids": [0, 0], "labels": [run.IGNORED] * 2, "attention_mask": [1, 1]}]


class RunOrder(Sampler[int]):
    """The rows of each epoch in Luthier's order; at its end some that teach nothing, so that all processes have one."""

    def __init__(self, data: run.Data, steps_done: Callable[[], int]) -> None:
        """steps_done: by the trainer, which may go on in the middle of an epoch."""
        self.data, self.steps_done = data, steps_done

    def __len__(self) -> int:
        return len(self.data.rows) + self.missing

    @property
    def missing(self) -> int:
        return -len(self.data.rows) % run.PROCESSES

    def __iter__(self) -> Iterator[int]:
        order = self.data.order(self.steps_done() // self.data.steps_per_epoch)
        return iter(order + [len(self.data.rows)] * self.missing)


class RunOrderTrainer(SFTTrainer):
    """Nothing but the order is changed."""

    def __init__(self, *args: Any, data: run.Data, **kwargs: Any) -> None:
        self.data = data
        super().__init__(*args, **kwargs)

    def _get_train_sampler(self, *_: Any) -> RunOrder:
        return RunOrder(self.data, lambda: self.state.global_step)


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
