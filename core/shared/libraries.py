"""The libraries that Luthier is made with: versions and licences, as they say themselves when they are installed."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from core.shared.engine_package import engine_version

_LICENCE_FILE = re.compile(r"(licen[sc]e|copying|notice|authors)", re.IGNORECASE)
_LLAMA_CPP = re.compile(r"lib(llama|ggml-base)\.(?:so\.)?(\d+\.\d+\.\d+)(?:\.dylib)?")
_OURS = "luthier"
_LONG = 200  # letters of a licence's name, beyond which it is its text


class Library(NamedTuple):
    """licence: by its short name."""

    name: str
    version: str
    licence: str

    def __str__(self) -> str:
        return f"{self.name} {self.version} ({self.licence})"


def libraries() -> list[Library]:
    """All that are installed for it, by name: what it asks for, and what that brings along."""
    found = {
        about["Name"].casefold(): Library(about["Name"], about["Version"], licence_of(about))
        for about in (one.metadata for one in metadata.distributions())
        if about["Name"] and about["Name"].casefold() != _OURS
    }
    return [found[name] for name in sorted(found)]


def versions() -> list[str]:
    """Each with its version and licence, in a line."""
    return [str(library) for library in libraries()]


def licence_text(name: str) -> str:
    """The texts of a library's licences, as they were installed with it; else what it says of them."""
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
        pages = [str(page).rpartition(" ")[2] for page in about.get_all("Project-URL") or ()]
        texts = ["\n".join([f"{licence_of(about)}. Its text did not come with the library. See:", *pages])]
    return "\n\n\n".join(texts)


def licence_of(about: metadata.PackageMetadata) -> str:
    """Return a library's licence, by its short name if there is one; some packages paste the whole text into that
    field.
    """
    named = _first(about, "License-Expression")
    classified = [
        line.rsplit(" :: ", 1)[-1] for line in about.get_all("Classifier") or () if line.startswith("License")
    ]
    first = (_first(about, "License").strip().splitlines() or [""])[0]
    return named or ", ".join(classified) or first or "licence not named"


def llama_cpp() -> str:
    """llama.cpp 0.5.0 with ggml 0.25.3, from llama-cpp-python 0.3.36; by the names of its files, which Windows' do not
    say: then the last alone."""
    try:
        binding = metadata.distribution("llama-cpp-python")
    except metadata.PackageNotFoundError:
        return f"llama.cpp from {engine}" if (engine := engine_version()) else "no llama.cpp"
    named = (_LLAMA_CPP.fullmatch(path.name) for path in binding.files or ())
    known = {match[1]: match[2] for match in named if match}
    if not {"llama", "ggml-base"} <= known.keys():
        return f"llama.cpp from llama-cpp-python {binding.version}"
    return f"llama.cpp {known['llama']} with ggml {known['ggml-base']}, from llama-cpp-python {binding.version}"


def _first(about: metadata.PackageMetadata, field: str) -> str:
    return next(iter(about.get_all(field) or ()), "")
