"""Downloads from a hub that has bad days, and without any network. tests/hub has more of each."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from core.base import paths, settings
from tests.lab.faults.disk import not_tried, why_not
from tests.lab.faults.forked import Told, done
from tests.lab.faults.prepared import use_home
from tests.lab.faults.table import Row
from tests.support.hub_jobs import FILE, HURRIED, MODEL, OTHER_MODEL, REPO, SIZE, Fetch, leftovers
from tests.support.hub_jobs import place as file_place
from tests.support.hub_server import FakeHub, Fault, Repo

NO_ROUTE = ("unshare", "--user", "--map-root-user", "--net")
# Three answers in a row have it: the download ends, and its command is given again.
ONCE = {
    "busy (503)": Fault(status=503),
    "a login page in between": Fault(status=403),
    "other bytes": Fault(body=OTHER_MODEL),
}
ANYWHERE: dict[str, Callable[[int], Fault]] = {
    "connection cut": lambda at: Fault(cut=at),
    "nothing more comes": lambda at: Fault(stall=at),
    "the whole file where its end was asked for": lambda at: Fault(cut=at, ignore_range=True),
}
FETCH = """
from tests.lab.faults.network import without_network
without_network()
"""


def rows(place: Path, short: bool) -> Iterator[Row]:
    use_home(place / "home")
    with FakeHub() as hub:
        settings.save(settings.Settings(endpoint=hub.endpoint))
        for name, fault in ANYWHERE.items():
            positions = (SIZE // 2,) if short else (0, 1, 70_000, SIZE // 2, SIZE - 1)
            yield _row(hub, f"download: {name}", [[fault(at)] * 3 for at in positions])
        for name, one in ONCE.items():
            yield _row(hub, f"download: {name}", [[one] * 3])
        yield _changed(hub)
    reason = why_not(NO_ROUTE)
    yield not_tried("download: no network", reason) if reason else _without_network()


def _row(hub: FakeHub, name: str, days: list[list[Fault]]) -> Row:
    survived = left_over = 0
    message = ""
    for faults in days:
        hub.repos[REPO] = Repo({FILE: MODEL, "README.md": b"A model."})
        hub.faults.extend(faults)
        told = _fetched()
        hub.faults.clear()
        again = told if told.is_done else _fetched()
        survived += _is_plain(told) and again.is_done and file_place().read_bytes() == MODEL
        left_over += len(leftovers(paths.models_dir()))
        message = told.message or message
        file_place().unlink(missing_ok=True)
    return Row(name, len(days), survived, None, left_over, message)


def _changed(hub: FakeHub) -> Row:
    """Cut in the middle, and another file when it goes on: not a byte of the first stays."""
    hub.repos[REPO] = Repo({FILE: MODEL})
    hub.faults.extend([Fault(cut=SIZE // 2)] * 3)
    told = _fetched()
    hub.faults.clear()
    hub.repos[REPO] = Repo({FILE: OTHER_MODEL})
    again = _fetched()
    survived = _is_plain(told) and again.is_done and file_place().read_bytes() == OTHER_MODEL
    return Row(
        "download: another file when it goes on",
        1,
        int(survived),
        None,
        len(leftovers(paths.models_dir())),
        told.message,
    )


def _fetched() -> Told:
    return done(lambda: Fetch(HURRIED).run())


def _is_plain(told: Told) -> bool:
    """Done, or ended with an error that says what to do."""
    return told.is_done or (told.end is not None and getattr(told.end, "code", "").startswith("hub."))


def _without_network() -> Row:
    done_there = subprocess.run([*NO_ROUTE, sys.executable, "-c", FETCH], capture_output=True, text=True, check=False)
    code, _, message = done_there.stdout.strip().partition(" ")
    survived = code.startswith("hub.") and not leftovers(paths.models_dir())
    return Row("download: no network", 1, int(survived), None, len(leftovers(paths.models_dir())), message)


def without_network() -> None:
    """In a namespace that has none: asks the hub itself for a model, and prints what people are told."""
    settings.save(settings.Settings())
    end = _fetched().end
    print(getattr(end, "code", "none"), getattr(end, "message", ""), getattr(end, "hint", ""))
