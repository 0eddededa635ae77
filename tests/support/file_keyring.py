"""A keyring for tests that start workers: as good as a system's, but in the file $KEYRING_FILE."""

from __future__ import annotations

import json
import os
from pathlib import Path

import keyring.backend


class Keyring(keyring.backend.KeyringBackend):
    priority = 5

    def get_password(self, service: str, username: str) -> str | None:
        return self._kept().get(f"{service} {username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        self._file.write_text(json.dumps({**self._kept(), f"{service} {username}": password}))

    def delete_password(self, service: str, username: str) -> None:
        kept = self._kept()
        del kept[f"{service} {username}"]
        self._file.write_text(json.dumps(kept))

    @property
    def _file(self) -> Path:
        return Path(os.environ["KEYRING_FILE"])

    def _kept(self) -> dict[str, str]:
        return json.loads(self._file.read_text()) if self._file.exists() else {}
