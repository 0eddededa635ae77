"""What the Settings page says."""

from __future__ import annotations

from app.widgets.question import Question
from core import protocol as p
from core.advice.devices import in_short
from core.base.language import tr
from core.base.numbers import count, decimals, size

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
    "Another computer of yours can do a whole training while you go on working here. Luthier has to be installed "
    "there, too, and SSH switched on, by which one computer is used from another: the guide explains both."
)
HOST_MISSING = tr("Type the name that you have there and that computer's name, such as anna@studio.")
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


def is_really(host: str, key: str) -> Question:
    """Return the question before SSH connects to a computer for the first time."""
    return Question(
        tr("Is this really {host}?", host=host),
        tr(
            "Its key is {key}. Compare it with what that computer shows for this line:\n{line}",
            key=key,
            line="ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub",
        ),
        tr("&Yes, the same key"),
    )


def computer_facts(facts: p.ComputerFacts) -> str:
    """Return a line: Apple M2, 8 cores · 16 GB, 9 GB of it free · 120 GB of disk free · waits for a training."""
    said = [
        tr("{processor}, {cores} cores", processor=facts.processor, cores=count(facts.cores)),
        tr("{memory}, {free} of it free", memory=size(facts.memory_bytes), free=size(facts.free_bytes)),
        *map(in_short, facts.cards),
        tr("{free} of disk free", free=size(facts.disk_bytes)),
        tr("{pace} times as fast as this computer", pace=decimals(facts.pace, 2)) if facts.pace else "",
        tr("trains {run}", run=facts.run) if facts.run else tr("waits for a training"),
    ]
    return " · ".join(filter(None, said))


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
