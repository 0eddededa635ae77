"""Errors in the window's words: core's hints name commands and settings of the terminal, and here there are pages."""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from core import protocol as p
from core.base.errors import LuthierError
from core.base.language import tr

_OF_A_TERMINAL = re.compile(
    r"`|(?<![\w-])--[a-z]|\bluthier [a-z]|\b[a-z_]+=|\([a-z]+_[a-z_]+\)|\b[A-Z]{2,}_[A-Z]+|\bdocs/|\.py\b"
    r"|\bsettings\.json\b|Errno"
)


_TITLES = {
    "models": tr("Model"), "data": tr("Data"), "train": tr("Train"), "monitor": tr("Monitor"), "chat": tr("Chat"),
    "export": tr("Export"), "runs": tr("Runs"), "settings": tr("Settings"),
}  # fmt: skip


class Place(Enum):
    """A page of the window, by its folder in app/pages, which is its key in the shell, too."""

    MODEL = "models"
    DATA = "data"
    TRAIN = "train"
    MONITOR = "monitor"
    CHAT = "chat"
    EXPORT = "export"
    RUNS = "runs"
    SETTINGS = "settings"

    @property
    def title(self) -> str:
        """The title in the side bar."""
        return _TITLES[self.value]


class Advice(NamedTuple):
    """What to do next, the page where that is done, and what happened where core's own words are a terminal's."""

    hint: str
    place: Place | None = None
    message: str = ""


class Said(NamedTuple):
    """An error as the window says it."""

    text: str  # what happened and, in a line of its own, what to do next
    place: Place | None  # the page that helps


def in_the_windows_words(error: LuthierError | p.Failed | p.Notice | p.Refused) -> Said:
    """Return the message and the hint, each replaced where it speaks to a terminal."""
    known = ADVICE.get(error.code)
    if known is None:
        return Said(f"{error.message}\n{error.hint}".strip(), _page_by_code(error.code))
    message = known.message if known.message and is_of_a_terminal(error.message) else error.message
    hint = known.hint if not error.hint or is_of_a_terminal(error.hint) else error.hint
    return Said(f"{message}\n{hint}".strip(), known.place)


def is_of_a_terminal(text: str) -> bool:
    """Return whether a text names a flag, a command, a setting's key or a variable."""
    return _OF_A_TERMINAL.search(text) is not None


def _page_by_code(code: str) -> Place | None:
    return _PLACES.get(code.partition(".")[0])


# For codes without an entry: what they are about has a page.
_PLACES = {"data": Place.DATA, "model": Place.MODEL, "settings": Place.SETTINGS, "config": Place.TRAIN}

_BEGIN_ANEW = Advice(tr("Begin a new run that starts from what this one has learnt."), Place.TRAIN)
_OTHER_DEVICE = Advice(
    tr(
        "Choose the processor under “Compute on”, on the Train page or for all trainings on the Settings page. A "
        "newer driver may help; a card is tested again by itself then."
    ),
    Place.SETTINGS,
)
_PROXY = Advice(tr("Check the network settings on the Settings page."), Place.SETTINGS)
_NO_ROOM = Advice(tr("Make room, or move the folders to another disk on the Settings page."), Place.SETTINGS)
_INSTALL_AGAIN = Advice(tr("Luthier's libraries are damaged: install it again."))
_TOKEN = Advice(tr("Enter an access token of your hub account on the Settings page."), Place.SETTINGS)
_OTHER_OLLAMA = Advice(tr("Another program answers where Ollama should. End that, and start Ollama's own app."))
_OTHER_RUN = Advice(tr("Choose the run that the folder was made of."), Place.RUNS)
_TURN_OFF_EXPERTS = Advice(
    tr("Choose the attention layers only, on the Train page."),
    Place.TRAIN,
    tr("The experts of this model cannot be trained this way."),
)

_MEET_FIRST = tr(
    "Connect the others first, under “Other computers” on the Settings page of the computer where they meet. "
    "Its firewall has to let in the ports that the guide names."
)
_SEND_MODEL = tr("Send it there: under “Other computers” on the Settings page, or as the training begins.")

ADVICE: dict[str, Advice] = {
    "adapter.dora": Advice(tr("Export it as a whole model instead."), Place.EXPORT),
    "adapter.missing": Advice(tr("Choose the adapter again."), None, tr("The adapter is not where it was.")),
    "adapter.needs-model": Advice(tr("Choose the model that it was made for."), Place.MODEL),
    "adapter.not-an-adapter": Advice(tr("Choose the folder that holds the adapter's files, or a GGUF adapter.")),
    "adapter.pickle": Advice(tr("Ask its author for the same adapter as safetensors.")),
    "assess.evaluation-rows": Advice(
        tr("Next time, set “Test” on the Train page, under Advanced: those rows are used for nothing else."),
        Place.TRAIN,
    ),
    "assess.no-test": Advice(
        tr(
            "Choose rows that it was trained on, or a file with questions. Or set “Test” on the Train page, under "
            "Advanced, and train again."
        ),
        Place.TRAIN,
    ),
    "cluster.bad-address": Advice(
        tr("It is what the other computer shows under “Other computers”, such as 192.168.1.5:8971."), Place.SETTINGS,
    ),
    "cluster.bad-request": Advice(tr("Check that Luthier runs there, and join again."), Place.SETTINGS),
    "cluster.busy": Advice(
        tr("Wait until that is done, or train on this computer alone."), Place.TRAIN,
    ),
    "cluster.is-head": Advice(tr("Forget that cluster first, under “Other computers”."), Place.SETTINGS),
    "cluster.is-member": Advice(tr("Forget that cluster first, under “Other computers”."), Place.SETTINGS),
    "cluster.left-out": Advice(
        tr("“Other computers” on the Settings page shows who has the model, and sends it to those that lack it."),
        Place.SETTINGS,
    ),
    "cluster.no-base": Advice(_SEND_MODEL, Place.SETTINGS),
    "cluster.no-machine": Advice(tr("Check that Luthier runs there and takes part."), Place.SETTINGS),
    "cluster.no-network": Advice(tr("Connect this computer to the network of the others.")),
    "cluster.none": Advice(_MEET_FIRST, Place.SETTINGS),
    "cluster.not-head": Advice(tr("Do it on the computer where the others meet."), Place.SETTINGS),
    "cluster.not-private": Advice(tr("Luthier's own folder has to be on this computer's own disk.")),
    "cluster.not-installed": Advice(
        tr("Luthier's download includes it. If you installed Luthier with pip, install luthier[cluster]."), None,
        tr("The part that lets computers train together is not installed."),
    ),
    "cluster.not-wanted": Advice(tr("If that was a mistake, join again."), Place.SETTINGS),
    "cluster.other-base": Advice(_SEND_MODEL, Place.SETTINGS),
    "cluster.other-certificate": Advice(
        tr("Forget this cluster under “Other computers”, join again, and compare the numbers."), Place.SETTINGS,
    ),
    "cluster.port": Advice(
        tr("Another Luthier may be doing so: look for its window, or for a terminal."), None,
        tr("Another program on this computer is already a meeting place."),
    ),
    "cluster.removed": Advice(
        tr("If that was a mistake, forget this cluster under “Other computers”, and join again."), Place.SETTINGS,
    ),
    "cluster.unreachable": Advice(_MEET_FIRST, Place.SETTINGS),
    "cluster.unreadable": Advice(tr("Forget this cluster under “Other computers”, and join again."), Place.SETTINGS),
    "config.bad-value": Advice(
        tr("Choose the columns and the encoding on the Data page, everything else on the Train page."), Place.TRAIN,
        tr("A setting has an invalid value."),
    ),
    "convert.bad-tokenizer": Advice(
        tr("Download the model again."), Place.MODEL, tr("The model's tokenizer is damaged."),
    ),
    "data.bad-encoding": Advice(tr("Choose how the file is encoded on the Data page."), Place.DATA),
    "data.header-unsure": Advice(tr("Delete the lines above the column names, and save the file again.")),
    "data.no-choices": Advice(
        tr("“As I like it” learns from two answers to a question, one of them the better. Choose another goal."),
        Place.TRAIN,
    ),
    "data.other-kind": Advice(
        tr("Save what is to be learnt as CSV, as JSON lines, or as text in a file whose name ends in .txt."), Place.DATA
    ),
    "data.nothing-usable": Advice(tr("The Data page says for each row why it is not used."), Place.DATA),
    "data.unknown-column": Advice(tr("Choose the columns on the Data page."), Place.DATA),
    "device.crashes": _OTHER_DEVICE,
    "elsewhere.choices": Advice(tr("Train it here, also on several computers."), Place.TRAIN),
    "model.pickle": Advice(tr("Get it as safetensors or GGUF: most models on the hub offer one."), Place.MODEL),
    "rows.cannot-resume": Advice(tr("Move that file away, and make the rows again.")),
    "rows.no-answers": Advice(tr("Choose another chat.")),
    "rows.short-context": Advice(tr("Choose a model with a longer context.")),
    "rows.small-model": Advice(tr("Take a model of 3 billion parameters or more, or see what this one writes.")),
    "rows.who": Advice(tr("Say which of them is you.")),
    "runs.damaged-thoughts": Advice(tr("Resume the run, which writes it again, even if it is finished."), Place.RUNS),
    "device.memory": Advice(
        tr("Close other programs that use the graphics card, or choose the processor under “Compute on”."), Place.TRAIN
    ),
    "device.missing": _OTHER_DEVICE,
    "device.no-start": _OTHER_DEVICE,
    "device.none": Advice(
        tr(
            "Choose the processor under “Compute on”. The Settings page says what graphics cards need, under "
            "“About graphics cards”."
        ),
        Place.TRAIN,
    ),
    "device.plugin": Advice(
        tr("The Settings page says what graphics cards need, under “About graphics cards”."), Place.SETTINGS
    ),
    "device.unknown": Advice(tr("Choose another under “Compute on”, on the Train page."), Place.TRAIN),
    "device.unsupported": _OTHER_DEVICE,
    "device.wrong": _OTHER_DEVICE,
    "elsewhere.base-unknown": Advice(tr("Where the folder is used, give the name of the original checkpoint.")),
    "elsewhere.experts": _TURN_OFF_EXPERTS,
    "elsewhere.no-peft": Advice(
        tr("Train it here, or choose the attention layers only, on the Train page."), Place.TRAIN,
    ),
    "elsewhere.no-report": Advice(tr("Bring the whole folder home, with the report that lies beside the adapter.")),
    "elsewhere.other-data": _OTHER_RUN,
    "elsewhere.other-model": _OTHER_RUN,
    "export.imatrix-without-type": Advice(tr("Choose a type for the weights, or leave the samples out."), Place.EXPORT),
    "export.rendered-by-ollama": Advice(
        tr("Turn thinking off for it in Ollama, or use the model in LM Studio, which goes by the trained template."),
        Place.EXPORT,
    ),
    "export.needs-calibration": Advice(tr("Choose another type for the file."), Place.EXPORT),
    "export.unsayable": Advice(tr("Luthier itself can pass it to Ollama as it is."), Place.EXPORT),
    "files.cannot-write": _NO_ROOM,
    "files.would-overwrite": Advice(tr("Choose another name, or say that it may be replaced.")),
    "ggml.abi": _INSTALL_AGAIN,
    "ggml.missing": _INSTALL_AGAIN,
    "ggml.version": _INSTALL_AGAIN,
    "hub.bad-answer": Advice(
        tr(
            "A network with a login page may be the cause. Otherwise check the hub's address on the Settings "
            "page."
        ),
        Place.SETTINGS,
    ),
    "hub.exists": Advice(tr("Move it away, or choose another folder for models on the Settings page."), Place.SETTINGS),
    "hub.forbidden": _TOKEN,
    "hub.gated": Advice(
        tr("Accept its licence in a browser, with your account on the hub, and give that account's token."), Place.MODEL
    ),
    "hub.no-room": Advice(tr("Make room, choose a smaller file, or another folder for models."), Place.SETTINGS),
    "hub.not-found": Advice(tr("Check the spelling. A private model needs an account's token."), Place.SETTINGS),
    "hub.offline": Advice(tr("Allow the network on the Settings page."), Place.SETTINGS),
    "hub.proxy": _PROXY,
    "hub.token-refused": _TOKEN,
    "hub.unsafe-target": Advice(tr("Delete it, or choose another folder for models."), Place.SETTINGS),
    "internal": Advice(tr("This is a bug. Please report it together with its details.")),
    "lora.dora-experts": _TURN_OFF_EXPERTS,
    "lora.no-such-linear": Advice(
        tr("Choose all-linear under “Adapted parts”: it takes what the model has."), Place.TRAIN,
        tr("The adapted parts name some that this model does not have."),
    ),
    "memory.elsewhere": Advice(tr("The Export page makes a folder for it."), Place.EXPORT),
    "memory.exhausted": Advice(
        tr("Close other programs, or choose a smaller model or a shorter context."), Place.TRAIN,
    ),
    "memory.too-small": Advice(
        tr("Choose a smaller model, a shorter context, or close other programs."), Place.TRAIN
    ),
    "model.changed": Advice(tr("Put the original file back; the run then continues from its last checkpoint.")),
    "model.lfs-pointer": Advice(tr("Download it again, here or from the hub's own page."), Place.MODEL),
    "model.missing": Advice(tr("Choose the model again."), Place.MODEL, tr("The model is not where it was.")),
    "model.no-room": _NO_ROOM,
    "model.not-downloaded": Advice(tr("Download it on the Model page."), Place.MODEL),
    "model.unfinished": Advice(tr("Resume the download on the Model page."), Place.MODEL),
    "ollama.asks-to-think": Advice(tr("In Ollama's app turn thinking off for this model.")),
    "ollama.gone": Advice(tr("Start Ollama again, and try once more: what it has already is not sent twice.")),
    "ollama.name-taken": Advice(tr("Choose another name, or say that it may be replaced."), Place.EXPORT),
    "ollama.no-folder": Advice(tr("Export the run for Ollama again."), Place.EXPORT),
    "ollama.not-ollama": _OTHER_OLLAMA,
    "ollama.not-running": Advice(tr("Start Ollama's app, then try again.")),
    "ollama.offline": Advice(
        tr("Allow the network on the Settings page."), Place.SETTINGS,
        tr("Luthier is set to stay offline, and Ollama runs on another machine."),
    ),
    "ollama.other-prompt": Advice(tr("A setting of Ollama's environment, or an edited model, may do that.")),
    "ollama.unknown": Advice(tr("Choose another model."), Place.MODEL),
    "ollama.unreadable": Advice(tr("Its models belong to another user of this machine, or lie elsewhere.")),
    "push.no-token": _TOKEN,
    "push.not-an-export": Advice(tr("Export the run first; that can be uploaded."), Place.EXPORT),
    "push.token-read-only": Advice(
        tr(
            "Make a token with write permission in the settings of your account on the hub, and enter it on "
            "the Settings page."
        ),
        Place.SETTINGS,
    ),
    "push.too-large": Advice(tr("Export it again with a smaller type."), Place.EXPORT),
    "quantize.needs-imatrix": Advice(tr("Choose a larger type."), Place.MODEL),
    "resume.no-checkpoint": _BEGIN_ANEW,
    "resume.replay": _BEGIN_ANEW,
    "runs.exists": Advice(tr("Choose another name, or resume the run that is there."), Place.RUNS),
    "runs.no-checkpoint": Advice(tr("Choose another; older ones are deleted as training goes on."), Place.RUNS),
    "runs.not-a-run": Advice(tr("Choose a folder that Luthier made for a training."), Place.RUNS),
    "runs.not-evaluated": Advice(tr("Choose one by its step."), Place.RUNS),
    "runs.other-files": Advice(tr("Choose a new folder, or an empty one.")),
    "serve.port": Advice(tr("Another program uses this port: end it, or choose another number.")),
    "settings.bad-value": Advice(
        tr("Look at it on the Settings page."),
        Place.SETTINGS,
        tr("A setting of the program has an invalid value."),
    ),
    "settings.secret": Advice(
        tr("An address with a password belongs in the system's network settings."), Place.SETTINGS,
        tr("The address contains a user name or a password, which Luthier's settings must not keep."),
    ),
    "settings.unreadable": Advice(
        tr("Reset the settings on the Settings page."), Place.SETTINGS, tr("The program's settings are damaged.")
    ),
    "sweep.no-evaluation": Advice(
        tr("Set “Held out” on the Train page, under Advanced, to a share such as 0.1."), Place.TRAIN,
    ),
    "token.no-keyring": Advice(tr("Unlock the system's keyring or install one, such as GNOME Keyring or KWallet.")),
    "training.lost": Advice(tr("This is a bug: please report it, with what “Save a report” writes."), Place.SETTINGS),
    "train.adapter-differs": Advice(tr("Begin with the model itself to choose it freely.")),
    "train.context-beyond": Advice(tr("Choose a context that is not longer."), Place.TRAIN),
    "train.sliding-window": Advice(tr("Choose a context that is not longer."), Place.TRAIN),
    "types.nothing-to-measure": Advice(tr("Put the data back where it was when it was trained on.")),
}  # fmt: skip
