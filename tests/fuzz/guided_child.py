"""One reader under atheris: `guided_child.py KIND BASE CORPUS [libFuzzer's options]`. Started by guided.py."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["core", "json", "jinja2", "gguf", "safetensors"]):
    from core.shared.errors import LuthierError
    from tests.fuzz.reader import READERS


def main() -> None:
    kind, base, corpus = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    name, read = READERS[kind]
    path = base / name
    (corpus / "sound").write_bytes(path.read_bytes())

    def once(content: bytes) -> None:
        path.unlink()  # the last one may still be mapped
        path.write_bytes(content)
        with contextlib.suppress(LuthierError):
            read(path)

    atheris.Setup([sys.argv[0], str(corpus), *sys.argv[4:]], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
