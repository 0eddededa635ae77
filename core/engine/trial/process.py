"""The trial of one device, `python -m` runs it: a process of its own, since drivers crash and hang.

It answers a DeviceTrial with lines: what it is about to do, and last what came of it. It takes about a second, and
longer where a driver has to compile its programs first.

Also here: how far a device's numbers may be from the CPU's, and what is said of one that is farther off.

An error is the norm of the difference by the norm of the CPU's numbers, whose products are in F32 with dequantized
weights.

On the model in F16 a gradient may be off by 1e-2 and a loss by 1e-3. ggml's own products on the CPU, which round the
activations to F16, are off by 1.1e-3 and 8e-6. Devices whose products are in F16 tiles (Metal) round both operands, by
2^-11 at most, and add up in F32; a gradient has passed some twenty of them, so it is off by 3e-3 at most. The tests'
stand-in for Metal is off by 1.1e-3, and so is Mesa's Vulkan device on the processor.

On the quantized model devices may round activations and gradients to 8 bits, in blocks of 32 or 256, as the CPU does
when it trains. That alone has gradients off by up to 4e-2 and losses by 3e-4 there; twice as much of the gradients, and
3e-3 of the losses, is allowed: what rounds like the processor is not wrong. Drivers that give garbage, or other numbers
for other batches, are off by more: one token in a hundred left out of a sum is 1e-1. Where activations stay in floats,
as on both of these devices, gradients are off by 1.1e-2: the transposed copies have 8 bits.

The loss over a large vocabulary has no products: F32 on both sides. ggml's on the CPU is off by 4e-8, 1e-4 is allowed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.base.child_process import take
from core.base.errors import LuthierError
from core.engine.ggml.devices import DeviceBackend, find_devices
from core.engine.ggml.lib import Ggml, load
from core.engine.trial import gradients
from core.engine.trial.gradients import LOSS, Numbers
from core.engine.trial.messages import DeviceTrial, Outcome, TrialLine, end
from core.engine.trial.model import write_model

_LACKS = ("device.unsupported", "device.unknown")

Open = Callable[[Ggml], DeviceBackend]
Say = Callable[[TrialLine], None]


def main() -> None:
    """Carry out the order."""
    order, say = take(DeviceTrial)
    try_device(lambda ggml: _device(ggml, order.device), Path(order.folder), say)
    end()


def try_device(open_device: Open, folder: Path, say: Say) -> None:
    """Compute on a device, compare, and say what came of it."""
    say(TrialLine(outcome=_outcome(open_device, folder, lambda stage: say(TrialLine(stage=stage)))))


def _outcome(open_device: Open, folder: Path, begin_stage: Callable[[str], None]) -> Outcome:
    try:
        return _verdict(_compare(open_device, folder, begin_stage))
    except LuthierError as error:
        if error.code == "device.memory":
            why = "Too little of its memory is free for the self-test."
            return Outcome(verdict="missing", reason=why, lasting=False)
        verdict: Literal["missing", "crashes"] = "missing" if error.code in _LACKS else "crashes"
        return Outcome(verdict=verdict, reason=_about_it(error), lasting=error.code != "device.unknown")


def _about_it(error: LuthierError) -> str:
    """Return it without the device's name, which the reader sees already."""
    _, cannot, what = error.message.partition(" cannot compute ")
    return f"It{cannot}{what}" if cannot else error.message


def _compare(open_device: Open, folder: Path, begin_stage: Callable[[str], None]) -> list[Comparison]:
    """Compare the loss over a large vocabulary, and the model in F16 and quantized."""
    begin_stage("start")
    ggml = load()
    device = open_device(ggml)
    begin_stage("loss")
    found = [compare(gradients.wide_loss_by_numpy(), gradients.wide_loss_by_device(device), IN_F32)]
    for quantized, allowed in ((False, IN_F16), (True, QUANTIZED)):
        begin_stage("quantized" if quantized else "f16")
        path = folder / f"{'quantized' if quantized else 'f16'}.gguf"
        write_model(ggml, path, quantized=quantized)
        found.append(compare(gradients.by_the_cpu(path), gradients.by_device(device, path, begin_stage), allowed))
    return found


def _verdict(comparisons: list[Comparison]) -> Outcome:
    errors = [found.largest_error for found in comparisons if found.largest_error is not None]
    largest = max(errors) if len(errors) == len(comparisons) else None
    wrong = next((found.wrong for found in comparisons if found.wrong), "")
    if wrong:
        return Outcome(verdict="wrong", reason=wrong, largest_error=largest)
    return Outcome(verdict="works", reason="It computes as the processor does.", largest_error=largest)


def _device(ggml: Ggml, name: str) -> DeviceBackend:
    """Raises LuthierError `device.unknown`, `device.no-start`."""
    for device in find_devices(ggml):
        if device.name == name:
            return device.open()
    raise LuthierError("device.unknown", "It is no longer there.")


if __name__ == "__main__":
    main()


class Allowed(NamedTuple):
    """The relative errors that are allowed."""

    loss: float
    gradient: float


IN_F16 = Allowed(loss=1e-3, gradient=1e-2)
QUANTIZED = Allowed(loss=3e-3, gradient=8e-2)
IN_F32 = Allowed(loss=1e-4, gradient=1e-4)


class Comparison(NamedTuple):
    """How a device's numbers compare with the processor's. largest_error: relative; None where something is not a
    number. wrong: what is, a sentence; "": nothing.
    """

    largest_error: float | None
    wrong: str = ""


def compare(expected: Numbers, found: Numbers, allowed: Allowed) -> Comparison:
    """Compare a device's numbers with the expected ones, and put the worst into words: the number that is off by the
    most of what is allowed for it.
    """
    if not all(np.isfinite(values).all() for values in found.values()):
        return Comparison(None, "Some of its numbers are infinite or none at all.")
    errors = {name: relative_error(found[name], values) for name, values in expected.items()}
    limits = {name: allowed.loss if name.startswith(LOSS) else allowed.gradient for name in expected}
    worst = max(expected, key=lambda name: errors[name] / limits[name])
    what = worst.partition(":")[0].capitalize()
    is_wrong = errors[worst] > limits[worst]
    return Comparison(max(errors.values()), f"{what} is off by {_share(errors[worst])}." if is_wrong else "")


def relative_error(found: NDArray[np.float32], expected: NDArray[np.float32]) -> float:
    """Return |found - expected| / |expected|, norms in F64."""
    difference = np.linalg.norm(found.astype(np.float64) - expected)
    return float(difference / np.linalg.norm(expected.astype(np.float64)))


def _share(error: float) -> str:
    """12%, 0.4%."""
    if error >= 10:
        return "more than ten times its size"
    return f"{error:.0%}" if error >= 0.01 else f"{100 * error:.1g}%"
