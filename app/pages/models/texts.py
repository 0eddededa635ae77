"""Texts about models: their facts, and whether they can be trained on this machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.widgets.two_line_list import Row
from app.workers.advice import what_to_do
from core import protocol as p
from core.advice.picks import TAKES, Pick
from core.base.language import tr
from core.base.numbers import NOTHING, brief_count, count, size
from core.base.paths import SAMPLE_MODEL
from core.gguf.types import quant_type
from core.memory.estimate import AT_EASE, need_as, suggest

Verdict = Literal["fits", "tight", "no"]
MOST_RUNS = 4  # runs named in a text
FITS, TOO_LARGE = (
    tr("fits this machine"),
    tr("too large for this machine"),
)  # for files that have not been examined yet
SMALLER = "q4_k_m"  # the type suggested for an original that is too large as it is


@dataclass(frozen=True)
class Judgement:
    """Whether a model can be trained on this machine: a short label, and a sentence with advice."""

    verdict: Verdict
    short: str
    text: str


def judge(model: p.LocalModel, budget: int) -> Judgement:
    """Judge a model on this disk. budget: bytes available for training."""
    if not model.trains:
        return Judgement(
            "no",
            tr("does not train"),
            tr("No. {trouble} {hint}", trouble=model.trouble, hint=what_to_do(model)).strip(),
        )
    need, free = size(model.need), size(budget)
    if not model.fits:
        text = tr(
            "Not now: needs {need} of {free} free for training. Close other programs, or take a smaller model.",
            need=need,
            free=free,
        )
        return Judgement("no", tr("too large for this computer now"), text)
    if model.need > AT_EASE * budget:
        return Judgement(
            "tight",
            tr("fits this computer, but tightly"),
            tr("Yes, but tightly: needs {need} of {free} free for training.", need=need, free=free),
        )
    return Judgement(
        "fits",
        tr("small, for a first try") if is_the_samples(model) else tr("good choice for this computer"),
        tr("Yes, needs {need} of {free} free for training.", need=need, free=free),
    )


def is_the_samples(model: p.LocalModel) -> bool:
    """Return whether a model is the sample, or a copy of it."""
    made_of_it = (f"{SAMPLE_MODEL.name} (", f"{SAMPLE_MODEL.name}-")  # names of a copy and of a converted file
    return model.path == str(SAMPLE_MODEL) or (model.source == "Luthier" and model.name.startswith(made_of_it))


def is_copy_of_the_sample(model: p.LocalModel) -> bool:
    """Return whether a training made this of the sample: beside it, nobody needs it in a list."""
    return model.source == "Luthier" and model.name.startswith(f"{SAMPLE_MODEL.name} (")


def judge_found(model: p.LocalModel, budget: int) -> Judgement:
    """Judge a model on the hub by its headers: an original that is too large may fit once quantized."""
    judgement = judge(model, budget)
    small = guess(model, round(model.parameters * quant_type(SMALLER).bits / 8), budget)
    if model.format != "safetensors" or not model.trains or model.fits or small.verdict == "no":
        return judgement
    text = tr(
        "Yes, made smaller: as {smaller} it {short} of {budget} free for training.",
        smaller=SMALLER.upper(),
        short=small.short,
        budget=size(budget),
    )
    return Judgement(small.verdict, tr("as {smaller} {short}", smaller=SMALLER.upper(), short=small.short), text)


def guess(model: p.LocalModel, file_bytes: int, budget: int) -> Judgement:
    """Judge the same model in a file of `file_bytes` bytes, with a short text."""
    need = need_as(model, file_bytes)
    verdict: Verdict = "no" if need > budget else "tight" if need > AT_EASE * budget else "fits"
    short = (
        tr("needs about {need}", need=size(need))
        + {"fits": "", "tight": tr(", tight"), "no": tr(", too large now")}[verdict]
    )
    return Judgement(verdict, short, short)


def facts(model: p.LocalModel) -> str:
    """Return one line about a model: Qwen3 4B · Q8_0 · 4.3 GB · Ollama."""
    kind = model.title or f"{_parameters(model)} {model.architecture}".strip()
    source = "" if model.source == "File" else model.source
    known = (kind, model.quantization, size(model.bytes), source, used_by(model))
    return " · ".join(part for part in known if part)


def used_by(model: p.LocalModel) -> str:
    """Return how many runs use a model; "" if none does."""
    n_runs = len(model.runs)
    return (
        "" if not n_runs else tr("used by 1 run") if n_runs == 1 else tr("used by {n_runs} runs", n_runs=count(n_runs))
    )


def in_the_bin(model: p.LocalModel) -> str:
    """Return what was moved to the bin, and the consequence for runs trained on it."""
    what = tr("{name} ({bytes}) is in the bin.", name=model.name, bytes=size(model.bytes))
    if not model.runs:
        return what
    shown = ", ".join(model.runs[:MOST_RUNS]) + (tr(" and others") if len(model.runs) > MOST_RUNS else "")
    return f"{what} " + tr("Without it, {shown} cannot be continued, exported or used in Chat.", shown=shown)


# Rows that beginners do not need; the card shows them only with its details.
FOLDED = [
    tr("Family"),
    tr("Weights"),
    tr("Best here"),
    tr("Context"),
    tr("Licence"),
    tr("Chat template"),
    tr("Used by"),
]


def card_rows(model: p.LocalModel, budget: int) -> list[tuple[str, str]]:
    """Return the card's rows, as names and values; none if the model is unreadable. budget: bytes for training now."""
    if not model.format:
        return []
    weights = size(model.bytes) if model.bytes else NOTHING
    if model.parameters:
        weights = tr("{weights}, {parameters} parameters", weights=weights, parameters=brief_count(model.parameters))
    form = {"gguf": tr("GGUF file"), "safetensors": tr("safetensors folder")}[model.format]
    context = (
        tr(
            "{context} tokens, about {words} words",
            context=count(model.context),
            words=count(0.75 * model.context),
        )
        if model.context
        else NOTHING
    )
    chat = tr("Yes: it knows whose turn it is") if model.chat_template else tr("No: it continues text")
    if model.trains:
        chat += tr(", so it can learn from conversations") if model.chat_template else tr(", so train it on plain text")
    suggested = suggest(model, budget)
    return [
        (tr("Family"), f"{model.title} ({model.architecture})" if model.title else model.architecture or NOTHING),
        (tr("Size"), weights),
        (tr("Weights"), f"{model.quantization or NOTHING} ({form})"),
        (tr("Best here"), suggested.text if suggested else NOTHING),
        (tr("Context"), context),
        (tr("Licence"), _licence(model)),
        (tr("Chat template"), chat),
        (
            tr("Used by"),
            ", ".join(model.runs[:MOST_RUNS]) + (" …" if len(model.runs) > MOST_RUNS else "") or tr("no run yet"),
        ),
    ]


def _licence(model: p.LocalModel) -> str:
    if model.path == str(SAMPLE_MODEL):
        return tr("free for any use")
    if not model.licence:
        return tr("not named. Ask its publisher before you share what you train from it")
    return (
        tr("{licence}, which {licence_note}", licence=model.licence, licence_note=model.licence_note)
        if model.licence_note
        else model.licence
    )


def hub_facts(model: p.HubModel) -> str:
    """Return one line about a model on the hub."""
    forms = tr(" and ").join({"gguf": "GGUF", "safetensors": "safetensors"}[kind] for kind in model.kinds)
    known = (
        f"{_parameters(model)} {model.architecture}".strip(),
        tr("gated") if model.gated else "",
        forms,
        tr("{downloads} downloads", downloads=count(model.downloads)) if model.downloads else "",
    )
    return " · ".join(part for part in known if part)


def judge_hub(model: p.HubModel) -> Judgement:
    """Judge a model on the hub, by its smallest file."""
    if not model.trains:
        which = model.architecture or tr("unknown")
        text = tr("This version of Luthier does not train its architecture ({which}).", which=which)
        return Judgement("no", tr("does not train"), text)
    need = size(model.need)
    if not model.fits:
        return Judgement("no", TOO_LARGE, tr("Training needs about {need}: too much for this machine.", need=need))
    return Judgement("fits", FITS, tr("Trains here: training its smallest form needs about {need}.", need=need))


def pick_row(pick: Pick, model: p.HubModel) -> Row:
    """Return the row of a recommended model: its size, its approximate training time, and its strengths."""
    judgement = judge_hub(model)
    told = tr("{name} · {bytes} · training: {takes}", name=pick.name, bytes=size(pick.bytes), takes=TAKES[pick.takes])
    return Row(told, pick.good_at, judgement.verdict, model)


def _parameters(model: p.LocalModel | p.HubModel) -> str:
    """Return the number of parameters, "" if unknown."""
    return brief_count(model.parameters) if model.parameters else ""


def breakable(text: str) -> str:
    """Add places to break a line in paths, so that a long one does not widen the page."""
    return text.replace("/", "/\u200b")
