"""The Export page's texts: the kinds of export, and the results of checks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from msgspec import UnsetType

from core import protocol as p
from core.advice.export_kinds import EXPORT_KINDS
from core.base.errors import shortly
from core.base.language import tr
from core.base.numbers import count, decimals, moment, share, significant, size
from core.gguf.types import quant_type

LOOKING = tr("Loading your runs…")
LOOKING_AT_FILES = tr("Checking what would be uploaded…")
EMPTY = tr(
    "Nothing can be exported yet.\n\nTrain a model first. What it has learnt can then go to Ollama and other programs."
)
EXPORTING = tr("Exporting…")
ADD_TO_OLLAMA, OLLAMA_FIRST = tr("Add &it to Ollama"), tr("Ollama has to be running first.")
IN_LLAMA_CPP = tr("This starts llama.cpp. Jan, KoboldCpp and others open the file itself.")
UNLEARNT = tr("This run has learnt nothing yet. You can only train it on a bigger machine.")
PLAIN_DATA = tr("The folder holds your data as plain text. Give it only to people you trust with that.")
HOME = tr("Trained there? Drop the folder or zip file that came back here.")
UPLOADS = tr("You see the files before anything is uploaded.")
SAID = (
    "export.no-end",
    "export.kept",
    "ollama.other-prompt",
    "ollama.answers-differ",
    "ollama.no-end",
    "ollama.not-as-sent",
)  # part of the verdict
NOT_OPENED = tr("That did not open")
HELPED = 8.0  # bits per weight: below, an importance matrix can help, and some of what was learnt may be lost
MATRIX = tr("First reads what it was trained on, to lose less where it counts. Takes longer.")
WORTH_SAYING = 0.01  # relative rise in perplexity above which a type is marked
USELESS = 0.2  # relative rise above which a type is useless
_NAME = re.compile(r"([A-Za-z0-9_][A-Za-z0-9_.-]{0,79}/)?[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}(:[A-Za-z0-9_.-]{1,80})?")
_REPO = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*/[A-Za-z0-9._-]+")


def looking_at(run: str) -> str:
    """Return the text shown while a run is being examined."""
    return tr("Looking at “{run}”…", run=run) if run else LOOKING


def there_already(kind: str, name: str, run: str, made: float) -> str:
    """Return a sentence on what an export would replace. run: the run's title, "" if unknown. made: its time, 0 if
    unknown.
    """
    where = EXPORT_KINDS[kind].own_place or f"“{name}”"
    what = (
        tr("There is an export of “{run}” in {where}", run=run, where=where)
        if run
        else tr("There are other files in {where}", where=where)
    )
    return (
        tr("{what} already, written {made}.", what=what, made=moment(made))
        if made
        else tr("{what} already.", what=what)
    )


class Way(NamedTuple):
    """One card: a kind of export by its key, or a choice of `kinds` with their labels. brief: on the card. gives: the
    result, in a sentence, if the card does not say all. action: on the page's button.

    made: heading of the result. after: the next step. program: which opens the result. is_usual: shown at first.
    """

    key: str
    title: str
    icon: str
    brief: str
    action: str
    made: str
    gives: str = ""
    after: tuple[str, ...] = ()
    kinds: Mapping[str, str] = {}
    program: str = ""
    is_usual: bool = False


_WHOLE, _ADAPTER = tr("The whole model"), tr("Only what it learnt, to use beside the base model")
WAYS: Mapping[str, Way] = {
    way.key: way
    for way in (
        Way(
            "ollama", "Ollama", "mdi6.chat-processing-outline", tr("Talk to it in Ollama"), tr("Cr&eate in Ollama"),
            tr("The folder for Ollama is ready"), program="Ollama", is_usual=True,
            after=(
                tr("1. Install Ollama, a free program, and open it."),
                tr("2. Press “Look again”, then “Add it to Ollama”. Luthier does the rest."),
            ),
        ),
        Way(
            "lmstudio", "LM Studio", "mdi6.application-brackets-outline", tr("Add it to LM Studio's models"),
            tr("&Export to LM Studio"), tr("It is in LM Studio, under My Models"), program="LM Studio", is_usual=True,
        ),
        Way(
            "llamacpp", tr("One file"), "mdi6.file-cog-outline", tr("For Jan, KoboldCpp, llama.cpp and others"),
            tr("&Export the file"), tr("The file is ready"), kinds={"merged": _WHOLE, "adapter": _ADAPTER},
            program="Jan", is_usual=True,
        ),
        Way(
            "peft", "Python", "mdi6.language-python", tr("For Transformers and PEFT"), tr("&Export the folder"),
            tr("The folder is ready"),
        ),
        Way(
            "hub", tr("Hugging Face hub"), "mdi6.cloud-upload-outline", tr("Keep it online, or share it"),
            tr("Pr&epare the files"), tr("The files are ready to upload"),
            kinds={"merged": _WHOLE, "adapter": _ADAPTER, "peft": tr("For Python (PEFT)")},
        ),
        Way(
            "elsewhere", tr("A bigger machine"), "mdi6.server-network-outline",
            tr("Train it elsewhere, bring it back"), tr("&Export the folder"), tr("The folder is ready"),
            tr("A folder with your data and all settings, to train the same on a rented or a friend's computer."),
            (
                tr("1. Take the folder to the other machine."),
                tr("2. Follow the steps in its README.md there."),
                tr("3. Bring the adapter that it writes back: drop it below."),
            ),
        ),
    )
}  # fmt: skip


class Fact(NamedTuple):
    """A line of a result. mark: good, tight (worth a look) or bad."""

    mark: str
    text: str


class Checks(NamedTuple):
    """An export's checks. verdict: what to know. figures: what it rests on, under Details."""

    verdict: list[Fact]
    figures: list[Fact]


def checks(result: p.ExportResult) -> Checks:
    """Return an export's checks and their results. If nothing was asked, the figures are the verdict."""
    found = []
    if isinstance(result.keeps, float):
        text = tr("Keeps {share} of what was learnt.", share=share(result.keeps))
        found.append(Fact("good" if result.keeps >= p.KEPT_WELL else "bad", text))
    if isinstance(result.mmproj, str):
        found.append(Fact("good", tr("Reads pictures or sound as the base model does: that file was copied, too.")))
    found += _ends(result.ends) if isinstance(result.ollama, UnsetType) else ollama_checks(result.ollama)
    found += _losses(result)
    verdict = [*_answers(result), *(fact for fact in found if fact.mark != "good")]
    figures = [fact for fact in found if fact.mark == "good"]
    return Checks(verdict, figures) if verdict else Checks(figures, [])


def _answers(result: p.ExportResult) -> list[Fact]:
    """Return whether it answers as here, in a sentence; nothing if that is not known, or told by Ollama's check."""
    in_ollama = result.ollama
    same = result.same_answer if isinstance(in_ollama, UnsetType) else in_ollama.same or None
    if not isinstance(same, bool):
        return []
    if same:
        return [Fact("good", tr("It answers as it does here."))]
    keeps_it = isinstance(result.keeps, float) and result.keeps >= p.KEPT_WELL
    text = tr("It answers as it does here, though not always word for word.")
    return [Fact("tight", text if keeps_it else tr("Some answers are not those given here."))]


def ollama_checks(result: p.OllamaResult) -> list[Fact]:
    """Return the verdict of the comparison with Ollama."""
    good = sum(answer.same for answer in result.answers)
    total = len(result.answers)
    found = []
    if total:
        text = tr("Answers exactly as here: {good} of {total}.", good=good, total=total)
        found.append(Fact("good" if result.same else "tight", text + ("" if good == total else _why(result))))
    found += _ends(result.ends)
    if result.rendered is not None:
        text = tr("It sees conversations as it did in training.") if result.rendered else _OTHER_PROMPT
        found.append(Fact("good" if result.rendered else "bad", text))
    return found + [Fact("bad", difference) for difference in result.differences]


_OTHER_PROMPT = tr("Ollama shows it conversations differently from how it was trained.")
_TIE = 0.1  # nats: below it the model was undecided
_QUOTED = 60  # characters of a quoted text


def _why(result: p.OllamaResult) -> str:
    others = [answer for answer in result.answers if not answer.same]
    if all(answer.margin is not None and answer.margin <= _TIE for answer in others):
        return tr(" Where they differ, the model was undecided: rounding explains it.")
    return tr(
        " To “{prompt}” it says “{theirs}” and not “{ours}”.",
        prompt=shortly(others[0].prompt, _QUOTED),
        theirs=shortly(others[0].theirs, _QUOTED),
        ours=shortly(others[0].ours, _QUOTED),
    )


def _losses(result: p.ExportResult) -> list[Fact]:
    if result.loss_training is None or result.loss_llama_cpp is None:
        return []
    here, there = significant(result.loss_training), significant(result.loss_llama_cpp)
    text = (
        tr("Loss on trained examples: {here} here, {there} there.", here=here, there=there)
        if result.rows == "trained"
        else tr("Loss on unseen examples: {here} here, {there} there.", here=here, there=there)
    )
    found = [Fact("good", text)]
    if isinstance(result.general_training, float) and isinstance(result.general_llama_cpp, float):
        here, there = significant(result.general_training), significant(result.general_llama_cpp)
        found.append(Fact("good", tr("Loss on general questions: {here} here, {there} there.", here=here, there=there)))
    return found


def _ends(ends: bool | UnsetType | None) -> list[Fact]:
    if not isinstance(ends, bool):
        return []
    if ends:
        return [Fact("good", tr("Ends its answers by itself."))]
    return [Fact("tight", tr("Does not always end its answers. Training longer helps."))]


def pushed(result: p.PushResult) -> list[Fact]:
    """Return the result of an upload."""
    seen = tr("only you can see it") if result.private else tr("everybody can see it")
    return [
        Fact(
            "good",
            tr(
                "{files} online, {bytes}; {seen}.",
                files=tr("{n} files are", "{n} file is", len(result.files), n=count(len(result.files))),
                bytes=size(result.bytes),
                seen=seen,
            ),
        )
    ]


def home(result: p.BringHomeResult) -> list[Fact]:
    """Return the result of an import from another machine."""
    found = [
        Fact(
            "good",
            tr(
                "{steps} trained there.",
                steps=tr("{n} steps were", "{n} step was", result.steps, n=count(result.steps)),
            ),
        )
    ]
    if result.eval_loss_before is not None and result.eval_loss_after is not None:
        better = result.eval_loss_after < result.eval_loss_before
        text = tr(
            "Loss on unseen examples: {eval_loss_before} before, ",
            eval_loss_before=significant(result.eval_loss_before),
        )
        found.append(
            Fact(
                "good" if better else "tight",
                tr("{text}{eval_loss_after} now.", text=text, eval_loss_after=significant(result.eval_loss_after)),
            )
        )
    return found


def checkpoint_name(one: p.ExportCheckpoint) -> str:
    """Name a checkpoint: Step 120 · loss 0.306."""
    loss = tr(" · loss {loss}", loss=significant(one.loss)) if one.loss is not None else ""
    return tr("Step {step}{loss}", step=count(one.step), loss=loss)


LARGE = tr("Chosen because the usual file would take over half of your memory.")


def type_name(dtype: str, base: str, finer: str = "") -> str:
    """Return a weight type's usual name. finer: as in ExportsResult."""
    if not dtype and finer:
        return tr("Keeps what was learnt ({finer})", finer=finer.upper())
    if dtype == p.BASE_PLUS:
        return tr("As trained, a little larger ({base})", base=f"{base.upper()}+")
    if dtype in ("", p.BASE_TYPE):
        return tr("As trained ({base})", base=base.upper()) if base else tr("As trained")
    return dtype.upper()


def cost_words(cost: p.TypeCost) -> str:
    """Return a type's quality loss in a word or two; a loss above 1% of perplexity is named."""
    if cost.cost is None:
        return cost.problem or tr("not measured")
    percent = max(cost.cost, 0.0) * 100
    shown = tr("under 0.1%") if percent < 0.1 else tr("{percent}%", percent=decimals(percent, int(percent < 10)))
    if cost.cost > USELESS:
        return tr("{shown}: too much", shown=shown)
    return tr("{shown}: noticeable", shown=shown) if cost.cost > WORTH_SAYING else shown


def about_type(dtype: str, finer: str = "") -> str:
    """Return one line about a type. finer: as in ExportsResult."""
    if dtype == p.BASE_TYPE:
        return tr("As small as the model you trained, and adjusted to keep what it learnt. Takes some minutes.")
    if dtype == p.BASE_PLUS:
        return tr(
            "At most a tenth larger than the model you trained, and adjusted to keep more of what it learnt. "
            "Takes some minutes."
        )
    if dtype and finer and quant_type(dtype).bits < HELPED:
        return tr("{about} Compare first: it may lose what was learnt.", about=quant_type(dtype).summary)
    if dtype:
        return quant_type(dtype).summary
    if finer:
        return tr("Uses 8 bits for what it learnt, as fewer would lose it. The usual choice.")
    return tr("As precise as the model you trained. The usual choice.")


def wrong_name(name: str) -> str:
    """Return the problem with a model's name for Ollama; "" if it is valid."""
    if not name:
        return tr("Give it a name.")
    return "" if _NAME.fullmatch(name) else tr("Use letters, digits, dots and dashes only, as in my-model.")


def wrong_repo(repo: str) -> str:
    """Return the problem with a repository's name for the hub; "" if it is valid."""
    if not repo:
        return tr("Enter your name on the hub, a slash, and a name for the model.")
    return "" if _REPO.fullmatch(repo) else tr("Use the form your-name/my-model.")
