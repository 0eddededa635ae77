"""The trial of one device, `python -m` runs it: a process of its own, since drivers crash and hang.

It reads a TrialOrder from stdin and writes lines to stdout: what it is about to do, and last what came of it. It takes
about a second, and longer where a driver has to compile its programs first.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from core.base.errors import LuthierError
from core.engine.ggml.devices import DeviceBackend, find_devices
from core.engine.ggml.lib import Ggml, load
from core.engine.trial import gradients, wide_loss
from core.engine.trial.child import begin, end
from core.engine.trial.compare import IN_F16, IN_F32, QUANTIZED, Comparison, compare
from core.engine.trial.messages import Line, Outcome, TrialOrder
from core.engine.trial.model import write_model

_LACKS = ("device.unsupported", "device.unknown")

Open = Callable[[Ggml], DeviceBackend]
Say = Callable[[Line], None]


def main() -> None:
    """Do the order on stdin."""
    order, say = begin(TrialOrder)
    try_device(lambda ggml: _device(ggml, order.device), Path(order.folder), say)
    end()


def try_device(open_device: Open, folder: Path, say: Say) -> None:
    """Compute, compare, and say what came of it."""
    say(Line(outcome=_outcome(open_device, folder, lambda stage: say(Line(stage=stage)))))


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
    found = [compare(wide_loss.by_numpy(), wide_loss.by_device(device), IN_F32)]
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
