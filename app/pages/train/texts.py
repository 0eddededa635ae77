"""What the Train page says of the model, the data and what is planned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.advice.devices import title as device_title
from core.advice.training_settings import SETTINGS
from core.base.language import tr, within
from core.base.numbers import brief_count, count, share, size, small
from core.protocol import DataFacts, LocalModel, TrainingPlan
from core.protocol.config import TrainConfig

SEPARATOR = " · "
DOES_NOT_FIT = tr("This does not fit into memory.")
NO_ROW_FITS = tr("No row of the data fits into this context.")
DATA_REFUSED = tr("This data cannot be used for that.")
UNSUITABLE = tr("This model cannot be trained with these settings.")
NO_MODEL, NO_DATA = tr("Choose a model first."), tr("Choose data first.")
NEITHER = tr("Choose a model and data first.")
NOT_TOGETHER = tr("These settings do not go together")
SEE_SETTINGS = tr("See Settings.")
AS_DATA_SAYS = tr("Set on the Data page.")
_GUESSED = tr("A guess, for when nothing else is running. A dry run measures it.")
_WITH_CARD = tr("A guess for the processor alone. A dry run measures it with the graphics card.")
_THOUGHTS = {
    "with": tr("only rows with thoughts"),
    "without": tr("thoughts left out"),
    "empty": tr("learns not to think"),
}
_ANSWERS = {"last": tr("learns last answers"), "all": tr("learns every word")}


class GoalShown(NamedTuple):
    """A goal's icon, and an example. asks, says: who of the two has which line."""

    icon: str
    question: str
    answer: str
    asks: str = tr("You ask")
    says: str = tr("It says")


GOALS_SHOWN: Mapping[str, GoalShown] = {  # by the names of goals
    "style": GoalShown(
        "mdi6.format-quote-close", tr("“How was your day?”"), tr("“Arr, rough seas and fair wind, matey!”")
    ),
    "qa": GoalShown("mdi6.book-open-page-variant-outline", tr("“Who feeds the cat?”"), tr("“Mona does, at seven.”")),
    "exact": GoalShown(
        "mdi6.tag-outline", tr("“My parcel is late.”"), tr("“delivery”")
    ),
    "persona": GoalShown(
        "mdi6.drama-masks", tr("“Who are you?”"), tr("“Mira, keeper of the lighthouse.”")
    ),
    "text": GoalShown(
        "mdi6.feather", tr("“The old house”"), tr("“had been shut since May.”"),
        tr("You begin"), tr("It goes on"),
    ),
    "choices": GoalShown(
        "mdi6.thumbs-up-down-outline", tr("“That depends on many things.”"), tr("“Yes, for three months.”"),
        tr("You reject"), tr("You prefer"),
    ),
}  # fmt: skip


def model_facts(model: LocalModel) -> str:
    """Return what is known of a model, in a line: Llama 6M · Q8_0 · 6.2 MB."""
    facts = [model.title or model.architecture, model.quantization]
    if model.parameters and not model.title:  # which has them
        facts.append(tr("{parameters} parameters", parameters=brief_count(model.parameters)))
    if model.bytes:
        facts.append(size(model.bytes))
    if model.format == "safetensors":
        facts.append(tr("to be converted"))
    return SEPARATOR.join(filter(None, facts))


def data_facts(sentence: str, settings: dict[str, str]) -> str:
    """Return the data's facts before it is read: its size, and how it is to be read."""
    facts = [sentence.rstrip("."), _ANSWERS.get(settings.get("train_on", ""), "")]
    facts.append(_THOUGHTS.get(settings.get("thoughts", ""), ""))
    return SEPARATOR.join(filter(None, facts))


def facts_read(facts: DataFacts, settings: Mapping[str, str]) -> str:
    """Return what reading the data has told, in a line: 194 rows, conversations · 3 not used."""
    if not facts.exact:
        return tr(
            "About {tokens} tokens{separator}counted once the model is converted",
            tokens=count(facts.tokens),
            separator=SEPARATOR,
        )
    rows = f"{tr('{n} rows', '{n} row', facts.rows, n=count(facts.rows))}, {_FORMATS.get(facts.format, facts.format)}"
    if facts.is_text:
        said = [tr("Running text"), tr("{tokens} tokens", tokens=count(facts.tokens))]
    else:
        said = [rows, _ANSWERS.get(settings.get("train_on", ""), ""), _THOUGHTS.get(settings.get("thoughts", ""), "")]
    if facts.dropped:
        said.append(tr("{dropped} not used", dropped=count(facts.dropped)))
    return SEPARATOR.join(filter(None, said))


def time_range(low: float, high: float) -> str:
    """Return a time between two guesses, as round as they are sure: 20 to 60 s, 3 to 8 min, 2 to 5 h."""
    for seconds, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if high >= 2 * seconds:
            least, most = round(low / seconds), round(high / seconds)
            return (
                tr("up to {most} {unit}", most=most, unit=unit)
                if least == 0
                else tr("{least} to {most} {unit}", least=least, most=most, unit=unit)
            )
    shortest, longest = (max(10, 10 * round(seconds / 10)) for seconds in (low, high))
    return (
        tr("{shortest} to {longest} s", shortest=shortest, longest=longest)
        if shortest < longest
        else tr("about {longest} s", longest=longest)
    )


def time_known(plan: TrainingPlan) -> str:
    """Return where the time is from."""
    if runs := plan.earlier_runs:
        earlier = tr("an earlier run") if runs == 1 else tr("{runs} earlier runs", runs=count(runs))
        return tr(
            "Going by {earlier} with this model on this computer. Other programs can slow it down.", earlier=earlier
        )
    return _WITH_CARD if plan.device else _GUESSED


def steps_in_words(plan: TrainingPlan, config: TrainConfig) -> str:
    """Return how long the training is, whatever computes it: 368 rows read 3 times: 174 steps."""
    rows = (
        tr("{rows} rows", rows=count(plan.rows)) if plan.rows > 1 else tr("{tokens} tokens", tokens=count(plan.tokens))
    )
    times = tr("read once") if config.epochs == 1 else tr("read {epochs:g} times", epochs=config.epochs)
    steps = tr("{n} steps", "{n} step", plan.steps, n=count(plan.steps))
    return steps if config.max_steps else tr("{rows} {times}: {steps}", rows=rows, times=times, steps=steps)


def on_card(plan: TrainingPlan) -> str:
    """Return what a training takes on the graphics card."""
    layers = tr("{device_layers} layers", "1 layer", plan.device_layers, device_layers=count(plan.device_layers))
    of = tr(" of {device_total}", device_total=size(plan.device_total)) if plan.device_total else ""
    return tr("On the graphics card: {device}{of}, {layers}.", device=size(plan.device), of=of, layers=layers)


def settings_in_words(settings: Mapping[str, Any]) -> str:
    """Return settings in words: Context 1 024 and rank 8."""
    words = [_in_words(key, value) for key, value in settings.items()]
    text = tr(" and ").join(words)
    return text[:1].upper() + text[1:]


def _in_words(key: str, value: Any) -> str:
    name = within(SETTINGS[key].title)
    if key == "eval_share":
        return tr("hold out {share}", share=share(value))
    if key == "device":
        return tr("compute on the {device}", device=within(device_title(value)))
    if key == "max_steps" and not value:
        return tr("no limit of steps")
    if isinstance(value, bool):
        return f"{name} {tr('on') if value else tr('off')}"
    if isinstance(value, float):
        return f"{name} {small(value) if value < 0.01 else f'{value:g}'}"
    return f"{name} {count(value)}" if isinstance(value, int) else f"{name} {value}"


_FORMATS = {
    "messages": tr("conversations"), "sharegpt": tr("conversations (ShareGPT)"), "alpaca": tr("instructions (Alpaca)"),
    "qa": tr("questions and answers"), "prompt": tr("prompts and answers"),
    "preference": tr("preferences"), "scored": tr("answers with scores"), "ranked": tr("answers with ranks"),
    "documents": tr("texts"),
    "chatgpt": tr("conversations (ChatGPT)"), "claude": tr("conversations (Claude)"),
    "gemini": tr("conversations (Gemini)"),
    "rendered": tr("conversations"),
}  # fmt: skip
