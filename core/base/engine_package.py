"""The installed package that provides ggml, llama.cpp and our kernels, and instructions if none is installed.

Set-up builds llama-cpp-python and the kernels for this machine; luthier-engine has both, prebuilt for a platform
(packaging/engine_wheel.py), and works with one version of Luthier only.
"""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from core import __version__
from core.base.errors import Do, LuthierError
from core.base.own_process import is_bundled
from core.base.paths import RESOURCES
from core.base.systems.terminals import SET_UP

NOT_INSTALLED = "What computes, ggml and llama.cpp, is not installed."
BUILT_HERE, BUILT_FOR_ALL = "llama-cpp-python", "luthier-engine"


def engine_version() -> str:
    """Return `llama-cpp-python 0.3.36` or `luthier-engine 0.1.0`; "" if neither is installed."""
    for name in (BUILT_HERE, BUILT_FOR_ALL):
        if found := _version(name):
            return f"{name} {found}"
    return ""


def other_version() -> str:
    """Return luthier-engine's version if it does not match this Luthier; else ""."""
    found = _version(BUILT_FOR_ALL)
    return found if found != __version__ else ""


def missing_package(error: ModuleNotFoundError) -> Exception:
    """Return the error to raise instead: `ggml.missing` if llama.cpp's binding is missing, else the same error."""
    name = (error.name or "").partition(".")[0]
    return LuthierError("ggml.missing", NOT_INSTALLED, how_to_get_it()) if name == "llama_cpp" else error


def how_to_get_it() -> str:
    """Return what to do if the engine is missing or mismatched, depending on how Luthier was installed."""
    if is_bundled():
        return "Download Luthier again: a part of it is missing."
    if _is_checkout():
        return Do.by("Install Luthier again.", f"`{SET_UP}` in its folder builds it for this machine")
    return Do.by(
        "Install Luthier again.",
        f"`pip install {BUILT_FOR_ALL}=={__version__}`, which needs no compiler, or `pip install '{_built_here()}'`, "
        "which builds it and takes some minutes",
    )


def how_to_get_kernels() -> str:
    """Return what to do if only our own kernels are missing, which llama-cpp-python does not include."""
    if is_bundled() or _is_checkout() or not _version(BUILT_HERE):
        return how_to_get_it()
    return (
        f"{BUILT_HERE}, as pip installs it, brings none. {BUILT_FOR_ALL} has them: `pip uninstall {BUILT_HERE}`, then "
        f"`pip install {BUILT_FOR_ALL}=={__version__}`."
    )


def how_to_get_qt() -> str:
    """Return what to do if a system library that the window needs is missing."""
    if _is_checkout():
        return f"Run `{SET_UP}` in Luthier's folder: it names the system's libraries, and how to install them."
    return "Install the package of your system that has the library."


def _is_checkout() -> bool:
    return (RESOURCES.parent / "packaging" / "setup_env.py").exists()


def _built_here() -> str:
    """Return the requirement, with the version that this Luthier was made for: the ggml of others is refused."""
    wanted = metadata.requires("luthier") or []
    return next((one.partition(";")[0].strip() for one in wanted if one.startswith(BUILT_HERE)), BUILT_HERE)


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


# The libraries that Luthier uses: versions and licences from their installed metadata.

_LICENCE_FILE = re.compile(r"(licen[sc]e|copying|notice|authors)", re.IGNORECASE)
_KEPT = {  # texts for packages without one, keyed by a word of their licence field
    "Apache": [RESOURCES / "licences" / "Apache-2.0.txt"],
    "LGPL-3.0": [RESOURCES / "licences" / "LGPL-3.0.txt", RESOURCES / "licences" / "GPL-3.0.txt"],
}
_OURS = "luthier"
_LONG = 200  # characters: a longer "name" is the licence's text


class Library(NamedTuple):
    """An installed library. licence: its short name."""

    name: str
    version: str
    licence: str

    def __str__(self) -> str:
        return f"{self.name} {self.version} ({self.licence})"


def libraries() -> list[Library]:
    """Return Luthier's dependencies and theirs, as far as they are installed, by name."""
    found = {
        about["Name"].casefold(): Library(about["Name"], about["Version"], licence_of(about))
        for about in (one.metadata for one in metadata.distributions())
        if about["Name"] and about["Name"].casefold() != _OURS
    }
    return [found[name] for name in sorted(found)]


def versions() -> list[str]:
    """Return a line with name, version and licence for each library."""
    return [str(library) for library in libraries()]


def licence_text(name: str) -> str:
    """Return the licence texts installed with a library; else what its metadata says."""
    found = metadata.distribution(name)
    texts = [
        path.read_text(encoding="utf-8").strip()
        for path in found.files or []
        if _LICENCE_FILE.match(path.name) and path.suffix not in (".py", ".pyc") and Path(path.locate()).is_file()
    ]
    about = found.metadata
    if not texts:
        named = _first(about, "License")
        if len(named) > _LONG:
            return named
        texts = [
            file.read_text(encoding="utf-8").strip()
            for word, files in _KEPT.items() for file in files if word in licence_of(about) and file.exists()
        ]  # fmt: skip
    if not texts:
        pages = [str(page).rpartition(" ")[2] for page in about.get_all("Project-URL") or ()]
        texts = ["\n".join([f"{licence_of(about)}. Its text did not come with the library. See:", *pages])]
    return "\n\n\n".join(texts)


def licence_of(about: metadata.PackageMetadata) -> str:
    """Return a library's licence, its short name if possible; some packages paste the whole text into that field."""
    named = _first(about, "License-Expression")
    classified = [
        line.rsplit(" :: ", 1)[-1] for line in about.get_all("Classifier") or () if line.startswith("License")
    ]
    first = (_first(about, "License").strip().splitlines() or [""])[0]
    return named or ", ".join(classified) or first or "licence not named"


def llama_cpp() -> str:
    """Return the package that provides llama.cpp, with its version; ggml's version follows from it."""
    try:
        return f"llama.cpp from llama-cpp-python {metadata.version('llama-cpp-python')}"
    except metadata.PackageNotFoundError:
        return f"llama.cpp from {engine}" if (engine := engine_version()) else "no llama.cpp"


def _first(about: metadata.PackageMetadata, field: str) -> str:
    return next(iter(about.get_all(field) or ()), "")
