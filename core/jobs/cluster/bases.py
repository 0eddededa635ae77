"""The base model of a training on this computer's disks, by its contents; and sent to a machine that lacks it."""

from __future__ import annotations

from pathlib import Path

from core import protocol as p
from core.base import paths
from core.base.errors import Do, LuthierError
from core.cluster import base_copy
from core.cluster.base_copy import Arriving
from core.cluster.questions import Base, Has, HasBase
from core.cluster.wire import Connection
from core.convert.resolve import cached_path, find_model, resolve_model
from core.gguf.header import Header
from core.hub.local_models import find_local
from core.jobs.cluster.start import place
from core.jobs.context import JobContext, Outcome
from core.jobs.models.check import Contents, weights_checked


def base_of(model: Header, contents: Contents) -> Base:
    """Return the base by which other computers find it on their disks."""
    return Base(model.path.name, contents.size, contents.header, contents.tensors)


def base_called(model: str, context: JobContext) -> tuple[Header, Base]:
    """Return the header and base of a model by its name. Raises LuthierError `cluster.no-base`, and as resolve_model
    does.
    """
    path = find_model(model)
    if path.is_dir() and not cached_path(path).exists():
        raise LuthierError("cluster.no-base", f"{model} is not converted yet.", _CONVERT)
    header = resolve_model(model, context)
    return header, checked_base(header, context)


def checked_base(model: Header, context: JobContext) -> Base:
    """Return the base of a model whose weights were checked. Raises LuthierError `cluster.no-base` where its file
    cannot be read any more.
    """
    with weights_checked(model, context) as weights:
        contents = weights()
    if contents is None:
        raise LuthierError("cluster.no-base", f"{model.path} cannot be read.", "Choose the model again.")
    return base_of(model, contents)


def found(base: Base, context: JobContext) -> Header:
    """Find a base on this computer. Raises LuthierError `cluster.no-base`, `cluster.other-base`."""
    others = []
    for model in find_local():
        if model.path.suffix != ".gguf" or not model.path.is_file() or model.path.stat().st_size != base.size:
            others += [model.path] if model.path.name == base.name else []
            continue
        header = resolve_model(str(model.path), context)
        if _is_same(header, base, context):
            return header
        others.append(model.path)
    if others:
        raise LuthierError(
            "cluster.other-base",
            f"its {others[0]} is not the {base.name} that is trained: the contents differ.",
            COPY,
        )
    raise LuthierError("cluster.no-base", f"it does not have the base model {base.name}.", COPY)


def has(base: Base, context: JobContext) -> Has:
    """Return whether a base is here."""
    try:
        found(base, context)
    except LuthierError as error:
        return Has("other" if error.code == "cluster.other-base" else "missing")
    return Has("here")


def arriving(base: Base, context: JobContext) -> Arriving:
    """Return a base that is being sent here. Raises LuthierError as Arriving does."""

    def keep(path: Path) -> None:
        try:
            header = resolve_model(str(path), context)
            if not _is_same(header, base, context):
                raise LuthierError("cluster.other-base", f"{base.name} arrived damaged.", "Try it again.")
        except BaseException:
            path.unlink(missing_ok=True)
            raise

    context.phase("copy", f"Copying {base.name} from the computer that has it")
    return Arriving(base, paths.models_dir(), lambda done, total: context.progress(done, total, "bytes"), keep)


def _is_same(model: Header, base: Base, context: JobContext) -> bool:
    with weights_checked(model, context) as weights:
        contents = weights()
    return contents is not None and (contents.header, contents.tensors) == (base.header, base.tensors)


_CONVERT = Do.by("The first training with it does that once.", "and so does `luthier memory --model MODEL`")
COPY = Do.by("Have it sent as the training begins, or copy it there yourself.", "--cluster-copy")


def copy(job: p.ClusterCopyJob, context: JobContext) -> Outcome[p.ClusterCopyResult]:
    """Send a base to a machine. Raises LuthierError `cluster.none`, `cluster.unreachable`, `cluster.no-machine`, what
    the machine refuses with, and of the model as core/jobs/cluster/bases.py has it.
    """
    there = place()
    header, base = base_called(job.model, context)
    context.phase("copy", f"Sending {base.name} to {job.machine}")
    machine = there.connect_by_name(job.machine)
    try:
        send_base(machine, header, base, context)
    finally:
        machine.close()
    return "done", p.ClusterCopyResult(machine=job.machine)


def send_base(to: Connection, header: Header, base: Base, context: JobContext) -> None:
    """Send a base, unless it is there. Raises LuthierError `cluster.lost`, what the machine refuses with, and
    Cancelled; the machine then keeps nothing.
    """

    def report(done: float, total: float) -> None:
        context.control.raise_if_cancelled()
        context.progress(done, total, "bytes")

    try:
        if to.ask(HasBase(base), Has).base != "here":
            base_copy.send(header.path, base, to, report)
    except OSError as error:
        raise LuthierError(
            "cluster.lost", f"{to.there.name} was lost while it was sent the model.", "Try it again."
        ) from error
    except LuthierError as error:
        raise LuthierError(error.code, f"{to.there.name}: {error.message}", error.hint) from error
