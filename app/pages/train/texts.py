"""What the Train page says: of the model and the data, and of each setting in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.shared.config import TrainConfig
from core.shared.encodings import title_of
from core.shared.protocol import DataFacts, LocalModel, TrainingPlan
from core.shared.texts.devices import title as device_title
from core.shared.texts.numbers import brief_count, count, duration, plural, share, size, small

SEPARATOR = " · "
DOES_NOT_FIT = "This does not fit into memory."
NO_ROW_FITS = "No row of the data fits into this context."
UNSUITABLE = "The model cannot be trained so: see Memory."
SEE_SETTINGS = "Settings say more."
AS_DATA_SAYS = "As the Data page says."
_GUESSED = (
    "Guessed from how fast this machine multiplies when nothing else is at work. A dry run measures a step or two."
)
_WITH_CARD = "Guessed for the processor alone. A dry run measures a step or two with the graphics card."
_THOUGHTS = {"with": "rows with thoughts alone", "without": "thoughts left out", "empty": "learns not to think"}
_ANSWERS = {"last": "learns last answers", "all": "learns every word"}


def model_facts(model: LocalModel) -> str:
    """What is known of it, in a line: Llama 6M · Q8_0 · 6.2 MB · 1 024 tokens."""
    facts = [model.title or model.architecture, model.quantization]
    if model.parameters:
        facts.append(f"{brief_count(model.parameters)} parameters")
    if model.bytes:
        facts.append(size(model.bytes))
    if model.context:
        facts.append(f"reads {count(model.context)} tokens")
    if model.format == "safetensors":
        facts.append("to be converted")
    return SEPARATOR.join(filter(None, facts))


def data_facts(sentence: str, settings: dict[str, str]) -> str:
    """Before it is read: its size, and what was chosen of how it is read."""
    encoding = title_of(settings["encoding"]) if settings.get("encoding", "auto") != "auto" else ""
    facts = [sentence.rstrip("."), encoding, _ANSWERS.get(settings.get("train_on", ""), "")]
    facts.append(_THOUGHTS.get(settings.get("thoughts", ""), ""))
    return SEPARATOR.join(filter(None, facts))


def facts_read(facts: DataFacts, settings: Mapping[str, str]) -> str:
    """What reading the data has told, in a line: 194 rows · messages · 20 100 tokens · learns answers."""
    if not facts.exact:
        return f"About {count(facts.tokens)} tokens{SEPARATOR}counted once the model is converted"
    rows = f"{plural(facts.rows, 'row', 'rows')}, {_FORMATS.get(facts.format, facts.format)}"
    said = ["Running text" if facts.is_text else rows]
    said.append(f"{count(facts.tokens)} tokens")
    if not facts.is_text:
        said.append(_ANSWERS.get(settings.get("train_on", ""), "learns answers"))
        said += filter(None, [_THOUGHTS.get(settings.get("thoughts", ""))])
    columns = [f"{field} from “{column}”" for field, column in facts.mapping.items() if field != column]
    if columns:
        said.append(", ".join(columns))
    if facts.dropped:
        said.append(f"{count(facts.dropped)} not used")
    if facts.encoding not in ("utf-8", "mixed", ""):
        said.append(title_of(facts.encoding))
    return SEPARATOR.join(said)


def time_range(low: float, high: float) -> str:
    """Between two guesses, as round as they are sure: 20 to 60 s, 3 to 8 min, 2 to 5 h."""
    for seconds, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if high >= 2 * seconds:
            least, most = round(low / seconds), round(high / seconds)
            return f"up to {most} {unit}" if least == 0 else f"{least} to {most} {unit}"
    shortest, longest = (max(10, 10 * round(seconds / 10)) for seconds in (low, high))
    return f"{shortest} to {longest} s" if shortest < longest else f"about {longest} s"


def time_known(plan: TrainingPlan) -> str:
    """Where the time is from."""
    if runs := plan.earlier_runs:
        earlier = "an earlier run" if runs == 1 else f"{count(runs)} earlier runs"
        return f"From {earlier} with this model on this computer; other programs may make it longer."
    if plan.time_from == "bench":
        return "As this computer was measured on the Settings page. A dry run measures this very training."
    return _WITH_CARD if plan.device else _GUESSED


def summary(plan: TrainingPlan, config: TrainConfig, seconds: float | None) -> str:
    """The line beside Start. seconds: measured; None: not yet."""
    if not plan.steps:
        return ""
    rows = f"{count(plan.rows)} rows" if plan.rows > 1 else f"{count(plan.tokens)} tokens"
    epochs = "1 epoch" if config.epochs == 1 else f"{config.epochs:g} epochs"
    steps = plural(plan.steps, "step", "steps")
    what = steps if config.max_steps else f"{epochs} of {rows}: {steps}"
    time = f"about {duration(seconds)}" if seconds is not None else time_range(plan.seconds_low, plan.seconds_high)
    return f"{what}, {time}, {size(plan.total)}"


def on_card(plan: TrainingPlan) -> str:
    """What it takes there."""
    layers = "1 layer" if plan.device_layers == 1 else f"{count(plan.device_layers)} layers"
    of = f" of {size(plan.device_total)}" if plan.device_total else ""
    return f"On the graphics card: {size(plan.device)}{of}, {layers}."


def settings_in_words(settings: Mapping[str, Any]) -> str:
    """Context 1 024 and rank 8."""
    words = [_in_words(key, value) for key, value in settings.items() if key in _NAMES]
    text = " and ".join(words)
    return text[:1].upper() + text[1:]


def _in_words(key: str, value: Any) -> str:
    name = _NAMES[key]
    if key == "eval_share":
        return f"hold out {share(value)}"
    if key == "device":
        return f"compute on the {device_title(value).lower()}"
    if key == "max_steps" and not value:
        return "no limit of steps"
    if isinstance(value, bool):
        return f"{name} {'on' if value else 'off'}"
    if isinstance(value, float):
        return f"{name} {small(value) if value < 0.01 else f'{value:g}'}"
    return f"{name} {count(value)}" if isinstance(value, int) else f"{name} {value}"


_NAMES = {
    "context": "context", "rank": "rank", "epochs": "epochs", "learning_rate": "learning rate", "dora": "DoRA",
    "targets": "adapted parts", "layers": "layers", "eval_share": "held out", "grad_accumulation": "rows a step",
    "max_steps": "most steps", "device": "compute on",
}  # fmt: skip
_FORMATS = {
    "messages": "conversations", "sharegpt": "conversations (ShareGPT)", "alpaca": "instructions (Alpaca)",
    "qa": "questions and answers", "prompt": "prompts and answers", "preference": "preferences", "documents": "texts",
}  # fmt: skip


@dataclass(frozen=True)
class Setting:
    """One row of the form."""

    key: str  # the name in TrainConfig
    label: str
    choices: tuple[str, ...]
    help: str
    accepts: str  # what it has to be

    @property
    def complaint(self) -> str:
        """When the value is none."""
        return f"{self.label.replace('&', '')} must be {self.accepts}."


_WHOLE, _STEPS = "a whole number, 0 or more", "a whole number of steps, 0 or more"
_SHARE, _SWITCH = "a number from 0 to below 1, such as 0.05", "on or off"

MAIN = (
    Setting(
        "epochs", "&Epochs", ("1", "2", "3", "5", "10"),
        "How many times it reads all of your data. More learns it better, then by heart.",
        "a number above 0 and at most a million, such as 3",
    ),
    Setting(
        "context", "Co&ntext", ("128", "256", "512", "1024", "2048", "4096"),
        "The longest text it sees at once, in tokens (3/4 of a word). Longer takes more memory.",
        "a whole number of tokens, 8 or more, such as 512",
    ),
    Setting(
        "rank", "Ran&k", ("4", "8", "16", "32", "64"),
        "How much room it has to learn: 16 is enough for most, 32 for much knowledge.",
        "a whole number from 1 to 1024, such as 16",
    ),
    Setting(
        "learning_rate", "&Learning rate", ("5e-5", "1e-4", "2e-4", "5e-4", "1e-3"),
        "How big its steps are. If the loss jumps up, choose a smaller one.",
        "a number above 0 and at most 1, such as 2e-4",
    ),
)  # fmt: skip

COMPUTE_ON = Setting(
    "device", "Compute on", ("auto", "cpu"),
    "The processor or a graphics card. Automatic: as Settings say, else the faster of the two.",
    "one of those in the list",
)  # fmt: skip
ADVANCED = (
    Setting(
        "max_steps", "Most steps", ("0", "50", "100", "500"),
        "Train so many steps, whatever the epochs say. 0: as many as the epochs need.",
        _WHOLE,
    ),
    Setting(
        "eval_every", "Evaluate every", ("0", "10", "25", "100"),
        "Measure on held-out text every so many steps. 0: only at the beginning and at the end.",
        _STEPS,
    ),
    Setting(
        "eval_share", "Held out", ("0", "0.02", "0.05", "0.1"),
        "The share of your data that is kept for measuring and never trained on.",
        _SHARE,
    ),
    Setting(
        "eval_tokens", "Measured", ("0", "8192", "32768", "131072"),
        "At most so many held-out tokens are measured each time, so that it does not take long. 0: all.",
        "a whole number of tokens, 0 or more",
    ),
    Setting(
        "save_every", "Save every", ("0", "10", "50", "200"),
        "Write a checkpoint every so many steps; a crash costs no more than these. 0: only at the end.",
        _STEPS,
    ),
    Setting(
        "rollback", "Go back", ("on", "off"),
        "When the loss jumps and stays high: back to the last good checkpoint with half the learning rate, twice at "
        "most. off: go on, whatever happens.",
        _SWITCH,
    ),
    Setting(
        "collapsed", "Odd data", ("refuse", "train"),
        "Data with one answer to every question, or with mostly misread letters: refuse it, or train it all the same.",
        "refuse or train",
    ),
    Setting(
        "grad_accumulation", "Rows a step", ("1", "2", "4", "8", "16"),
        "How many pieces of text make up one step. More makes steadier but fewer steps, and needs no more memory.",
        "a whole number, 1 or more, such as 4",
    ),
    Setting(
        "targets", "Adapted parts", ("all-linear", "q,k,v,o", "q,v", "gate,up,down"),
        "Which parts of each layer get an adapter. Fewer make a smaller file; all of them usually learn best.",
        "all-linear, or some of q, k, v, o, gate, up, down with commas between",
    ),
    Setting(
        "layers", "Layers", ("all", "last half", "last quarter", "last 4", "first half"),
        "Which layers learn. Backward ends at the lowest: fewer, from the last on, are faster and take less memory.",
        "all, last half, last quarter, last 8, first 8, or numbers from 0 on, such as 4-11",
    ),
    Setting(
        "alpha", "Alpha", ("16", "32", "64"),
        "How strongly what is learnt counts: twice the rank is usual.",
        "a number above 0, such as 32",
    ),
    Setting(
        "schedule", "Schedule", ("cosine", "linear", "constant"),
        "How the learning rate falls from its height to nothing: in a curve, in a line, or not at all.",
        "cosine, linear or constant",
    ),
    Setting(
        "warmup_ratio", "Warm-up", ("0", "0.03", "0.05", "0.1"),
        "The share of the steps in which the learning rate rises to its height.",
        _SHARE,
    ),
    Setting(
        "early_stopping_patience", "Patience", ("0", "2", "3", "5"),
        "Stop after so many evaluations without improvement. 0: never before the end.",
        "a whole number of evaluations, 0 or more",
    ),
    Setting(
        "seed", "Seed", ("0", "1", "42"),
        "The order of the rows and the adapter's beginning. The same seed trains the same again.",
        _WHOLE,
    ),
    Setting(
        "threads", "Threads", ("0", "1", "2", "4"),
        "How many cores compute. Fewer leave some to other programs; 0: as Settings say.",
        "a whole number of threads, 0 or more",
    ),
    COMPUTE_ON,
    Setting(
        "priority", "Priority", ("auto", "normal", "low"),
        "low: other programs go first and keep a core, so that the computer stays usable. auto: as Settings say.",
        "auto, normal or low",
    ),
    Setting(
        "rslora", "Rank-stable", ("off", "on"),
        "rsLoRA: with large ranks (64 or more) the adapter keeps learning instead of being damped.",
        _SWITCH,
    ),
    Setting(
        "dora", "DoRA", ("off", "on"),
        "Also trains how strong each row of a weight is. Slower, often a bit better, and exported merged only.",
        _SWITCH,
    ),
    Setting(
        "lora_plus_ratio", "LoRA+ ratio", ("1", "4", "16"),
        "Lets the adapter's second half learn this many times faster, which can save steps. 16 is usual; 1: off.",
        "a number above 0, such as 16",
    ),
    Setting(
        "dropout", "Dropout", ("0", "0.05", "0.1"),
        "Leaves out part of what the adapter reads, at random, so that it learns less by heart. 0.05 is usual; 0: off.",
        _SHARE,
    ),
    Setting(
        "neftune_alpha", "Noise", ("0", "5", "10"),
        "NEFTune: a little noise on the words while training, which often makes answers of a chat model freer. 0: off.",
        "a number, 0 or more, such as 5",
    ),
    Setting(
        "weight_decay", "Weight decay", ("0", "0.01", "0.1"),
        "Pulls the adapter back towards nothing, so that small data changes the model less. 0: off.",
        "a number, 0 or more, such as 0.01",
    ),
)  # fmt: skip
