"""A real OpenSSH server for tests, without a port: `ssh` starts it by a ProxyCommand, and talks to it through a pipe.

It has keys, known hosts and a home for Luthier of its own. Only this server's settings are used: a program named `ssh`,
first on the PATH, gives them to the system's own.
"""

from __future__ import annotations

import getpass
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SSHD = "/usr/sbin/sshd"


def why_none() -> str:
    """Return why no server can be started here; "" if one can."""
    if os.name != "posix" or not Path(SSHD).exists() or shutil.which("ssh") is None:
        return "openssh-server is not installed"
    if os.geteuid() == 0 and not Path("/run/sshd").is_dir():
        Path("/run/sshd").mkdir(mode=0o755)  # where it locks itself in before a login; its service makes it
    return ""


class SshServer:
    """home: Luthier's folder there. folder: to be put on the PATH, with `ssh`."""

    def __init__(self, folder: Path, shell: str = "/bin/sh") -> None:
        self.folder, self.home = folder / "bin", folder / "far home"
        self._config, self._known = folder / "ssh_config", folder / "known_hosts"
        self._host_key, self._sshd_config = folder / "host", folder / "sshd_config"
        self._user_key = folder / "user"
        for place in (self.folder, self.home, folder / "login"):
            place.mkdir(parents=True)
        for key in (self._host_key, self._user_key):
            new_key(key)
        (folder / "authorized_keys").write_bytes(self._user_key.with_suffix(".pub").read_bytes())
        self.login = folder / "login" / "profile"  # a shell script that runs before the command
        self.login.write_text("")
        runner = folder / "run.sh"  # the shell of the person there, as sshd starts it: with the command as one word
        runner.write_text(
            f'#!/bin/sh\n. "{self.login}"\nexport PATH="{Path(sys.executable).parent}:$PATH"\n'
            f'exec {shell} -c "$SSH_ORIGINAL_COMMAND"\n'
        )
        _make_program(runner)
        self._sshd_config.write_text(
            f'HostKey "{self._host_key}"\nAuthorizedKeysFile "{folder / "authorized_keys"}"\nStrictModes no\n'
            f'UsePAM no\nPasswordAuthentication no\nPermitRootLogin yes\nForceCommand "{runner}"\nPidFile none\n'
            f'SetEnv "LUTHIER_HOME={self.home}" LUTHIER_DEVICE=cpu LUTHIER_THREADS=1 OPENBLAS_NUM_THREADS=1\n'
        )
        self.configure(IdentityFile=f'"{self._user_key}"')
        _make_program(self.folder / "ssh", f'#!/bin/sh\nexec {shutil.which("ssh")} -F "{self._config}" "$@"\n')

    def configure(self, **options: str) -> None:
        """Write the person's SSH settings."""
        options = {
            "ProxyCommand": f'{SSHD} -i -f "{self._sshd_config}" 2>/dev/null',
            "UserKnownHostsFile": f'"{self._known}"',
            "GlobalKnownHostsFile": "/dev/null",
            "IdentitiesOnly": "yes",
            "User": getpass.getuser(),
        } | options
        lines = "".join(f"  {name} {value}\n" for name, value in options.items())
        self._config.write_text(f"Host *\n{lines}")

    @contextmanager
    def at(self, address: str, before: tuple[str, ...]) -> Iterator[None]:
        """Listen at an address meanwhile, in a network of its own. before: the words before a command there."""
        self.configure(IdentityFile=f'"{self._user_key}"', ProxyCommand="none", HostName=address)
        self.trust(address)
        command = [*before, SSHD, "-D", "-e", "-f", self._sshd_config]
        with subprocess.Popen(command, stderr=subprocess.PIPE) as server:
            assert server.stderr is not None
            assert b"listening" in server.stderr.readline()
            try:
                yield
            finally:
                server.terminate()

    def trust(self, host: str = "far") -> None:
        """Accept the server's key."""
        kind, key, *_ = self._host_key.with_suffix(".pub").read_text().split()
        self._known.write_text(f"{host} {kind} {key}\n")

    @property
    def fingerprint(self) -> str:
        """The fingerprint of its key, as ssh says it."""
        said = subprocess.run(
            ["ssh-keygen", "-lf", self._host_key.with_suffix(".pub")], capture_output=True, text=True, check=True
        )
        return said.stdout.split()[1]

    def change_key(self) -> None:
        """Be another computer from now on."""
        self._host_key.unlink()
        new_key(self._host_key)

    def forget_user(self) -> None:
        """Let nobody in any more."""
        (self.folder.parent / "authorized_keys").write_text("")


def new_key(path: Path) -> None:
    """Make a key without a passphrase."""
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)


def _make_program(path: Path, text: str | None = None) -> None:
    if text is not None:
        path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
