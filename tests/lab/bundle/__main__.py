"""`make bundle && make test-bundle`: all parts, or those named (ARGS='contents commands window packed speed').

contents: every module that Luthier imports while it runs is in the bundle, and nothing of what builds and tests it.
commands: `doctor`, `demo` and an export in an empty root without a network. window: the main road there, by mouse and
keys, with pictures in build/bundle/pictures. packed: the archive and the AppImage, and when the window is seen.
speed: a training's tokens/s, against the source's, in turns.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.lab.bundle.empty_root import EmptyRoot
from tests.lab.bundle.modules import held, imported, missing, superfluous
from tests.lab.bundle.screen import NEEDS, lacking, screen
from tests.support.places import ROOT

BUILD = ROOT / "build" / "bundle"
PROGRAM = BUILD / "dist" / "luthier"
DEMO = ROOT / "resources" / "demo"
LARGEST = 150e6  # bytes, packed
ROUNDS = 3


def main() -> int:
    parts = {"contents": contents, "commands": commands, "window": window, "packed": packed, "speed": speed}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="*", choices=[[], *parts], help="all unless named")
    asked = parser.parse_args().part or list(parts)
    if not PROGRAM.exists():
        sys.exit("There is no bundle: run `make bundle` first.")
    if lacking():
        sys.exit(f"Not found: {', '.join(lacking())}. On Debian: {NEEDS}")
    for name in asked:
        print(f"== {name}", flush=True)
        parts[name]()
    print("The bundle holds.")
    return 0


def contents() -> None:
    demo = ["-m", "core.cli", "demo", "--json", "--out", str(BUILD / "tried" / "demo")]
    shutil.rmtree(BUILD / "tried", ignore_errors=True)
    seen = imported([["-m", "core.cli", "doctor"], demo, ["-m", "tests.lab.road.road"]])
    bundled = held(PROGRAM / "luthier", BUILD / "venv" / "bin" / "python")
    absent = missing(seen, bundled, PROGRAM / "_internal")
    assert absent == [], f"imported and not in the bundle: {absent}"
    left = superfluous(bundled, PROGRAM)
    assert left == [], f"in the bundle and of no use there: {left}"
    print(f"{len(seen)} modules imported, {len(bundled)} and the libraries there", flush=True)
    assert (ran := run_beside(PROGRAM / "luthier")) == "", f"run from the current folder: {ran}"


def run_beside(program: Path) -> str:
    """Which files of the current folder are run by the program and its processes, though they are called as modules."""
    with tempfile.TemporaryDirectory() as folder:
        mark = Path(folder) / "mark"
        for name in ("json", "csv", "queue", "uuid", "numpy", "jinja2", "llama_cpp", "encodings", "sitecustomize"):
            (Path(folder) / f"{name}.py").write_text(f"open({str(mark)!r}, 'a').write(__name__ + ' ')")
        settings = {"PYTHONPATH": folder, "LUTHIER_HOME": f"{folder}/home"}
        model, output = DEMO / "storyteller-6m", Path(folder) / "model.gguf"
        for words in (["convert", model, "-o", output, "--type", "q4_k_m"], ["doctor"]):
            subprocess.run([program, *words], cwd=folder, env=os.environ | settings, capture_output=True)
        assert output.exists()
        return mark.read_text() if mark.exists() else ""


@contextlib.contextmanager
def root(sockets: str = "nowhere") -> Iterator[EmptyRoot]:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        home.mkdir()
        yield EmptyRoot(Path(folder) / "root", PROGRAM, home, Path(folder) / sockets)


def commands() -> None:
    demo = "/opt/luthier/_internal/resources/demo"
    with root() as empty:
        for words in (
            ["doctor"],
            ["demo", "--out", "/home/user/demo"],
            ["data", "inspect", f"{demo}/chat.jsonl", "--model", f"{demo}/storyteller-6m"],
        ):
            subprocess.run(empty.command(["/opt/luthier/luthier", *words], {}), check=True)
        exported = list(empty.home.rglob("*.gguf"))
        assert any(file.name.startswith("adapter") for file in exported), exported


def window() -> None:
    pictures = BUILD / "pictures"
    shutil.rmtree(pictures, ignore_errors=True)
    pictures.mkdir(parents=True)
    with root("sockets") as empty, screen(empty.sockets, "1280x720") as settings:
        command = empty.command(["/opt/luthier/luthier"], settings)
        walk = ["/usr/bin/python3", "-m", "tests.lab.bundle.road", str(empty.home), str(pictures), *command]
        subprocess.run(walk, env=os.environ | settings, cwd=ROOT, check=True)


def packed() -> None:
    files = sorted(file for file in BUILD.iterdir() if file.name.endswith((".tar.xz", ".AppImage")))
    assert files, "nothing was packed"
    for file in files:
        size = file.stat().st_size
        print(f"{file.name}: {size / 1e6:.1f} MB", flush=True)
        assert size < LARGEST
    with tempfile.TemporaryDirectory() as folder:
        settings = os.environ | {"LUTHIER_HOME": f"{folder}/home"}
        programs = [file if file.suffix == ".AppImage" else unpacked(file, Path(folder)) for file in files]
        for program in programs:
            subprocess.run([program, "doctor"], env=settings, check=True)
        with screen(Path(folder) / "sockets", "1280x720") as of_screen:
            for program in programs:
                seconds = ", ".join(f"{seen_after(program, settings | of_screen):.2f}" for _ in range(ROUNDS))
                forget(program)
                cold = seen_after(program, settings | of_screen)
                print(f"{program.name}: the window is seen after {seconds} s; not in the disk's cache {cold:.2f} s")


def unpacked(archive: Path, folder: Path) -> Path:
    """The program in it."""
    subprocess.run(["tar", "--extract", "--file", archive, "--directory", folder], check=True)
    return folder / "luthier" / "luthier"


def forget(program: Path) -> None:
    """Have the system drop its files from the disk's cache."""
    for file in program.parent.rglob("*") if program.suffix != ".AppImage" else [program]:
        if file.is_file():
            with file.open("rb") as content:
                os.posix_fadvise(content.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def seen_after(program: Path, settings: dict[str, str]) -> float:
    """Seconds from its start to its window on the screen."""
    began = time.monotonic()
    started = subprocess.Popen([program], env=settings, stderr=subprocess.DEVNULL)
    try:
        look = ["xdotool", "search", "--onlyvisible", "--name", "^Luthier$"]
        while subprocess.run(look, env=settings, capture_output=True).returncode != 0:
            assert time.monotonic() - began < 60, "no window is seen"
            time.sleep(0.02)
        return time.monotonic() - began
    finally:
        started.terminate()
        started.wait()


def speed() -> None:
    """Both by the same command, in turns, so that what else the machine does meets both."""
    rates: dict[str, list[float]] = {"source": [], "bundle": []}
    for _ in range(ROUNDS):
        rates["source"].append(tokens_per_s([sys.executable, "-m", "core.cli"]))
        rates["bundle"].append(tokens_per_s([str(PROGRAM / "luthier")]))
    medians = {name: statistics.median(values) for name, values in rates.items()}
    for name, values in rates.items():
        print(f"{name}: {', '.join(f'{one:.0f}' for one in values)} tokens/s", flush=True)
    print(f"bundle / source: {medians['bundle'] / medians['source']:.3f}", flush=True)


def tokens_per_s(program: list[str]) -> float:
    with tempfile.TemporaryDirectory() as home:
        what = ["--model", DEMO / "storyteller-6m", "--data", DEMO / "holmes.txt", "--set", "max_steps=60", "--json"]
        settings = os.environ | {"LUTHIER_HOME": home}
        done = subprocess.run([*program, "train", *what], env=settings, cwd=ROOT, stdout=subprocess.PIPE, check=True)
        return float(json.loads(done.stdout.splitlines()[-1])["tok_s"])


if __name__ == "__main__":
    sys.exit(main())
