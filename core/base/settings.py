"""The program's settings: settings.json in the configuration folder. It never contains secrets."""

from __future__ import annotations

import contextlib
import os
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from core.base import formats, paths
from core.base.devices import DEVICE_HINT, is_device_name, wanted_device
from core.base.errors import Do, LuthierError, in_words
from core.base.formats import Format
from core.base.owned_lock import OwnedLock

DEVICE = "LUTHIER_DEVICE"  # environment variable for all trainings of a session
THEMES = ("light", "dark")
LANGUAGES = ("en", "de", "es", "fr", "hi", "zh_CN")
TEXT_SIZES = (80, 200)  # percent, smallest and largest
MOST_THREADS = 1024
CHANGED_S = 5.0  # seconds to wait for another program's change, which takes milliseconds


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings. An empty one means the environment variable's value, else the default."""

    endpoint: str = ""  # the hub or a mirror, https://…; empty: $HF_ENDPOINT, or the hub itself
    proxy: str = ""  # http://host:port; empty: the system's variables, such as $HTTPS_PROXY
    models_dir: str = ""  # where downloads go; empty: the models folder
    offline: bool = False  # true: no network calls at all; so does $HF_HUB_OFFLINE=1
    runs_dir: str = ""  # where runs are stored; empty: the runs folder
    exports_dir: str = ""  # where exports go unless another folder is chosen; empty: the exports folder
    threads: int = 0  # unless a training sets its own; 0: one per physical core, fewer beside other programs
    device: str = ""  # for trainings set to auto; empty: the faster of processor and card
    gentle: bool = False  # true: train at low priority and leave one core free, to keep the machine usable
    awake: bool = True  # prevent the machine from sleeping while the window trains
    pause_on_battery: bool = False  # pause a training in the window until mains power returns
    pause_when_hot: bool = False  # pause it until the processor has cooled down
    theme: str = ""  # light or dark; empty: the system's
    text_size: int = 100  # percent of the system's
    reduce_motion: bool = False  # true: no animations in the window
    language: str = ""  # the window's; empty: the system's, if the window has it

    @property
    def downloads(self) -> Path:
        """Return the folder of downloads: a folder for each owner, and in it one for each repository."""
        return Path(self.models_dir) if self.models_dir else paths.models_dir()

    @property
    def runs(self) -> Path:
        """Return the folder of runs."""
        return Path(self.runs_dir) if self.runs_dir else paths.runs_dir()

    @property
    def exports(self) -> Path:
        """Return the folder for exports."""
        return Path(self.exports_dir) if self.exports_dir else paths.exports_dir()


_FORMAT = Format(Settings, version=1, has_checksum=False)  # people write it by hand


def settings_file() -> Path:
    """Return the file that keeps the settings."""
    return paths.config_dir() / "settings.json"


def load() -> Settings:
    """Load the settings. Raises LuthierError `settings.unreadable`, `settings.bad-value`,
    `formats.newer`.
    """
    file = settings_file()
    try:
        return _checked(formats.read(file, _FORMAT))
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError) as error:
        raise LuthierError(
            "settings.unreadable",
            f"{file} cannot be read: {in_words(error)}.",
            "Fix it, or delete it to get the usual settings.",
        ) from error


def runs_dir() -> Path:
    """Return the folder of runs; the default if the settings are unreadable."""
    with contextlib.suppress(LuthierError):
        return load().runs
    return paths.runs_dir()


def device_for(of_run: str) -> str:
    """Return the device for a training whose own setting is `of_run`. $LUTHIER_DEVICE takes precedence over the
    settings, unreadable ones of which are ignored.
    """
    of_program = os.environ.get(DEVICE, "")
    with contextlib.suppress(LuthierError):
        return wanted_device(of_run, of_program or load().device)
    return wanted_device(of_run, of_program)


def models_dir() -> Path:
    """Return the folder for downloaded and converted models; the default if the settings are unreadable."""
    with contextlib.suppress(LuthierError):
        return load().downloads
    return paths.models_dir()


def save(settings: Settings) -> None:
    """Write the settings. An unreadable file, which may be handwritten, is kept as settings.unreadable.

    Raises LuthierError `settings.bad-value`, `formats.newer` if a newer version wrote the file, and
    `files.cannot-write`.
    """
    paths.make_home()
    _put_aside()
    formats.write(settings_file(), _checked(settings), _FORMAT, indent=2)


def _put_aside() -> None:
    try:
        load()
    except LuthierError as error:
        if error.code != "formats.newer":
            with contextlib.suppress(OSError):
                settings_file().replace(settings_file().with_suffix(".unreadable"))


def change(**values: Any) -> Settings:
    """Change some settings and return all. The others are read from the disk, or take their defaults if it is
    unreadable. Raises LuthierError as `save` does, and `settings.busy`.
    """
    with _alone():
        try:
            known = load()
        except LuthierError as error:
            if error.code == "formats.newer":
                raise
            known = Settings()
        settings = msgspec.structs.replace(known, **values)
        save(settings)
    return settings


def assign(assignments: list[str]) -> Settings:
    """Change settings by KEY=VALUE strings. Raises LuthierError as `changed`, `load` and `save` do, and
    `settings.busy`.
    """
    with _alone():
        settings = changed(load(), assignments)
        save(settings)
    return settings


def _alone() -> AbstractContextManager[None]:
    """Lock the settings between reading and writing, so that no other program's change gets lost."""
    paths.make_home()
    return OwnedLock(settings_file().with_suffix(".lock")).held(_busy, CHANGED_S)


def _busy(holder: str) -> LuthierError:
    return LuthierError("settings.busy", f"{settings_file()} is being changed by {holder}.", "Do it again.")


def changed(settings: Settings, assignments: list[str]) -> Settings:
    """Return the settings with KEY=VALUE strings applied; an empty value resets a setting.

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
        raise LuthierError("settings.bad-value", f"A setting has an invalid value: {in_words(error)}.") from error


def _checked(settings: Settings) -> Settings:
    for name, url in (("endpoint", settings.endpoint), ("proxy", settings.proxy)):
        if url:
            _check_address(name, url)
    for name in ("models_dir", "runs_dir", "exports_dir"):
        folder = getattr(settings, name)
        if folder and not Path(folder).is_absolute():
            raise LuthierError("settings.bad-value", f"{name}: {folder} is not a whole path.")
    for name, known in (("theme", THEMES), ("language", LANGUAGES)):
        if getattr(settings, name) not in ("", *known):
            raise LuthierError(
                "settings.bad-value", f"{name}: {getattr(settings, name)} is none of {', '.join(known)}."
            )
    if settings.device and not is_device_name(settings.device):
        message = f"No device is called {settings.device}."
        raise LuthierError("settings.bad-value", message, DEVICE_HINT)
    for name, least, most in (("threads", 0, MOST_THREADS), ("text_size", *TEXT_SIZES)):
        if not least <= getattr(settings, name) <= most:
            raise LuthierError("settings.bad-value", f"{name} has to be from {least} to {most}.")
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
            f"{name} holds a user name or password, which the settings must not keep.",
            Do.by("An address with a password belongs in the system's network settings.", "or in HTTPS_PROXY"),
        )
