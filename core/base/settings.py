"""What holds for the whole program: settings.json in the configuration folder. No secret is ever in it."""

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

DEVICE = "LUTHIER_DEVICE"  # the environment's variable for all trainings of a session
THEMES = ("light", "dark")
LANGUAGES = ("en", "de", "es", "fr", "hi", "zh_CN")
TEXT_SIZES = (80, 200)  # percent, the least and the most
MOST_THREADS = 1024
CHANGED_S = 5.0  # so long a change waits for another program's, which takes milliseconds


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Empty means: as the environment says, else the usual."""

    endpoint: str = ""  # the hub or a mirror of it, https://…; empty: $HF_ENDPOINT, or the hub itself
    proxy: str = ""  # http://host:port; empty: the system's variables, such as $HTTPS_PROXY
    models_dir: str = ""  # where downloads go; empty: the models folder
    offline: bool = False  # true: no network call at all, also with $HF_HUB_OFFLINE=1
    runs_dir: str = ""  # where trainings are kept; empty: the runs folder
    exports_dir: str = ""  # where exports go unless another folder is chosen; empty: the exports folder
    threads: int = 0  # how many compute, unless a training says; 0: one per physical core, fewer beside other programs
    device: str = ""  # what trains, where a training says auto; empty: the faster of processor and card
    gentle: bool = False  # true: train at low priority and leave one core free, so that the machine stays usable
    awake: bool = True  # keep the machine from falling asleep while the window trains
    pause_on_battery: bool = False  # have a training in the window wait for mains power
    pause_when_hot: bool = False  # have it wait until the processor has cooled down
    theme: str = ""  # light or dark; empty: as the system
    text_size: int = 100  # percent of the system's
    reduce_motion: bool = False  # nothing in the window fades in or out
    language: str = ""  # the window's; empty: the system's, if the window has it

    @property
    def downloads(self) -> Path:
        """The folder with a folder for each owner, and in it one for each repository."""
        return Path(self.models_dir) if self.models_dir else paths.models_dir()

    @property
    def runs(self) -> Path:
        """The folder with a folder for each training."""
        return Path(self.runs_dir) if self.runs_dir else paths.runs_dir()

    @property
    def exports(self) -> Path:
        """The folder for exports."""
        return Path(self.exports_dir) if self.exports_dir else paths.exports_dir()


_FORMAT = Format(Settings, version=1, has_checksum=False)  # people write it by hand


def settings_file() -> Path:
    """Return the file that keeps the settings."""
    return paths.config_dir() / "settings.json"


def load() -> Settings:
    """Load the settings as they are. Raises LuthierError `settings.unreadable`, `settings.bad-value`,
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
    """Return the folder of runs. Settings that cannot be read leave it where it usually is."""
    with contextlib.suppress(LuthierError):
        return load().runs
    return paths.runs_dir()


def device_for(of_run: str) -> str:
    """Return what is to compute a training whose own setting is `of_run`: $LUTHIER_DEVICE goes before the settings.

    Settings that cannot be read leave it at that.
    """
    of_program = os.environ.get(DEVICE, "")
    with contextlib.suppress(LuthierError):
        return wanted_device(of_run, of_program or load().device)
    return wanted_device(of_run, of_program)


def models_dir() -> Path:
    """Return the folder for downloaded and converted models. Unreadable settings leave it at the usual one."""
    with contextlib.suppress(LuthierError):
        return load().downloads
    return paths.models_dir()


def save(settings: Settings) -> None:
    """Write the settings. What could not be read is put aside as settings.unreadable: somebody may have written it by
    hand.

    Raises LuthierError `settings.bad-value`, `formats.newer` where a newer version keeps its own there, and
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
    """Change some settings, the others being as they are on the disk at that moment, or the usual ones where these
    cannot be read. Returns all, as they are then. Raises LuthierError as `save` does, and `settings.busy`.
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
    """Between reading and writing no other program changes them: its change would be lost."""
    paths.make_home()
    return OwnedLock(settings_file().with_suffix(".lock")).held(_busy, CHANGED_S)


def _busy(holder: str) -> LuthierError:
    return LuthierError("settings.busy", f"{settings_file()} is being changed by {holder}.", "Do it again.")


def changed(settings: Settings, assignments: list[str]) -> Settings:
    """Return the settings with KEY=VALUE strings applied; an empty value takes a setting back.

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
