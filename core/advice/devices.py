"""Describes devices for people: which one computes and why, and the result of testing a card."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from core import protocol as p
from core.base.devices import AUTO, CPU, DeviceReport, Verdict
from core.base.language import tr
from core.base.numbers import significant, size

PROCESSOR = tr("the processor")
VERDICTS: dict[Verdict, str] = {
    "works": tr("computes right"),
    "untested": tr("not tested yet"),
    "wrong": tr("gives wrong numbers with this driver"),
    "crashes": tr("crashes with this driver"),
    "missing": tr("cannot be used yet"),
}
LOOKING = tr("Looking for graphics cards; new ones are tested.")
AUTOMATICALLY = tr(
    "The faster of the processor and the best card: a step is measured on both before the training begins."
)
BY_PROCESSOR = tr("Every model that fits into memory can be trained by it.")
NO_CARD = tr("No usable graphics card was found, so the processor computes.")
NOT_HERE = tr("This one was not found here.")
_TITLES = {AUTO: tr("Automatic"), CPU: tr("Processor"), "metal": tr("The Mac's graphics")}


def card_name(description: str) -> str:
    """Return a card's driver name without technical details: AMD Radeon 780M (RADV PHOENIX), Intel(R) Iris(R) Xe."""
    return " ".join(re.sub(r"\([^()]*\)", " ", description).split()) or description


def card_of(report: DeviceReport) -> str:
    """Return a card's familiar name."""
    return card_name(report.description) or title(report.name)


def names(reports: Sequence[DeviceReport]) -> list[str]:
    """Return the names of all devices; equal names get the settings' names added."""
    called = [card_of(report) for report in reports]
    often = Counter(called)
    return [f"{name} ({one.name})" if often[name] > 1 else name for name, one in zip(called, reports, strict=True)]


def title(device: str) -> str:
    """Return the title of a device setting, for cards whose own name is unknown."""
    return _TITLES.get(device, device)


def found(report: DeviceReport) -> str:
    """Describe a tested card: Radeon 780M computes right, with up to 4.10 GB of the computer's memory."""
    verdict = VERDICTS[report.verdict]
    verdict = tr("is {verdict}", verdict=verdict) if report.verdict == "untested" else verdict
    if not report.usable:
        return f"{card_of(report)} {verdict}. {report.reason}".strip()
    of = tr("up to {memory} of the computer's memory") if report.integrated else tr("{memory} of memory of its own")
    memory = tr(", with {memory}", memory=of.format(memory=size(report.memory_total))) if report.memory_total else ""
    return f"{card_of(report)} {verdict}{memory}."


def in_short(report: DeviceReport) -> str:
    """Name a card in a line with other facts: Radeon 780M, 4.10 GB; and why it is not used, if it is not."""
    said = f"{card_of(report)}, {size(report.memory_total)}" if report.memory_total else card_of(report)
    return said if report.verdict == "works" else f"{said} ({VERDICTS[report.verdict]})"


def chosen(event: p.DeviceChosen) -> str:
    """Describe the chosen device and why: Radeon 780M: 3.10 s a step, the processor 7.40 s. "" without a choice."""
    card = card_name(event.description) or title(event.device)
    name, other = (PROCESSOR, card) if event.device == CPU else (card, PROCESSOR)
    own, others = event.device_seconds, event.cpu_seconds
    if event.device == CPU:
        own, others = others, own
    if own is not None and others is not None:
        said = [
            tr(
                "{name}: {own} s a step, {other} {others} s.",
                name=name,
                own=significant(own),
                other=other,
                others=significant(others),
            )
        ]
    elif event.device == CPU and not event.reason:
        return ""
    else:
        said = [tr("Computed by {name}.", name=name)]
    if event.reason:
        said.append(event.reason)
    if event.device != CPU and event.layers < event.of_layers:
        said.append(
            tr(
                "{layers} of {of_layers} layers are on it, the others on the processor.",
                layers=event.layers,
                of_layers=event.of_layers,
            )
        )
    text = " ".join(said)
    return text[0].upper() + text[1:]


def computed_by(event: p.DeviceChosen) -> str:
    """Return the name of the device that computed."""
    return title(CPU) if event.device == CPU else card_name(event.description) or title(event.device)
