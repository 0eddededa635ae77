"""What holds for the whole program: settings.json in the configuration folder. No secret is ever in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from core.shared import paths
from core.shared.errors import LuthierError
from core.shared.files import written_whole


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Empty means: as the environment says, else the usual."""

    endpoint: str = ""  # the hub or a mirror of it, https://…; else $HF_ENDPOINT, else the hub itself
    proxy: str = ""  # http://host:port; else $HTTPS_PROXY and its kin
    models_dir: str = ""  # where downloads lie; else the models folder
    offline: bool = False  # true: no network call at all, also with $HF_HUB_OFFLINE=1

    @property
    def downloads(self) -> Path:
        """The folder with a folder for each owner, and in it one for each repository."""
        return Path(self.models_dir) if self.models_dir else paths.models_dir()


def settings_file() -> Path:
    """Where they are kept."""
    return paths.config_dir() / "settings.json"


def load() -> Settings:
    """The settings as they are. Raises LuthierError `settings.unreadable` or `settings.bad-value`."""
    file = settings_file()
    try:
        return _checked(msgspec.json.decode(file.read_bytes(), type=Settings))
    except FileNotFoundError:
        return Settings()
    except (OSError, msgspec.DecodeError) as error:
        raise LuthierError(
            "settings.unreadable", f"{file} cannot be read: {error}.", "Mend it, or delete it for the usual settings."
        ) from error


def save(settings: Settings) -> None:
    """Raises LuthierError `settings.bad-value` or `files.cannot-write`."""
    content = msgspec.json.format(msgspec.json.encode(_checked(settings)))
    with written_whole(settings_file()) as partial:
        partial.write_bytes(content + b"\n")


def changed(settings: Settings, assignments: list[str]) -> Settings:
    """With KEY=VALUE strings applied; an empty value takes a setting back.

    Raises LuthierError `settings.unknown` or `settings.bad-value`.
    """
    values: dict[str, Any] = msgspec.to_builtins(settings)
    usual = msgspec.to_builtins(Settings())
    for assignment in assignments:
        key, equals, text = assignment.partition("=")
        if not equals or key not in values:
            known = ", ".join(values)
            raise LuthierError("settings.unknown", f"'{key}' is not a setting.", f"Write KEY=VALUE. Known: {known}.")
        values[key] = text.strip() or usual[key]
    try:
        return _checked(msgspec.convert(values, Settings, strict=False))
    except msgspec.ValidationError as error:
        raise LuthierError("settings.bad-value", f"A setting cannot be that: {error}.") from error


def _checked(settings: Settings) -> Settings:
    for name, url in (("endpoint", settings.endpoint), ("proxy", settings.proxy)):
        if url:
            _check_address(name, url)
    if settings.models_dir and not Path(settings.models_dir).is_absolute():
        raise LuthierError("settings.bad-value", f"models_dir={settings.models_dir} is not a whole path.")
    return settings


def _check_address(name: str, url: str) -> None:
    try:
        parts = urlsplit(url)
        is_good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        is_good, parts = False, urlsplit("")
    if not is_good or parts.query or parts.fragment:
        raise LuthierError(
            "settings.bad-value", f"{name} is not an address.", "It looks like https://host or http://host:port."
        )
    if parts.username or parts.password:
        raise LuthierError(
            "settings.secret",
            f"{name} holds a user name or password, and settings.json is no place for it.",
            "Put the address with the password into the environment variable HTTPS_PROXY instead.",
        )
