"""`make languages`: the window's texts to the files of its languages (lupdate), and these as it reads them (lrelease).

What is not translated yet is marked in the .ts files, which Qt Linguist opens (.venv/bin/pyside6-linguist). What is
said no longer goes out of them.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from core.base.settings import LANGUAGES  # noqa: E402 - that of the program

FOLDER = ROOT / "resources" / "languages"
# Where texts are said within tr.
SAYING = ("app", "core/advice", "core/base", "core/data/formats", "core/gguf", "core/memory", "core/runs")


def sources() -> list[str]:
    """Return the files that may hold texts, in the same order on every system."""
    return sorted(file.relative_to(ROOT).as_posix() for folder in SAYING for file in (ROOT / folder).rglob("*.py"))


def hints() -> list[str]:
    """Return the sentences of core's hints, which the window translates where it says them (app/workers/advice.py)."""
    said: list[ast.expr] = []
    for file in sorted((ROOT / "core").rglob("*.py"), key=Path.as_posix):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="Hint"), args=parts):
                    said += parts
                case ast.Call(func=ast.Attribute(value=ast.Name(id="Do"), attr="by"), args=parts):
                    said += parts[:1]
    texts = (part.value for part in said if isinstance(part, ast.Constant))
    return list(dict.fromkeys(text for text in texts if isinstance(text, str) and text))


def update(language: str, target: Path) -> None:
    """Add new texts and remove old ones; translations stay."""
    options = ["-no-obsolete", "-locations", "none", "-source-language", "en", "-target-language", language]
    with tempfile.TemporaryDirectory() as folder:
        more = Path(folder, "hints.py")
        more.write_text("".join(f"tr({json.dumps(text, ensure_ascii=False)})\n" for text in hints()), encoding="utf-8")
        _tool("lupdate", *sources(), str(more), *options, "-ts", str(target))


def release(ts: Path, qm: Path) -> None:
    """Write the file that the window reads. Texts without a translation are left out, so that they stay English."""
    _tool("lrelease", "-silent", "-nounfinished", str(ts), "-qm", str(qm))


def _tool(name: str, *arguments: str) -> None:
    program = Path(sys.executable).with_name(f"pyside6-{name}")
    subprocess.run([program, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    """Update and release all languages."""
    for language in (name for name in LANGUAGES if name != "en"):
        ts = FOLDER / f"luthier_{language}.ts"
        update(language, ts)
        release(ts, ts.with_suffix(".qm"))


if __name__ == "__main__":
    main()
