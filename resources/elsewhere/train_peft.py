"""Train the adapter with PyTorch and PEFT: the same steps as Luthier's, one after the other. The reference.

    python train_peft.py                          with the base's name from settings.json, downloaded from the hub
    python train_peft.py --base FOLDER_OR_NAME    with this base
    python train_peft.py --four-bit               QLoRA: a quarter of the memory for the weights
    python train_peft.py --resume                 go on from adapter-state/ after the session was cut
    torchrun --nproc-per-node 2 train_peft.py     on two GPUs (so does `accelerate launch`): each computes some rows
    torchrun … train_peft.py --shard              where the base is too large for one GPU: they divide its weights

Works on GPUs, on a CPU, and on a TPU where torch_xla is installed (--device tpu). Several processes take the same steps
as one.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import luthier_run as run
import torch
import torch.distributed as dist
from peft import get_peft_model_state_dict, set_peft_model_state_dict
from torch.distributed.tensor import DTensor, Shard, distribute_tensor

FLOAT16_SCALE = 1024.0  # float16 has no room for the gradients of a mean over thousands of tokens
MOST_LOST_STEPS = 10  # in a row


def main() -> None:
    options = parse_options()
    settings = run.read_json("settings.json")
    run.require_answers(settings)
    data = run.Data(settings)
    device = choose_device(options, settings)
    dtype = run.usual_dtype(device.type) if options.dtype == "auto" else getattr(torch, options.dtype)
    torch.manual_seed(settings["seed"])
    base = run.base_of(options.base, settings)
    model = run.load_model(base, settings, device, dtype, options.four_bit, options.shard)
    if not options.keep_activations and device.type != "cpu":
        model.gradient_checkpointing_enable({"use_reentrant": False})
    if options.shard:
        shard(model, settings, device)
    trainer = Trainer(model, settings, data, options, device, dtype)
    report = run.Report("train_peft.py", base, dtype=str(dtype).removeprefix("torch."), four_bit=options.four_bit)
    trainer.train(report)
    adapter = trainer.adapter_values()
    if run.IS_FIRST:
        model.save_pretrained(options.out, state_dict=adapter)
        report.write(options.out)
    if run.PROCESSES > 1:
        dist.destroy_process_group()


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Train the adapter with PyTorch and PEFT.")
    parser.add_argument("--base", help="name on the hub, or a folder")
    parser.add_argument("--out", type=Path, default=run.FOLDER / "adapter", help="where the adapter goes")
    parser.add_argument("--device", default="auto", help="auto, cuda, cpu or tpu")
    parser.add_argument("--dtype", choices=["auto", "float32", "bfloat16", "float16"], default="auto")
    parser.add_argument("--four-bit", action="store_true", help="QLoRA: the base in 4 bits (needs an NVIDIA GPU)")
    parser.add_argument("--keep-activations", action="store_true", help="faster, for more memory: no checkpointing")
    parser.add_argument("--one-by-one", action="store_true", help="an example at a time: least memory, slowest")
    parser.add_argument("--resume", action="store_true", help="go on from where it was cut")
    parser.add_argument("--steps", type=int, help="stop after so many, to try it")
    parser.add_argument("--shard", action="store_true", help="several processes divide the weights (PyTorch's FSDP2)")
    return parser.parse_args()


def choose_device(options: argparse.Namespace, settings: dict[str, Any]) -> Any:
    wanted = options.device
    if options.shard and run.PROCESSES == 1:
        raise SystemExit("--shard divides the weights among several processes: start them with torchrun.")
    if wanted == "tpu":
        run.require_one_process()
        import torch_xla

        return torch_xla.device()
    here = "cuda" if torch.cuda.is_available() else "cpu"
    return run.start_processes(settings, here if wanted == "auto" else wanted)


def shard(model: Any, settings: dict[str, Any], device: torch.device) -> None:
    """Divide the weights among the processes, layer by layer (FSDP2): each holds its share, and gathers a layer's to
    compute with it.
    """
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.fsdp import fully_shard

    mesh = init_device_mesh(device.type, (run.PROCESSES,))
    lists = {name.split(".0.")[0] for name in settings["base"]["modules"] if ".0." in name}  # model.layers
    for name in lists:
        for layer in model.base_model.model.get_submodule(name):
            fully_shard(layer, mesh=mesh)
    fully_shard(model, mesh=mesh)
    held = sum(values.to_local().numel() for values in model.parameters())
    whole = sum(values.numel() for values in model.parameters())
    print(f"process {run.RANK} holds {held:,} of {whole:,} numbers", flush=True)


class Trainer:
    """One step after the other."""

    def __init__(
        self,
        model: Any,
        settings: dict[str, Any],
        data: run.Data,
        options: argparse.Namespace,
        device: Any,
        dtype: torch.dtype,
    ) -> None:
        self.model, self.settings, self.data, self.device, self.dtype = model, settings, data, device, dtype
        self.steps = min(options.steps or data.steps, data.steps)
        self.adapter = [values for values in model.parameters() if values.requires_grad]
        self.optimizer = run.new_optimizer(model, settings)
        self.scheduler = run.new_scheduler(self.optimizer, settings)
        self.scale = FLOAT16_SCALE if dtype == torch.float16 else 1.0
        self.state, self.step = options.out.with_name(options.out.name + "-state"), 0
        self.is_tpu = device.type == "xla"
        self.packs = settings["packing"] and not options.one_by_one
        if self.packs and not run.keeps_examples_apart(model, data, device):
            print("This model's attention does not keep packed examples apart: they are computed one by one.")
            self.packs = False
        self.noise = Noise(model, settings["neftune_noise_alpha"])
        self.resume, self.sharded = options.resume, options.shard

    def train(self, report: run.Report) -> None:
        best, without_improvement, lost = math.inf, 0, 0
        if self.resume:
            self.load_state(report)
        else:
            self.evaluate(report)
        while self.step < self.steps:
            loss, norm = self.do_step()
            lost = 0 if math.isfinite(norm) else lost + 1
            if lost == MOST_LOST_STEPS:
                raise SystemExit("The loss is not a number any more. Try a lower learning rate in settings.json.")
            rate = self.settings["optimizer"]["lr"] * run.share_of_rate(self.settings, self.step - 1)
            report.step(self.step, loss, rate, norm)
            if run.IS_FIRST:
                print(f"step {self.step}/{self.steps}: loss {loss:.4f}", flush=True)
            if (every := self.settings["save_every"]) and self.step % every == 0:
                self.save_state(report)
            if (every := self.settings["eval_every"]) and self.step % every == 0 and self.step < self.steps:
                held_out = self.evaluate(report)
                best, without_improvement = (held_out, 0) if held_out < best else (best, without_improvement + 1)
                if without_improvement and without_improvement == self.settings["early_stopping_patience"]:
                    break
        self.evaluate(report)

    def do_step(self) -> tuple[float, float]:
        """The gradient of the mean loss over all supervised tokens of the step's rows. Returns loss and norm."""
        seed = self.settings["seed"] * 1_000_003 + self.step  # so that a resumed run draws the same
        torch.manual_seed(seed * run.PROCESSES + run.RANK)
        self.model.train()
        rows = self.data.rows_of(self.step)
        n_supervised, total = sum(map(run.supervised, rows)), 0.0
        weight = self.scale / n_supervised * (run.PROCESSES if self.sharded else 1)  # FSDP takes the processes' mean
        for batch in self.share_of(rows):
            with self.noise.on(batch["position_ids"]), self.autocast():
                loss = run.summed_loss(self.model, run.on(self.device, batch), whole=self.is_tpu)
            (loss * weight).backward()
            total += float(loss.detach())
        self.add_gradients()
        (total,) = run.of_all(total)
        limit = self.settings["max_grad_norm"] or math.inf
        norm = float(in_one(torch.nn.utils.clip_grad_norm_(self.adapter, limit)))
        if math.isfinite(norm):  # else the step is lost, and the adapter stays as it was
            self.optimizer.step()
        self.optimizer.zero_grad()
        self.scheduler.step()
        self.step += 1
        if self.is_tpu:
            import torch_xla

            torch_xla.sync()
        return total / n_supervised, norm

    def add_gradients(self) -> None:
        """Give each process the sum of all gradients, as FSDP has done already."""
        for values in self.adapter:
            if values.grad is None:  # a process that had no row of this step
                values.grad = torch.zeros_like(values)
            values.grad /= self.scale
        if run.PROCESSES > 1 and not self.sharded:
            together = torch.cat([values.grad.reshape(-1) for values in self.adapter])
            dist.all_reduce(together)
            for values, part in zip(self.adapter, together.split([one.numel() for one in self.adapter]), strict=True):
                values.grad.copy_(part.view_as(values))

    def share_of(self, rows: list[list[run.Example]]) -> list[dict[str, torch.Tensor]]:
        """Batches of this process's rows. Where weights are divided all compute as many: some teach nothing."""
        shares = [rows[rank :: run.PROCESSES] for rank in range(run.PROCESSES)]
        own = self.batches(shares[run.RANK])
        most = max(len(share) if self.packs else sum(map(len, share)) for share in shares) if self.sharded else 0
        return own + [NOTHING] * (most - len(own))

    def batches(self, rows: list[list[run.Example]]) -> list[dict[str, torch.Tensor]]:
        length = self.settings["row_tokens"] if self.is_tpu else 0  # a TPU compiles anew for each length
        return [run.packed(part, length) for row in rows for part in ([row] if self.packs else [[one] for one in row])]

    def autocast(self) -> Any:
        low = self.dtype != torch.float32
        return torch.autocast(self.device.type, self.dtype, enabled=low)

    @torch.no_grad()
    def evaluate(self, report: run.Report) -> float:
        """Mean loss of the held-out tokens."""
        self.model.eval()
        total, tokens = 0.0, sum(map(run.supervised, self.data.held_out_rows))
        for batch in self.share_of(self.data.held_out_rows):
            with self.autocast():
                total += float(run.summed_loss(self.model, run.on(self.device, batch), whole=self.is_tpu))
        (total,) = run.of_all(total)
        if not tokens:
            return math.inf
        report.evaluation(self.step, total / tokens, tokens)
        return total / tokens

    def adapter_values(self) -> dict[str, torch.Tensor]:
        """Whole, by PEFT's names; all processes have to ask for them."""
        values = {name: in_one(one.detach()) for name, one in self.model.named_parameters() if one.requires_grad}
        return get_peft_model_state_dict(self.model, state_dict=values)

    def save_state(self, report: run.Report) -> None:
        """All that --resume needs; written beside the old one first, since sessions end at any moment."""
        state = {
            "step": self.step,
            "adapter": self.adapter_values(),
            "optimizer": changed(self.optimizer.state_dict(), in_one),
            "scheduler": self.scheduler.state_dict(),
            "losses": report.losses,
            "evaluations": report.evaluations,
        }
        if run.IS_FIRST:
            self.state.mkdir(exist_ok=True)
            torch.save(state, self.state / "new.pt")
            (self.state / "new.pt").replace(self.state / "state.pt")

    def load_state(self, report: run.Report) -> None:
        """Read by the first process, whose machine has it."""
        there = [torch.load(self.state / "state.pt", map_location="cpu", weights_only=True) if run.IS_FIRST else None]
        if run.PROCESSES > 1:
            dist.broadcast_object_list(there)
        (state,) = there
        mesh = next((one.device_mesh for one in self.adapter if isinstance(one, DTensor)), None)

        def divided(values: torch.Tensor) -> torch.Tensor:
            if mesh is None or not values.ndim:  # a count of steps
                return values
            return distribute_tensor(values.to(self.device), mesh, [Shard(0)])

        set_peft_model_state_dict(self.model, changed(state["adapter"], divided))
        self.optimizer.load_state_dict(changed(state["optimizer"], divided))
        self.scheduler.load_state_dict(state["scheduler"])
        self.step, report.losses, report.evaluations = state["step"], state["losses"], state["evaluations"]


NOTHING = {
    "input_ids": torch.tensor([[0, 0]]),
    "labels": torch.tensor([[run.IGNORED, run.IGNORED]]),
    "position_ids": torch.tensor([[0, 1]]),
}  # a row of which nothing is learnt


def in_one(values: torch.Tensor) -> torch.Tensor:
    """The whole of what may be divided among processes; all of them have to ask for it."""
    return values.full_tensor() if isinstance(values, DTensor) else values


def changed(tree: Any, change: Callable[[torch.Tensor], torch.Tensor]) -> Any:
    """The same dicts and lists with other tensors."""
    if isinstance(tree, torch.Tensor):
        return change(tree)
    if isinstance(tree, dict):
        return {key: changed(value, change) for key, value in tree.items()}
    return [changed(value, change) for value in tree] if isinstance(tree, list) else tree


class Noise:
    """NEFTune (arXiv:2310.05914): uniform noise on the embeddings, in +-alpha / sqrt(L d), L: tokens of the example."""

    def __init__(self, model: Any, alpha: float) -> None:
        self.alpha, self.lengths = alpha, None
        if alpha:
            model.get_input_embeddings().register_forward_hook(self.add)

    def on(self, positions: torch.Tensor) -> Noise:
        self.positions = positions
        return self

    def __enter__(self) -> None:
        examples = (self.positions == 0).cumsum(-1)[0] - 1
        self.lengths = torch.bincount(examples)[examples]

    def __exit__(self, *_: object) -> None:
        self.lengths = None

    def add(self, _module: Any, _inputs: Any, output: torch.Tensor) -> torch.Tensor:
        if self.lengths is None:
            return output
        bounds = (self.alpha / (self.lengths * output.shape[-1]).sqrt()).to(output)
        return output + (2 * torch.rand_like(output) - 1) * bounds[:, None]


if __name__ == "__main__":
    main()
