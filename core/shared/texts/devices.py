"""Devices in words: what computes and why, and what came of testing a card."""

from __future__ import annotations

from core.shared import protocol as p
from core.shared.devices import AUTO, CPU, DeviceReport, Verdict
from core.shared.texts.numbers import significant

PROCESSOR = "the processor"
VERDICTS: dict[Verdict, str] = {
    "works": "computes right",
    "untested": "not tested yet",
    "wrong": "gives wrong numbers with this driver",
    "crashes": "crashes with this driver",
    "missing": "cannot be used yet",
}


def card_of(report: DeviceReport) -> str:
    """What a person calls it."""
    return report.description or report.name


def verdict_of(report: DeviceReport) -> str:
    """A line of its name and verdict: Radeon 780M: computes right."""
    return f"{card_of(report)}: {VERDICTS[report.verdict]}"


def named(device: str) -> str:
    """A setting of what computes, where no card's name is known."""
    return {AUTO: "chosen by itself", CPU: PROCESSOR, "metal": "the graphics of the Mac"}.get(device, device)


def chosen(event: p.DeviceChosen) -> str:
    """Which it is and why: Radeon 780M: 3.1 s a step, the processor 7.4 s. "" where there is nothing to choose from."""
    card = event.description or named(event.device)
    name, other = (PROCESSOR, card) if event.device == CPU else (card, PROCESSOR)
    own, others = event.device_seconds, event.cpu_seconds
    if event.device == CPU:
        own, others = others, own
    if own is not None and others is not None:
        said = [f"{name}: {significant(own)} s a step, {other} {significant(others)} s."]
    elif event.device == CPU and not event.reason:
        return ""
    else:
        said = [f"Computed by {name}."]
    if event.reason:
        said.append(event.reason)
    if event.device != CPU and event.layers < event.of_layers:
        said.append(f"{event.layers} of {event.of_layers} layers are on it, the others on the processor.")
    text = " ".join(said)
    return text[0].upper() + text[1:]
