"""Which package brought ggml, llama.cpp and our kernels, and how to get one where there is none.

Set-up builds llama-cpp-python and the kernels for this machine; luthier-engine has both, built for every machine of a
kind (packaging/engine_wheel.py), and goes with one version of Luthier alone.
"""

from __future__ import annotations

from importlib import metadata

from core import __version__
from core.shared.errors import LuthierError
from core.shared.own_process import is_bundled
from core.shared.paths import RESOURCES

NOT_INSTALLED = "What computes, ggml and llama.cpp, is not installed."
_CLUSTER = "cryptography"
_NO_CLUSTER = "What several computers prove with who they are, cryptography, is not installed."
BUILT_HERE, BUILT_FOR_ALL = "llama-cpp-python", "luthier-engine"


def engine_version() -> str:
    """`llama-cpp-python 0.3.36` or `luthier-engine 0.1.0`; "" where neither is installed."""
    for name in (BUILT_HERE, BUILT_FOR_ALL):
        if found := _version(name):
            return f"{name} {found}"
    return ""


def other_version() -> str:
    """luthier-engine's, where it is not the one that goes with this Luthier; else ""."""
    found = _version(BUILT_FOR_ALL)
    return found if found != __version__ else ""


def missing_package(error: ModuleNotFoundError) -> Exception:
    """What to raise in its place: `ggml.missing` where it is llama.cpp's binding that is not there,
    `cluster.not-installed` where it is what computers train together with, else the same.
    """
    name = (error.name or "").partition(".")[0]
    if name == _CLUSTER:
        return LuthierError("cluster.not-installed", _NO_CLUSTER, "Install it with `pip install 'luthier[cluster]'`.")
    return LuthierError("ggml.missing", NOT_INSTALLED, how_to_get_it()) if name == "llama_cpp" else error


def how_to_get_it() -> str:
    """What to do where the engine is missing or another one, by how Luthier came here."""
    if is_bundled():
        return "Download Luthier again: a part of it is missing."
    if _is_checkout():
        return "Run `make setup` in Luthier's folder to build it for this machine."
    return (
        f"Install it with `pip install {BUILT_FOR_ALL}=={__version__}`, which needs no compiler, or with "
        f"`pip install '{_built_here()}'`, which builds it and takes some minutes."
    )


def how_to_get_kernels() -> str:
    """The same of our own kernels alone, which llama-cpp-python does not bring."""
    if is_bundled() or _is_checkout() or not _version(BUILT_HERE):
        return how_to_get_it()
    return (
        f"{BUILT_HERE}, as pip installs it, brings none. {BUILT_FOR_ALL} has them: `pip uninstall {BUILT_HERE}`, then "
        f"`pip install {BUILT_FOR_ALL}=={__version__}`."
    )


def how_to_get_qt() -> str:
    """What to do where a library of the system is missing that the window needs."""
    if _is_checkout():
        return "Run `make setup` in Luthier's folder: it names the system's libraries, and how to install them."
    return "Install the package of your system that has the library."


def _is_checkout() -> bool:
    return (RESOURCES.parent / "packaging" / "setup_env.py").exists()


def _built_here() -> str:
    """Return the requirement with the version that this Luthier is made for: another's ggml would be refused."""
    wanted = metadata.requires("luthier") or []
    return next((one.partition(";")[0].strip() for one in wanted if one.startswith(BUILT_HERE)), BUILT_HERE)


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
