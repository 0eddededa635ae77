"""Our side: tokens/s, peak memory and phases of a LoRA training step, in a process of its own. Prints one JSON line.

python -m tests.lab.bench.our_step build/bench/smollm2-135m-q8_0.gguf --tokens 512 --detail
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from core.base.systems.machine import peak_rss
from core.engine.ggml.devices import DeviceBackend, find_devices
from core.engine.ggml.lib import load as load_plain
from core.engine.kernels.interface import INT8
from core.engine.kernels.library import Kernels, load, load_kernels
from core.engine.model.weights import LoadedModel, load_model
from core.engine.train.plan.search import plan_memory
from core.engine.train.rows import PackedRow
from core.engine.train.step import train_step
from core.engine.train.training import Training
from core.protocol.config import TrainConfig
from core.worker import be_a_good_neighbour
from tests.lab.bench.environments import Options
from tests.lab.bench.make_model import random_model, random_row
from tests.lab.bench.phases import PHASES, TimedBackend

# What the names of kernels say: those of 8, 6 and 4 bits, and those of F32.
HELD_TO = {"avx512": ("AVX-512", "AVX-512"), "avxvnni": ("AVX-VNNI", "AVX2"), "avx2": ("AVX2", "AVX2")}


def main() -> None:
    be_a_good_neighbour()
    options = parse_options()
    started = time.perf_counter()
    training, backend, row, plan = prepare(options)
    prepared = time.perf_counter() - started
    seconds, processor, python = [], [], 0.0
    for _ in range(options.steps):
        backend.seconds, begun, worked = 0.0, time.perf_counter(), time.process_time()
        result = train_step(training.engine, training.optimizer, [row], 1e-4)
        seconds.append(time.perf_counter() - begun)
        processor.append(time.process_time() - worked)
        if seconds[-1] == min(seconds):
            python = seconds[-1] - backend.seconds
    if options.checkpoint:
        with TemporaryDirectory() as folder:
            training.save(Path(folder), {})
    report = {
        "tokens": options.tokens,
        "tok_s": round(options.tokens / min(seconds), 1),
        "peak_rss_bytes": peak_rss(),
        "planned_bytes": plan.memory.total,
        "device_layers": plan.memory.device_layers,
        "device_planned_bytes": plan.memory.device,
        "kept_layers": plan.memory.kept_layers,
        "backward": plan.memory.backward,
        "loss": round(result.loss, 3),
        "prepare_seconds": round(prepared, 1),
        "step_seconds": round(min(seconds), 3),
        "processor_seconds": round(min(processor), 3),  # of all threads, those that wait for others too
    }
    if options.phases or options.detail:
        report |= profile(training, backend, row, min(seconds), python)
    for (phase, what), spent in backend.detail.most_common(options.detail):
        print(f"{spent * 1000:8.1f} ms  {phase:12} {what}")
    print(json.dumps(report))


def parse_options() -> argparse.Namespace:
    parser = Options(__doc__, tokens=64, steps=1, detail=5)
    parser.add_argument("model", type=Path, nargs="?", help="none: random weights of few sizes")
    parser.add_argument("--tokens", type=int, default=512)
    parser.add_argument("--supervised", type=float, default=1.0, help="share of the tokens that are learnt")
    parser.add_argument("--rank", type=int, default=16)
    parser.add_argument("--threads", type=int, default=0, help="0: as many as training takes")
    parser.add_argument("--layers", default="all", help="that are trained, as the setting has them")
    parser.add_argument("--steps", type=int, default=4)
    parser.add_argument("--budget", type=float, default=0, help="GiB; 0: what the machine has free")
    parser.add_argument("--backward", choices=["auto", "cached", "streamed"], default="auto")
    parser.add_argument("--device", default="cpu", help="as `luthier devices` names it")
    parser.add_argument(
        "--isa",
        choices=["native", *HELD_TO, "none"],
        default="native",
        help="of our own kernels only those; none: none of them",
    )
    parser.add_argument("--checkpoint", action="store_true", help="save one, as a run does")
    parser.add_argument("--phases", action="store_true", help="say where the seconds go")
    parser.add_argument("--detail", type=int, nargs="?", const=40, default=0, help="list the dearest operations")
    return parser.parsed()


def prepare(options: argparse.Namespace):  # Training, TimedBackend, the row, the memory plan
    config = TrainConfig(
        rank=options.rank,
        layers=options.layers,
        threads=options.threads,
        alpha=2 * options.rank,
        context=options.tokens,
        memory_budget=int(options.budget * 2**30),
        backward=options.backward,
    )
    ggml = load()
    if options.isa != "native":
        ggml.kernels = Kernels(None) if options.isa == "none" else kernels_held_to(options.isa)
    backend = TimedBackend(ggml, options.threads)
    device = None if options.device == "cpu" else opened(options.device)
    loaded = LoadedModel(ggml, backend, load_model(ggml, options.model or random_model("tiny", "q8_0")), device)
    plan = plan_memory(loaded, config, options.tokens)
    row = random_row(loaded.model.shape.n_vocab, options.tokens, options.supervised)
    return Training(loaded, config, [row], [], plan, lambda done, total: None), backend, row, plan


def opened(name: str) -> DeviceBackend:
    """A device, whether it passed its test or not."""
    found = {device.name: device for device in find_devices(load_plain())}
    if name not in found:
        raise SystemExit(f"There is no {name}; there are: {', '.join(found) or 'none'}.")
    return found[name].open()


def kernels_held_to(isa: str) -> Kernels:
    """Those that a processor without anything newer takes."""
    choices = [load_kernels(choice) for choice in range(4)]
    integers, floats = HELD_TO[isa]
    for kernels in choices:
        if INT8 in kernels and integers in kernels.name(INT8):
            kernels.f32 = next(other.f32 for other in choices if other.f32 and floats in other.f32.name.decode())
            return kernels
    raise SystemExit(f"This processor has no kernels for {isa}.")


def profile(training: Training, backend: TimedBackend, row: PackedRow, seconds: float, python: float) -> dict[str, Any]:
    """Seconds by phase. Node by node a step is a little slower: what is found is scaled to the whole."""
    backend.loss_tapes = {id(chunk.tape) for chunk in training.engine._loss_graphs(with_gradient=True)._chunks}
    backend.optimizer_tapes = {id(training.optimizer._graph)}
    backend.by_node = True
    train_step(training.engine, training.optimizer, [row], 1e-4)
    phases = Counter[str]()
    for (phase, _), spent in backend.detail.items():
        phases[phase] += spent
    scale = (seconds - python) / phases.total()
    found = {f"{name}_seconds": round(phases[name] * scale, 3) for name in PHASES if name != "python"}
    return found | {"python_seconds": round(python, 3), "kinds": backend.kinds}


if __name__ == "__main__":
    main()
