#!/usr/bin/env python3
"""`make docs`: the documentation as a site in build/site, by MkDocs in an environment of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib

from setup_shell import CONSTRAINTS, PYTHON, ROOT, SetupError, Step, run

ENVIRONMENT = ROOT / "build" / "docs-venv"
BUILDER = ENVIRONMENT / PYTHON.relative_to(ROOT / ".venv")
SITE = ROOT / "build" / "site"
LOADED = re.compile(r'<(?:script|img|iframe)\b[^>]*\bsrc="https?:[^>]*>|<link\b[^>]*\bstylesheet[^>]*="https?:[^>]*>')


def main() -> int:
    try:
        make_environment()
        run([PYTHON, ROOT / "packaging" / "settings_page.py"])
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    command = [BUILDER, "-m", "mkdocs", "build", "--quiet", "--config-file", ROOT / "mkdocs.yml", "--site-dir", SITE]
    done = subprocess.run(command, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"})
    if done.returncode != 0:
        return done.returncode
    for page in sorted(SITE.rglob("*.html")):
        if found := LOADED.search(page.read_text(encoding="utf-8")):
            print(f"{page} loads something from elsewhere, and has to be read offline: {found[0]}", file=sys.stderr)
            return 1
    print(SITE / "index.html")
    return 0


def make_environment() -> None:
    """MkDocs at the pinned version, once."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = project["optional-dependencies"]["docs"]
    known, stamp = json.dumps([wanted, CONSTRAINTS.read_text(encoding="utf-8")]), ENVIRONMENT / ".complete"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == known:
        return
    with Step("Installing MkDocs"):
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        run([sys.executable, "-m", "venv", ENVIRONMENT])
        run([BUILDER, "-m", "pip", "install", "--constraint", CONSTRAINTS, *wanted])
        stamp.write_text(known, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
