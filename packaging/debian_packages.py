"""Debian packages unpacked beside the system instead of installed: nothing of the machine is changed, nobody asked.

Where they come from is read from the machine's own list of sources, so they are signed as its own packages are. Where
the machine's release is too old for what is wanted, they are the next release's.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from setup_llama import cache_folder, is_sealed, seal, temporary_folder
from setup_shell import SetupError, Step, digest, run

APT = Path("/etc/apt")
RELEASE = Path("/etc/os-release")
NEXT_RELEASE = {"bookworm": "trixie"}  # of one that is too old for ggml's Vulkan


def kept_packages(names: list[str], release: str, architecture: str = "") -> list[Path]:
    """The packages' files, downloaded once per machine; of another architecture with all that they depend on.

    Raises SetupError.
    """
    folder = cache_folder() / "packages" / digest("\0".join([release, architecture, *names]).encode())[:16]
    if not is_sealed(folder):
        with Step(f"Downloading {', '.join(names)}"), temporary_folder() as partial:
            finished = Path(partial) / "finished"
            finished.mkdir()
            download(names, release, Path(partial), finished, architecture)
            seal(finished, folder)
    return sorted(folder.glob("*.deb"))


def unpack(packages: list[Path], scratch: Path) -> Path:
    """Unpack them into a new folder there, and return it. Raises SetupError."""
    root = Path(tempfile.mkdtemp(dir=scratch))
    for package in packages:
        run(["dpkg-deb", "--extract", package, root])
    return root


def new_enough_release() -> str:
    """This machine's, or the next where that is too old. Raises SetupError where this is no Debian or Ubuntu."""
    return NEXT_RELEASE.get(codename(), codename())


def codename() -> str:
    """bookworm, noble; of what is made from Ubuntu the Ubuntu's. Raises SetupError."""
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        raise SetupError("There is no apt here that packages could be taken from.")
    says = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', RELEASE.read_text(), re.MULTILINE)) if RELEASE.exists() else {}
    name = says.get("UBUNTU_CODENAME") or says.get("VERSION_CODENAME")
    if not name:
        raise SetupError(f"{RELEASE} does not say which release this is.")
    return name


def download(names: list[str], release: str, scratch: Path, target: Path, architecture: str = "") -> None:
    """Into target; apt's lists are kept in scratch, so that the machine's own stay as they are. Raises SetupError."""
    sources = scratch / "here.sources"
    text = "\n".join(stanza.replace("\0", release) for stanza in stanzas(codename()))
    sources.write_text(re.sub(r"^architectures:.*\n", "", text, flags=re.MULTILINE) if architecture else text)
    for folder in ("lists/partial", "cache/archives/partial"):
        (scratch / folder).mkdir(parents=True)
    settings = [f"Dir::Etc::SourceList={sources}", "Dir::Etc::SourceParts=-", f"Dir::State::Lists={scratch / 'lists'}"]
    settings += [f"Dir::Cache={scratch / 'cache'}", "APT::Sandbox::User=", "Acquire::Languages=none"]
    command = ["download"]
    if architecture:  # of a system on which nothing is installed yet
        settings += [f"APT::Architecture={architecture}", f"APT::Architectures={architecture}"]
        settings += ["Dir::State::Status=/dev/null", "Debug::NoLocking=true"]
        command = ["install", "--download-only", "--yes", "--no-install-recommends"]
    options = [word for setting in settings for word in ("-o", setting)]
    try:
        run(["apt-get", *options, "update"])
    except SetupError as error:  # another's list that knows no such release: what is wanted may be there all the same
        trouble = f"\n{error}"
    else:
        trouble = ""
    try:
        run(["sh", "-c", 'cd "$0" && exec "$@"', target, "apt-get", *options, *command, *names])
    except SetupError as error:
        raise SetupError(f"{error}{trouble}") from error
    for file in (scratch / "cache" / "archives").glob("*.deb"):
        file.rename(target / file.name)


def stanzas(release: str) -> Iterator[str]:
    """Where the machine has its release's own packages from, in apt's newer format, with \\0 for the release."""
    parts = APT / "sources.list.d"
    for path in sorted(parts.glob("*.sources")):
        for stanza in re.split(r"\n\s*\n", path.read_text()):
            yield from whole_stanza(stanza, release)
    for path in (APT / "sources.list", *sorted(parts.glob("*.list"))):
        for line in path.read_text().splitlines() if path.exists() else ():
            yield from short_line(line, release)


def whole_stanza(stanza: str, release: str) -> Iterator[str]:
    lines = "\n".join(line for line in stanza.splitlines() if not line.startswith("#"))
    fields = {
        name.lower(): value for name, value in re.findall(r"^([\w-]+):((?:.*(?:\n[ \t].*)*))", lines, re.MULTILINE)
    }
    words = {name: fields.get(name, "").split() for name in ("types", "suites", "components", "enabled")}
    is_own = "deb" in words["types"] and release in words["suites"] and "main" in words["components"]
    if is_own and words["enabled"] != ["no"]:
        kept = [f"{name}:{value}" for name, value in fields.items() if name not in ("types", "suites")]
        yield "\n".join(["types: deb", "suites: \0", *kept]) + "\n"


def short_line(line: str, release: str) -> Iterator[str]:
    """`deb [signed-by=FILE] ADDRESS RELEASE main`"""
    found = re.fullmatch(r"\s*deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s+([^#]*?)\s*(?:#.*)?", line)
    if found and found[3] == release and "main" in found[4].split():
        names = {"signed-by": "signed-by", "arch": "architectures", "trusted": "trusted"}
        options = [option.partition("=") for option in (found[1] or "").split()]
        kept = [f"{names[name]}: {value.replace(',', ' ')}" for name, _, value in options if name in names]
        yield "\n".join(["types: deb", "suites: \0", f"uris: {found[2]}", f"components: {found[4]}", *kept]) + "\n"
