"""One reader under atheris: `guided_child.py KIND BASE CORPUS [libFuzzer's options]`. Started by guided.py."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["core", "json", "jinja2", "gguf", "safetensors"]):
    from core.base.errors import LuthierError
    from tests.fuzz.mutate_json import mutate_json
    from tests.fuzz.reader import JSON, READERS


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

    def changed(content: bytes, most: int, seed: int) -> bytes:
        """Every other time JSON stays JSON."""
        if kind in JSON and seed % 2:
            with contextlib.suppress(ValueError, RecursionError):
                return mutate_json(content, seed)[:most]
        return atheris.Mutate(content, most)

    atheris.Setup([sys.argv[0], str(corpus), *sys.argv[4:]], once, custom_mutator=changed)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
