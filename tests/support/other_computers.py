"""Other computers on this one: a program named `ssh`, first on the PATH, starts the far end in a home of its own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

KEY = "ssh-ed25519 SHA256:gV9hIo6bWRAxnSvLLbrdhOy3WHk8zpMo6TnGpXTlPDc"
_SSH = f"""#!/bin/sh
for word; do host=$command; command=$word; done
export LUTHIER_HOME="{{homes}}/$host" LUTHIER_DEVICE=cpu PATH="{Path(sys.executable).parent}:$PATH"
echo "debug1: Server host key: {KEY}" >&2
if [ ! -d "$LUTHIER_HOME" ]; then
    echo "ssh: connect to host $host port 22: Connection refused" >&2
    exit 255
fi
case "$*" in
    *StrictHostKeyChecking=accept-new*) rm -f "$LUTHIER_HOME/new" ;;
    *) [ ! -e "$LUTHIER_HOME/new" ] || {{{{ echo "Host key verification failed." >&2; exit 255; }}}} ;;
esac
exec sh -c "$command"
"""


def other_computers(folder: Path, *names: str, is_new: bool = False) -> Path:
    """Make computers of these names, with homes in folder/homes; any other refuses. Return the folder of their `ssh`.

    is_new: SSH has not connected to them yet.
    """
    ssh = folder / "bin" / "ssh"
    ssh.parent.mkdir()
    ssh.write_text(_SSH.format(homes=folder / "homes"))
    ssh.chmod(0o755)
    for name in names:
        home = folder / "homes" / name
        home.mkdir(parents=True)
        if is_new:
            (home / "new").touch()
    return ssh.parent


def reachable(monkeypatch: pytest.MonkeyPatch, folder: Path, *names: str, is_new: bool = False) -> None:
    """Make other computers, which the programs that the test starts reach."""
    ssh = other_computers(folder, *names, is_new=is_new)
    monkeypatch.setenv("PATH", f"{ssh}{os.pathsep}{os.environ['PATH']}")
