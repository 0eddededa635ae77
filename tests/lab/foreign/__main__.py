"""`make test-windows`, `make test-arm`: Luthier as on another system, in what takes its place, compared with this one.

The kernels against their reference; then, with Python for that system: doctor, the demo with its training, export and
check, a training that is ended and goes on, tokens and numbers of the bundled model, and crash reports; on Windows also
the road through the whole window, by mouse and keys, with pictures in build/windows.
ARGS: --short (the kernels alone, fewer cases).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from core.base import paths
from tests.kernels.__main__ import main as test_kernels
from tests.kernels.targets import missing
from tests.lab.foreign.arm import Arm
from tests.lab.foreign.place import Place
from tests.lab.foreign.probe import small
from tests.lab.foreign.windows import Windows
from tests.support.places import ROOT

PLACES: dict[str, type[Place]] = {"arm": Arm, "windows": Windows}
LARGEST = 2e-3  # difference of losses: other compilers may round elsewhere
LARGEST_OF_LOGITS = 1e-3  # of some 17, in F32: ARM's and x86's ggml add F16's products up differently
DOCTORS = ("ggml", "kernels", "llama.cpp", "memory", "chat templates")
PROBE = "tests.lab.foreign.probe"
LOSSES = ("eval_loss_before", "eval_loss_after")
KILLED_AFTER, KILLED_OF, ENDED_OF = 3, 6, 40  # steps: an emulator's take seconds
ROAD = ("-u", "-m", "tests.lab.road.road")
STEPS_OF_ROAD = 8


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("place", choices=PLACES)
    parser.add_argument("--short", action="store_true")
    given = parser.parse_args()
    if given.short:
        return test_kernels([given.place, "--short"])
    kind = PLACES[given.place]
    if reason := missing(kind.system.needs, kind.system.packages):
        print(f"Nothing was tested: there is {reason}.")
        return 1
    failed = test_kernels([given.place])
    with tempfile.TemporaryDirectory() as folder:
        place = kind(Path(folder))
        place.set_up()
        try:
            failed += compare(place)
        finally:
            place.end()
    print("\nNot as it should be." if failed else "\nAll as it should be.")
    return 1 if failed else 0


def compare(place: Place) -> int:
    """How many of the comparisons fail."""
    started = time.monotonic()

    def told(what: str, is_well: bool, about: object) -> int:
        print(f"{'ok     ' if is_well else 'WRONG  '} {what}: {about} ({time.monotonic() - started:.0f} s)", flush=True)
        return not is_well

    doctor = parsed(place.run("-m", "core.cli", "doctor", "--json"))
    lacks = [check for check in doctor["checks"] if check["name"] in DOCTORS and not check["ok"]]
    failed = told("doctor", not lacks, lacks or "all that computes is there")

    exact = place.folder / "exact.gguf"
    of_this_system("core.cli", "convert", str(paths.SAMPLE_MODEL), "-o", str(exact), "--type", "f32")
    there, here = probed(place, "numbers", exact)
    failed += told("tokens", there["tokens"] == here["tokens"], f"{len(there['tokens'])} of a text")
    logits = [np.array(one["logits"]) for one in (there, here)]
    largest = float(np.abs(logits[0] - logits[1]).max())
    is_same = bool((logits[0].argmax(1) == logits[1].argmax(1)).all())
    failed += told("logits", is_same and largest < LARGEST_OF_LOGITS, f"largest difference {largest:.1g}")
    there, here = probed(place, "crashes")
    failed += told("crash", place.system.crash in there["crash"], there["crash"])
    failed += told("lost file", there["lost"].replace("\r\n", "\n") == here["lost"] != "", there["lost"])

    if place.system.has_screen:
        pictures = ROOT / "build" / place.system.kernels.machine
        walked = place.run(*ROAD, place.path(pictures), "--steps", str(STEPS_OF_ROAD))
        gone = walked.returncode == 0
        failed += told("road", gone, f"pictures in {pictures}" if gone else f"{walked.stdout}\n{walked.stderr}")
    else:
        colours = [found["colours"] for found in probed(place, "window")]
        failed += told("window", min(colours) > max(50, max(colours) / 2), f"{colours} colours of the page Train")
    losses = compared(*resumed(place, exact), LOSSES)
    failed += told("resumed", are_close(losses), losses)

    demo = parsed(place.run("-m", *place.system.demo, place.path(place.folder / "demo")))
    ours = parsed(of_this_system(*place.system.demo, str(place.folder / "demo-here")))
    losses = compared(demo, ours, (*LOSSES, "loss_llama_cpp"))
    return failed + told("demo", are_close(losses), losses)


def probed(place: Place, what: str, *files: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """What probe.py finds there, and here."""
    there = place.run("-m", PROBE, what, *map(place.path, files))
    return parsed(there), parsed(of_this_system(PROBE, what, *map(str, files)))


def resumed(place: Place, model: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a training says at its end that was ended there and then resumed, and one that was done here at one go.

    Where windows are shown it is begun in one, and ended with the session; else it is killed.
    """
    text = place.folder / "text.txt"
    text.write_text(" ".join((paths.DEMO / "holmes.txt").read_text(encoding="utf-8").split()[:2000]), encoding="utf-8")
    run = place.path(place.folder / "run")
    end, steps = (end_session, ENDED_OF) if place.system.has_screen else (kill, KILLED_OF)
    end(place, place.path(model), place.path(text), run, steps)
    here = of_this_system("core.cli", *training(str(model), str(text), str(place.folder / "run-here"), steps), "--json")
    return parsed(place.run("-m", "core.cli", "train", "--resume", run, "--json")), parsed(here)


def end_session(place: Place, model: str, text: str, run: str, steps: int) -> None:
    """Begin a training in a window, and log out. Raises RuntimeError."""
    found = parsed(place.run("-m", PROBE, "session", model, text, run, str(steps)))
    if found != {"agreed": True, "status": "stopped", "kept": True}:
        raise RuntimeError(f"The session's end: {found}")


def kill(place: Place, model: str, text: str, run: str, steps: int) -> None:
    """Begin a training in a terminal, and kill it. Raises RuntimeError."""
    with place.start("-m", "core.cli", *training(model, text, run, steps)) as process:
        assert process.stdout
        has_begun = any(f"step {KILLED_AFTER}/" in line for line in process.stdout)
        process.kill()
        _, errors = process.communicate()
    if not has_begun:
        raise RuntimeError(f"The training ended by itself:\n{errors}")


def training(model: str, text: str, run: str, steps: int) -> list[str]:
    settings = [word for name, value in small(steps).items() for word in ("--set", f"{name}={value}")]
    return ["train", "--model", model, "--data", text, "--run", run, *settings]


def compared(there: dict[str, Any], here: dict[str, Any], keys: tuple[str, ...]) -> dict[str, tuple[float, float]]:
    return {key: (there[key], here[key]) for key in keys}


def are_close(losses: dict[str, tuple[float, float]]) -> bool:
    return all(abs(there - here) < LARGEST for there, here in losses.values())


def of_this_system(module: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", module, *words], cwd=ROOT, capture_output=True, text=True)


def parsed(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """The last line's JSON. Raises RuntimeError with what was said."""
    try:
        found: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    except (IndexError, ValueError) as error:
        raise RuntimeError(f"{done.args} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}") from error
    return found


if __name__ == "__main__":
    sys.exit(main())
