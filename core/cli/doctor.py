"""`luthier doctor` and `devices`: this machine's hardware, what works on it, and what to do about the rest."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from importlib import metadata
from pathlib import Path
from typing import Annotated

import msgspec
import psutil
import typer
from rich.console import Console
from rich.text import Text

from core import __version__
from core import protocol as p
from core.advice.devices import VERDICTS
from core.base import paths, settings
from core.base.cache import BoundedFolder
from core.base.command_lines import typed
from core.base.devices import DeviceReport
from core.base.engine_package import BUILT_FOR_ALL, BUILT_HERE, how_to_get_it, how_to_get_kernels, how_to_get_qt
from core.base.errors import LuthierError
from core.base.files import nearest_existing
from core.base.numbers import brief_size, plural
from core.base.own_process import own_process
from core.base.systems.machine import instruction_sets, processor
from core.base.systems.terminals import NO_WINDOW
from core.cli.options import Json
from core.cli.running import perform
from core.cli.terminal import Terminal, print_json
from core.memory.monitor import SHARE_OF_FREE, system_memory

_PACKAGES = (
    "gguf", "llama-cpp-python", "msgspec", "numpy", "PySide6-Essentials", "pyqtgraph", "safetensors", "tokenizers"
)  # fmt: skip
_TELLING_FLAGS = (
    "avx", "avx2", "fma", "f16c", "avx_vnni", "avx512f", "avx512_vnni", "avx512_bf16", "amx_int8", "amx_bf16",
    "asimd", "asimddp", "i8mm", "sve", "bf16",
)  # fmt: skip
_DISK_WANTED = 10 * 10**9  # bytes: a quantized 8B model with its transposed copy
_TEST = "`luthier devices` tests it; with --test-again once more."
_GRAPHICS = "docs/gpu.md says what it takes. The processor trains all the same."
_MEMORY_WANTED = 4 * 10**9  # bytes: a 1B model, quantized to four bits


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """The doctor's findings about the machine. Sizes are in bytes."""

    system: str
    processor: str
    cores: int  # physical
    threads: int
    flags: list[str]  # instruction sets that speed up matrix products
    memory: int
    memory_available: int
    memory_group: str = ""  # the control group that limits it, such as a container's
    disk_free: int  # on the disk with Luthier's files
    home: str


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A cache folder, which may be deleted at any time. Sizes are in bytes."""

    folder: str
    size: int
    limit: int


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one check: whether it works, and what to do if not."""

    name: str
    ok: bool
    detail: str
    hint: str = ""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All of the doctor's findings."""

    luthier: str
    python: str
    machine: Machine
    packages: dict[str, str | None]  # name -> version; None: not installed
    checks: list[Check]
    copies: Kept  # of weights, for a faster next start
    can_train: bool  # also covers convert, quantize, evaluate, export
    can_chat: bool
    can_open_window: bool


def examine() -> Report:
    """Run all checks, which takes about a second."""
    machine = examine_machine()
    ggml = _loads("ggml", "ggml", how_to_get_it())
    kernels = _kernels(machine)
    llama = _loads("llama.cpp", "llama", how_to_get_it())
    window = _loads("Qt", "qt", how_to_get_qt())
    return Report(
        luthier=__version__,
        python=platform.python_version(),
        machine=machine,
        packages=_packages(),
        checks=[
            ggml,
            kernels,
            llama,
            *_graphics(ggml),
            window,
            _memory(machine),
            _disk(machine),
            _templates(),
            _ollama(),
        ],
        copies=_kept(BoundedFolder(paths.copies_dir())),
        can_train=ggml.ok and llama.ok,
        can_chat=llama.ok,
        can_open_window=window.ok,
    )


def examine_machine() -> Machine:
    """Examine the processor, memory and disk."""
    memory = system_memory()
    present = instruction_sets()
    return Machine(
        system=f"{platform.system()} {platform.release()} {platform.machine()}",
        processor=processor(),
        cores=psutil.cpu_count(logical=False) or psutil.cpu_count() or 1,
        threads=psutil.cpu_count() or 1,
        flags=[flag for flag in _TELLING_FLAGS if flag in present],
        memory=memory.total,
        memory_available=memory.available,
        memory_group=memory.group,
        disk_free=shutil.disk_usage(nearest_existing(paths.home())).free,
        home=str(paths.home()),
    )


def _kept(folder: BoundedFolder) -> Kept:
    return Kept(folder=str(folder.path), size=folder.size, limit=folder.limit)


def _packages() -> dict[str, str | None]:
    """Return the packages' versions; of the two that provide the engine, the installed one."""
    found = {name: _version(name) for name in _PACKAGES}
    if found[BUILT_HERE] is None and (prebuilt := _version(BUILT_FOR_ALL)):
        found = {name: version for name, version in found.items() if name != BUILT_HERE} | {BUILT_FOR_ALL: prebuilt}
    return found


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _loads(name: str, library: str, hint: str) -> Check:
    """Check whether a library loads and starts. library: its name in core/cli/loads.py."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        own_process("core.cli.loads", library),
        capture_output=True, encoding="utf-8", errors="replace", env=environment, creationflags=NO_WINDOW,
    )  # fmt: skip
    if done.returncode == 0:
        return Check(name=name, ok=True, detail=done.stdout.strip(" |\n"))
    lines = done.stderr.strip().splitlines()
    return Check(name=name, ok=False, detail=lines[-1] if lines else f"it ended with {done.returncode}", hint=hint)


def _kernels(machine: Machine) -> Check:
    """Check our own kernels, without which training is slower. All of them need AVX2."""
    if machine.flags and "avx2" not in machine.flags:
        return Check(name="kernels", ok=True, detail="none for this processor, ggml multiplies")
    return _loads("kernels", "kernels", f"Training is slower without. {how_to_get_kernels()}")


def _graphics(ggml: Check) -> list[Check]:
    """Check the optional plug-ins for graphics cards, the cards that they find, and the cards' self-tests."""
    if not ggml.ok:
        return []
    from core.cli.doctor import verdict_of
    from core.engine.ggml.devices import plugin_paths
    from core.jobs.devices.list import list_found, report_of

    listing = list_found()
    plugins = ", ".join(path.name for path in plugin_paths()) or "no plug-in is installed, so the processor computes"
    found = [report_of(device, test=False) for device in listing.devices]
    what = listing.problem or (plugins if found or not plugin_paths() else f"{plugins}: no graphics card was found")
    return [
        Check(name="graphics", ok=not listing.problem, detail=what, hint=_GRAPHICS if listing.problem else ""),
        *(Check(name=one.path, ok=False, detail=one.reason, hint=_GRAPHICS) for one in listing.not_loaded),
        *(
            Check(
                name=report.name,
                ok=report.usable,
                detail=f"{report.description}, {verdict_of(report)}",
                hint="" if report.verdict == "works" else _TEST,
            )
            for report in found
        ),
    ]


def _templates() -> Check:
    """Check how far this system can sandbox the process that renders chat templates (SECURITY.md)."""
    from core.base.child_process import EndedError
    from core.data.chat.renderer import TemplateRenderer

    try:
        with TemplateRenderer() as renderer:
            held = renderer.held()
    except (EndedError, OSError) as error:
        detail = f"their process does not start: {error or 'it ended'}"
        return Check(name="chat templates", ok=False, detail=detail, hint="`make clean setup` installs it again.")
    given_up = [name for name in ("files", "memory", "system calls") if name in held]
    kept = [name for name in ("files", "memory", "system calls") if name not in held]
    detail = f"rendered in a sandbox; their process has given up {', '.join(given_up) or 'nothing'}"
    return Check(name="chat templates", ok=True, detail=detail + (f", and keeps {', '.join(kept)}" if kept else ""))


def _ollama() -> Check:
    """Check whether the optional Ollama is running."""
    from core.export.ollama.address import address_of
    from core.export.ollama.client import Ollama

    address = address_of(os.environ.get("OLLAMA_HOST", ""))
    if settings.load().offline and not address.is_here:
        return Check(
            name="Ollama", ok=True, detail=f"not asked: it is at {address.url}, and Luthier is to stay offline"
        )
    try:
        detail = f"{Ollama(address).version()} runs at {address.url}"
    except LuthierError as error:
        detail = f"{error.message} Only `luthier ollama create` and `export --create` need it."
    return Check(name="Ollama", ok=True, detail=detail)


def _memory(machine: Machine) -> Check:
    ok = machine.memory_available >= _MEMORY_WANTED
    hint = "" if ok else "Close other programs, or train a model below 1B parameters."
    detail = f"{machine.memory_available / 1e9:.1f} GB free"
    if machine.memory_group:
        detail += f" of the {machine.memory / 1e9:.1f} GB that the control group {machine.memory_group} allows"
        hint = "" if ok else "Raise the limit of the container or service, or train a model below 1B parameters."
    detail += f"; {machine.memory_available * SHARE_OF_FREE / 1e9:.1f} GB free for training"
    return Check(name="memory", ok=ok, detail=detail, hint=hint)


def _disk(machine: Machine) -> Check:
    if not os.access(nearest_existing(Path(machine.home)), os.W_OK):
        hint = "Set LUTHIER_HOME to a folder that is yours to write to."
        return Check(name="disk", ok=False, detail=f"{machine.home} cannot be written to", hint=hint)
    ok = machine.disk_free >= _DISK_WANTED
    hint = "" if ok else "Make room, or set LUTHIER_HOME to a folder on another disk."
    return Check(name="disk", ok=ok, detail=f"{machine.disk_free / 1e9:.1f} GB free at {machine.home}", hint=hint)


def show(report: Report, as_json: bool) -> None:
    """Print the report, as text or as one line of JSON."""
    if as_json:
        print_json(report)
        return
    console = Terminal(soft_wrap=True)
    machine = report.machine
    console.print(f"Luthier {report.luthier}, Python {report.python}, {machine.system}", markup=False)
    cores = plural(machine.cores, "core", "cores")
    console.print(", ".join(filter(None, (machine.processor, cores, " ".join(machine.flags)))), markup=False)
    console.print(f"{brief_size(machine.memory)} memory, {brief_size(machine.memory_available)} of it free\n")
    for package, version in report.packages.items():
        console.print(f"  {package} {version or 'is not installed'}", markup=False)
    console.print()
    for check in report.checks:
        mark = Text("ok     ", style="green") if check.ok else Text("problem", style="bold red")
        console.print(Text.assemble(mark, f" {check.name}: {check.detail}"))
        if check.hint:
            console.print(f"        {typed(check.hint)}", markup=False)
    kept = report.copies
    size, limit = brief_size(kept.size), brief_size(kept.limit)
    console.print(f"\nCopies of weights for a fast start: {size} of at most {limit} in {kept.folder}\n", markup=False)
    for what, works in (
        ("Convert, train, evaluate, export", report.can_train),
        ("Chat", report.can_chat),
        ("The window", report.can_open_window),
    ):
        console.print(f"{what}: {'will work' if works else 'will not work'}", markup=False)


def devices(
    json: Json = False,
    test_again: Annotated[
        bool,
        typer.Option(
            "--test-again", help="Test again the cards that were already tested with this driver and version."
        ),
    ] = False,
) -> None:
    """List the graphics cards that could compute. Each is tested once against the processor, in a second or two."""
    result = perform(p.ListDevicesJob(again=test_again), json)
    if not json:
        show_devices(Terminal(), result.devices)


def show_devices(console: Console, found: list[DeviceReport]) -> None:
    """Show a line for each device, and below it one for its self-test's result."""
    if not found:
        console.print(
            "No graphics card that could compute was found: the processor does. docs/gpu.md says what it takes."
        )
    for report in found:
        console.print(f"{report.name}  {report.description}, {memory_of(report)}", markup=False, soft_wrap=True)
        console.print(f"    {verdict_of(report)}", markup=False, soft_wrap=True)


def memory_of(report: DeviceReport) -> str:
    """Format a device's memory, and whether it is the card's or the computer's."""
    whose = " of the computer's" if report.integrated else ""
    return f"{brief_size(report.memory_free)} of {brief_size(report.memory_total)}{whose} memory free"


def verdict_of(report: DeviceReport) -> str:
    """Return the verdict as text, with the measured figure, if any."""
    verdict = VERDICTS[report.verdict]
    if report.verdict == "works" and report.largest_error is not None:
        return f"{verdict}: no number is off by more than {report.largest_error:.2%} in the self-test"
    return f"{verdict}: {report.reason}" if report.reason else verdict
