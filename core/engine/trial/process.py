"""The self-test of one device, a process of its own (`python -m`), since drivers crash and hang.

It answers a DeviceTrial with lines: one for each stage, and the outcome at the end. It takes about a second, and longer
if a driver has to compile its programs first.

Below are the limits for a device's deviation from the CPU's numbers, and the message about larger ones.

An error is the norm of the difference divided by the norm of the CPU's numbers, whose products are in F32 with
dequantized weights.

On the model in F16 a gradient may be off by 1e-2 and a loss by 1e-3. ggml's own products on the CPU, which round the
activations to F16, are off by 1.1e-3 and 8e-6. Devices whose products are in F16 tiles (Metal) round both operands, by
2^-11 at most, and add up in F32; a gradient passes some twenty of them, so it is off by 3e-3 at most. The tests'
substitute for Metal is off by 1.1e-3, and so is Mesa's Vulkan device on the processor.

On the quantized model devices may round activations and gradients to 8 bits, in blocks of 32 or 256, as the CPU does in
training. On the CPU that alone has gradients off by up to 4e-2 and losses by 3e-4; the limits are twice that for
gradients, and 3e-3 for losses: a device that rounds like the processor is not wrong. Drivers that compute garbage, or
depend on the batch, are off by more: omitting one token in a hundred from a sum is 1e-1. With activations in floats, as
on both of these devices, gradients are off by 1.1e-2: the transposed copies have 8 bits.

The loss over a large vocabulary has no products: F32 on both sides. ggml's on the CPU is off by 4e-8; the limit is
1e-4.
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
    """Run the test that standard input asks for."""
    order, say = take(DeviceTrial)
    try_device(lambda ggml: _device(ggml, order.device), Path(order.folder), say)
    end()


def try_device(open_device: Open, folder: Path, say: Say) -> None:
    """Compute on a device, compare, and report the outcome."""
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
    """Return the error without the device's name, which the reader sees already."""
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
    """Limits of the relative errors."""

    loss: float
    gradient: float


IN_F16 = Allowed(loss=1e-3, gradient=1e-2)
QUANTIZED = Allowed(loss=3e-3, gradient=8e-2)
IN_F32 = Allowed(loss=1e-4, gradient=1e-4)


class Comparison(NamedTuple):
    """How a device's numbers compare with the processor's. largest_error: relative; None if something is not a number.
    wrong: a sentence about the wrong number; "": none is.
    """

    largest_error: float | None
    wrong: str = ""


def compare(expected: Numbers, found: Numbers, allowed: Allowed) -> Comparison:
    """Compare a device's numbers with the expected ones, and describe the worst: the largest relative to its limit."""
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
