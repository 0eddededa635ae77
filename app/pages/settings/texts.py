"""What the Settings page says."""

from __future__ import annotations

from app.widgets.question import Question
from core import protocol as p
from core.advice.devices import in_short
from core.base.language import tr
from core.base.numbers import count, decimals, size

GENTLE = tr("It leaves one core free and lets other programs go first, so it takes longer.")
AWAKE = tr("The screen may still turn off.")
ON_BATTERY = tr("It goes on by itself when the charger is back.")
WHEN_HOT = tr("From about 90 °C until it is 15 degrees cooler.")
OFFLINE = tr("No search, download or upload. Ollama on this computer still works.")
ENDPOINT = tr("Only for a mirror, such as https://hub.example.org.")
PROXY = tr("Without user name and password, such as http://proxy.example.org:3128.")
TOKEN = tr("For uploads, and models that ask for an account. It is kept in the system's keyring, and in no file.")
NOT_LOOKED = tr("Luthier could not look for graphics cards, so the processor computes.")
TEST_AGAIN = tr("Each card computes a small model, and the result is compared with the processor's.")
REPORT = tr(
    "A zip file with versions, facts about this computer, settings, logs, crashes and the messages of the last five "
    "trainings: steps, losses, memory, errors. Your data, samples, models and tokens are not in it. It is only saved; "
    "nothing is sent."
)
COMPUTERS = tr(
    "Another computer of yours can train while you go on working here. It needs Luthier, and SSH switched on: the "
    "guide explains both."
)
HOST_MISSING = tr("Type your user name there, @, and the computer's name, such as anna@studio.")
RESET = Question(
    tr("Reset all settings?"),
    tr(
        "All settings on this page go back to the usual ones. Models, runs, exports and the access token stay where "
        "they are, but Luthier looks for them in the usual folders again."
    ),
    tr("&Reset"),
)
FOLDERS = (
    ("models_dir", tr("Models"), tr("Downloaded and converted models.")),
    ("runs_dir", tr("Runs"), tr("Every training, with its graphs and what it has learnt.")),
    ("exports_dir", tr("Exports"), tr("Models for other programs.")),
)
SAFELY = tr("Safe against a power cut: it is copied and compared before it is deleted here.")
WHAT_STAYS = {
    "models_dir": tr("Runs still find models that stay there, but the Model page may no longer list them."),
    "runs_dir": tr(
        "Runs that stay are not listed until you choose the old folder again. You can still open each with “Open a run "
        "from another folder…” on the Runs page."
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
    """Return a line: Apple M2, 8 cores · 16 GB, 9 GB of it free · 120 GB of disk free · ready to train."""
    said = [
        tr("{processor}, {cores} cores", processor=facts.processor, cores=count(facts.cores)),
        tr("{memory}, {free} of it free", memory=size(facts.memory_bytes), free=size(facts.free_bytes)),
        *map(in_short, facts.cards),
        tr("{free} of disk free", free=size(facts.disk_bytes)),
        tr("{pace} times as fast as this computer", pace=decimals(facts.pace, 2)) if facts.pace else "",
        tr("trains {run}", run=facts.run) if facts.run else tr("ready to train"),
    ]
    return " · ".join(filter(None, said))


def move_question(name: str) -> str:
    return tr("{name}: move the files to the new folder as well?", name=name)


def move_text(taken: str, source: str, target: str) -> str:
    return tr("Everything in {source} ({taken}) would be in {target}.", source=source, taken=taken, target=target)


def moved(taken: str, target: str, changed_runs: int, left: str) -> str:
    """Say in a sentence or three what was moved."""
    words = tr("{taken} is now in {target}.", taken=taken, target=target)
    if changed_runs:
        words += tr(
            " {runs} runs now look there.",
            " {runs} run now looks there.",
            changed_runs,
            runs=changed_runs,
        )
    return tr("{words} The old folder could not be deleted: {left}", words=words, left=left) if left else words
