"""Train the adapter with PyTorch and PEFT: the same steps as Luthier's, one after the other. The reference.

    python train_peft.py                          with the base's name from settings.json, downloaded from the hub
    python train_peft.py --base FOLDER_OR_NAME    with this base
    python train_peft.py --four-bit               QLoRA: a quarter of the memory for the weights
    python train_peft.py --resume                 go on from adapter-state/ after the session was cut

Works on a GPU, on a CPU, and on a TPU where torch_xla is installed (--device tpu).
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import Any

import luthier_run as run
import torch
from peft import get_peft_model_state_dict, set_peft_model_state_dict

FLOAT16_SCALE = 1024.0  # float16 has no room for the gradients of a mean over thousands of tokens
MOST_LOST_STEPS = 10  # in a row


def main() -> None:
    options = parse_options()
    settings = run.read_json("settings.json")
    run.require_answers(settings)
    data = run.Data(settings)
    device = choose_device(options.device)
    dtype = run.usual_dtype(device.type) if options.dtype == "auto" else getattr(torch, options.dtype)
    torch.manual_seed(settings["seed"])
    base = run.base_of(options.base, settings)
    model = run.load_model(base, settings, device, dtype, options.four_bit)
    if not options.keep_activations and device.type != "cpu":
        model.gradient_checkpointing_enable({"use_reentrant": False})
    trainer = Trainer(model, settings, data, options, device, dtype)
    report = run.Report("train_peft.py", base, dtype=str(dtype).removeprefix("torch."), four_bit=options.four_bit)
    trainer.train(report)
    model.save_pretrained(options.out)
    report.write(options.out)


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
    return parser.parse_args()


def choose_device(wanted: str) -> Any:
    if wanted == "tpu":
        import torch_xla

        return torch_xla.device()
    return torch.device(("cuda" if torch.cuda.is_available() else "cpu") if wanted == "auto" else wanted)


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
        self.resume = options.resume

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
        torch.manual_seed(self.settings["seed"] * 1_000_003 + self.step)  # so that a resumed run draws the same
        self.model.train()
        rows = self.data.rows_of(self.step)
        n_supervised, total = sum(map(run.supervised, rows)), 0.0
        for batch in self.batches(rows):
            with self.noise.on(batch["position_ids"]), self.autocast():
                loss = run.summed_loss(self.model, run.on(self.device, batch), whole=self.is_tpu)
            (loss * (self.scale / n_supervised)).backward()
            total += float(loss.detach())
        for values in self.adapter:
            values.grad /= self.scale
        limit = self.settings["max_grad_norm"] or math.inf
        norm = float(torch.nn.utils.clip_grad_norm_(self.adapter, limit))
        if math.isfinite(norm):  # else the step is lost, and the adapter stays as it was
            self.optimizer.step()
        self.optimizer.zero_grad()
        self.scheduler.step()
        self.step += 1
        if self.is_tpu:
            import torch_xla

            torch_xla.sync()
        return total / n_supervised, norm

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
        total, tokens = 0.0, 0
        for row in self.data.held_out_rows:
            for batch in self.batches([row]):
                with self.autocast():
                    total += float(run.summed_loss(self.model, run.on(self.device, batch), whole=self.is_tpu))
            tokens += run.supervised(row)
        if not tokens:
            return math.inf
        report.evaluation(self.step, total / tokens, tokens)
        return total / tokens

    def save_state(self, report: run.Report) -> None:
        """All that --resume needs; written beside the old one first, since sessions end at any moment."""
        self.state.mkdir(exist_ok=True)
        state = {
            "step": self.step,
            "adapter": get_peft_model_state_dict(self.model),
            "optimizer": self.optimizer.state_dict(),
            "scheduler": self.scheduler.state_dict(),
            "losses": report.losses,
            "evaluations": report.evaluations,
        }
        torch.save(state, self.state / "new.pt")
        (self.state / "new.pt").replace(self.state / "state.pt")

    def load_state(self, report: run.Report) -> None:
        state = torch.load(self.state / "state.pt", map_location=self.device, weights_only=True)
        set_peft_model_state_dict(self.model, state["adapter"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.scheduler.load_state_dict(state["scheduler"])
        self.step, report.losses, report.evaluations = state["step"], state["losses"], state["evaluations"]


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
