"""The main road in the window of the program that is downloaded, from an empty profile to an answer and an export.

    python3 -m tests.lab.bundle.road HOME PICTURES COMMAND ...

HOME: where the program's LUTHIER_HOME lies, seen from outside. Runs with the system's Python (reader.py).
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.lab.bundle.reader import Person

DATA = "/opt/luthier/_internal/resources/demo/chat.jsonl"
STEPS = "40"


def walk(person: Person, home: Path, pictures: Path) -> None:
    def seen(name: str) -> None:
        person.picture(pictures / f"{len(list(pictures.iterdir())) + 1:02}-{name}.png")

    person.wait("the welcome is there", lambda: person.reads("Welcome to Luthier"))
    seen("welcome")
    person.press("Use my own")
    person.press("Use this model")
    person.type("Data file", DATA)
    person.wait("the data was read", lambda: person.reads("rows to learn from"))
    seen("data")
    person.press("Use this data")
    person.press("Details")
    person.press("Advanced")
    person.type("Most steps", STEPS)
    seen("train")
    person.press("Start training")
    person.wait("it trains", lambda: person.reads("Pause"))
    seen("monitor")
    person.wait("it has ended", lambda: person.reads("Talk to it"))
    seen("ended")
    person.press("Chat")
    person.type("Your question", "Why is the sea so dark at night?")
    person.key("Return")
    person.wait("both have answered", lambda: sum("tokens/s" in text for text in person.heard()) >= 2)
    seen("chat")
    person.press("Export")
    person.press("One file")
    before = set(home.rglob("*.gguf"))
    person.press("Export the file")
    (file,) = person.wait("it is written", lambda: set(home.rglob("*.gguf")) - before)
    person.wait("it was checked", lambda: person.reads("Open the folder"))
    seen("export")
    assert file.read_bytes()[:4] == b"GGUF", file


def main() -> int:
    home, pictures, command = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
    said = home / "said.txt"
    with said.open("w") as file:
        program = subprocess.Popen(command, stderr=file)
    try:
        walk(Person(), home, pictures)
    finally:
        program.terminate()
        program.wait()
        print(said.read_text())
    assert "Traceback" not in said.read_text()
    print("The whole road was gone.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
