#!/usr/bin/env python3
"""`make docs`: the documentation as a site in build/site, by MkDocs in an environment of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from setup_lock import own_environment
from setup_shell import PYTHON, ROOT, SetupError, run

ENVIRONMENT = ROOT / "build" / "docs-venv"
SITE = ROOT / "build" / "site"
LOADED = re.compile(r'<(?:script|img|iframe)\b[^>]*\bsrc="https?:[^>]*>|<link\b[^>]*\bstylesheet[^>]*="https?:[^>]*>')


def main() -> int:
    try:
        builder = own_environment(ENVIRONMENT, "docs", "Installing MkDocs")
        run([PYTHON, ROOT / "packaging" / "settings_page.py"])
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    command = [builder, "-m", "mkdocs", "build", "--quiet", "--config-file", ROOT / "mkdocs.yml", "--site-dir", SITE]
    done = subprocess.run(command, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"})
    if done.returncode != 0:
        return done.returncode
    for page in sorted(SITE.rglob("*.html")):
        if found := LOADED.search(page.read_text(encoding="utf-8")):
            print(f"{page} loads something from elsewhere, and has to be read offline: {found[0]}", file=sys.stderr)
            return 1
    print(SITE / "index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
