"""The peer: the seconds that TRL takes for conversations, padded and packed as its SFTTrainer does it, on the CPU.

Random weights in the shape of known models, in F32 (peft_step.py). real_rows.py runs this, and writes the rows: tokens,
and labels for those that are supervised. Needs tests/lab/bench/requirements.txt.

    python tests/lab/bench/trl_rows.py ROWS.json --context 512

Prints one JSON line: for each way its rows, how full they are, and the seconds of one update on all of them, of the
processor and of the clock.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path
from typing import Any

import torch
from datasets import Dataset
from peft_step import SHAPES, build_model
from trl import pack_dataset
from trl.trainer.sft_trainer import DataCollatorForLanguageModeling


def main() -> None:
    options = parse_options()
    torch.manual_seed(0)
    torch.set_num_threads(options.threads)
    model = build_model(options.shape, torch.float32, options.rank, False)
    rows = Dataset.from_list(json.loads(options.rows.read_text()))
    packed = pack_dataset(rows, options.context, "bfd")
    ways = {
        "padded": batches(rows, options.batch, padding_free=False),
        "packed": batches(packed, 1, padding_free=True),
    }
    useful = sum(map(len, rows["input_ids"]))
    print(json.dumps({way: timed(model, inputs, options.passes, useful) for way, inputs in ways.items()}))


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time an update of TRL's on given rows.")
    parser.add_argument("rows", type=Path)
    parser.add_argument("--shape", choices=SHAPES, default="smollm2-135m")
    parser.add_argument("--context", type=int, default=512)
    parser.add_argument("--batch", type=int, default=8, help="conversations that are padded together")
    parser.add_argument("--rank", type=int, default=16)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--passes", type=int, default=2)
    return parser.parse_args()


def batches(rows: Dataset, size: int, *, padding_free: bool) -> list[dict[str, Any]]:
    """Return what the trainer gives the model for each batch."""
    collate = DataCollatorForLanguageModeling(pad_token_id=0, padding_free=padding_free)
    return [collate([rows[i] for i in range(at, min(at + size, len(rows)))]) for at in range(0, len(rows), size)]


def timed(model: Any, inputs: list[dict[str, Any]], passes: int, useful: int) -> dict[str, float]:
    """Take updates on all batches, and return the seconds of the fastest."""
    adapter = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(adapter, lr=1e-4)
    processor = clock = float("inf")
    for _ in range(passes):
        began, worked = time.perf_counter(), time.process_time()
        for batch in inputs:
            model(**batch).loss.backward()
        torch.nn.utils.clip_grad_norm_(adapter, 1.0)
        optimizer.step()
        optimizer.zero_grad()
        clock, processor = min(clock, time.perf_counter() - began), min(processor, time.process_time() - worked)
    computed = sum(batch["input_ids"].numel() for batch in inputs)
    rows = sum(len(batch["input_ids"]) for batch in inputs)
    return {"rows": rows, "fill": useful / computed, "processor": processor, "clock": clock}


if __name__ == "__main__":
    main()
