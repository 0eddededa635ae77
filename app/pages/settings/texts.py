"""What the Settings page says."""

from __future__ import annotations

from app.widgets.job_strip import fraction_done
from app.widgets.question import Question
from app.workers.advice import in_the_windows_words
from app.workers.computers import Computers, Link
from core import protocol as p
from core.base.home_cluster import Cluster
from core.base.language import tr
from core.base.numbers import share

GENTLE = tr(
    "Training runs at low priority and leaves one core free. Measured on two busy cores: the slowest work in "
    "another program took 1.5 times as long as without a training, instead of 2.3 times. The fewer cores, the "
    "longer it trains."
)
AWAKE = tr("The screen may turn off; the machine does not fall asleep before the run is done.")
ON_BATTERY = tr("It goes on by itself as soon as mains power is back.")
WHEN_HOT = tr("From about 90 °C, or what the processor itself calls high, until it is 15 degrees cooler.")
NO_BATTERY = tr("This machine has no battery.")
NO_SENSORS = tr("This machine reports no temperatures.")
OFFLINE = tr("No connections: no search, no download, no upload. Ollama on this machine still works.")
ENDPOINT = tr("Empty: huggingface.co. A mirror has the same paths, such as https://hub.example.org.")
PROXY = tr("Empty: as the system says. Without user name and password, such as http://proxy.example.org:3128.")
TOKEN = tr("For models that ask for an account, and for uploads. It is kept in the system's keyring, and in no file.")
NOT_LOOKED = tr("Graphics cards could not be looked for, so the processor computes.")
HOW_TO_GET_ONE = tr("“About graphics cards” says which can be used, and what they need.")
TEST_AGAIN = tr("Each card computes a small model, and the result is compared with the processor's.")
REPORT = tr(
    "A zip file with the versions, this machine's facts, the settings, logs, crashes and the messages of the "
    "last five trainings: steps, losses, memory, errors. Your data, samples, models and tokens are not in it. "
    "It is only saved; nothing is sent."
)
COMPUTERS = tr(
    "Several computers on one network can train a model together: each holds the model and reads a part of every "
    "batch, and only what is learnt travels, encrypted. They meet at the one on which you press Start training."
)
ADDRESS_MISSING = tr("Type the address that the other computer shows under “Other computers”.")
NOBODY = tr("No other computer is connected yet.")
RESET = Question(
    tr("Set everything back to how it was at first?"),
    tr(
        "All settings on this page go back to the usual ones. Models, runs, exports and the access token stay "
        "where they are, but are looked for in the usual folders again."
    ),
    tr("&Reset"),
)
STILL = tr("Messages come and go at once.")
LANGUAGE = tr("What the training itself reports stays in English.")
FOLDERS = (
    ("models_dir", tr("Models"), tr("What is downloaded or converted.")),
    ("runs_dir", tr("Runs"), tr("Every training with its graphs and what it has learnt.")),
    ("exports_dir", tr("Exports"), tr("Models for other programs.")),
)
SAFELY = tr("Safe against a power cut: it is copied and compared before it is deleted here.")
WHAT_STAYS = {
    "models_dir": tr("Runs still find models that stay there, but the Model page may no longer list them."),
    "runs_dir": tr(
        "Runs that stay are no longer listed until you choose the old folder again. Each can still be opened "
        "with “Open a run folder…” on the Runs page."
    ),
    "exports_dir": tr("Exports that stay can still be used from there."),
}
CLOSING = Question(
    tr("A folder is being moved."), tr("Closing now leaves everything where it was."), tr("&Close anyway")
)

CLOSING_LINK = Question(
    tr("Other computers rely on this one."),
    tr("Closing ends its work for them; a training continues without it, or here, from where it was."),
    tr("&Close anyway"),
)


def removal(machine: str) -> Question:
    """Return the question before a computer is removed."""
    return Question(
        tr("Take {machine} out of the cluster?", machine=machine),
        tr(
            "Do that with a computer that was lost or sold, or that you no longer trust. Its certificate is "
            "refused from now on, but it keeps what it has seen of your data and models. To come back it has "
            "to be let in again, and gets another name."
        ),
        tr("&Take it out"),
    )


def link_state(computers: Computers, cluster: Cluster | None) -> str:
    """Return what this computer does for the others, in a sentence or two."""
    link = computers.link
    if link is not None and isinstance(link.job, p.ClusterStartJob):
        if not computers.address:
            return tr("Getting ready…")
        return tr("The others meet here. On each of them, open these settings, type this address and press Join:")
    if link is not None:
        return _joined(link)
    if cluster is None:
        return tr("This computer works by itself so far.")
    if cluster.is_head:
        return tr("The others met here before, and find it again as soon as it lets them in.")
    return tr("This computer belongs to the cluster of {head}, and is idle.", head=cluster.head)


_DOES = {
    "load": tr("Prepares to compute for another computer."),
    "train": tr("Computes for another computer."),
    "wait": tr("Waits for a training."),
}


def _joined(link: Link) -> str:
    if link.progress is not None and link.phase is not None and link.phase.name == "copy":
        return tr("Is sent a model: {share}.", share=share(fraction_done(link)))
    if link.phase is not None and link.phase.name in _DOES:
        return _DOES[link.phase.name]
    if link.notices:
        return in_the_windows_words(link.notices[-1]).text.replace("\n", " ")
    return tr("Asking to be let in…")


def move_question(name: str) -> str:
    return tr("Move what is there to the new folder as well? ({name})", name=name)


def move_text(taken: str, source: str, target: str) -> str:
    return tr("Everything in {source} ({taken}) would be in {target}.", source=source, taken=taken, target=target)


def moved(taken: str, target: str, changed_runs: int, left: str) -> str:
    """Say in a sentence or three what was moved."""
    words = tr("{taken} are in {target} now.", taken=taken, target=target)
    if changed_runs:
        words += tr(
            " {runs} runs were told where to find it.",
            " {runs} run was told where to find it.",
            changed_runs,
            runs=changed_runs,
        )
    return tr("{words} The old folder could not be deleted: {left}", words=words, left=left) if left else words
