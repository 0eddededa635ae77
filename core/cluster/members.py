"""Whom a cluster's head let in, and whom it took out again: files beside the certificates.

A certificate lasts for twenty years and cannot be taken back; its name can be refused. So no name is ever given twice,
and the names that were taken out are kept by every computer of the cluster, not by the head alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from core.base import formats
from core.base.errors import LuthierError
from core.base.formats import Format
from core.base.home_cluster import LetIn, keep_let_in, kept, let_in, let_in_file
from core.base.owned_lock import OwnedLock
from core.cluster.credentials import Credentials, machine_name

_WAITED_S = 10.0  # for another process, which has the file for a moment


@dataclass(frozen=True)
class Members:
    """The members of the cluster whose head has its certificates in that folder.

    Everything is read anew each time: a program that lets computers in sees what another one took out. All of it raises
    LuthierError `cluster.unreadable`.
    """

    folder: Path

    @property
    def names(self) -> list[str]:
        """The machines that may come; the head itself is none of them."""
        return let_in(self.folder).there

    @property
    def refused(self) -> frozenset[str]:
        """The machines that were removed."""
        return frozenset(let_in(self.folder).removed)

    def is_taken(self, name: str) -> bool:
        """Whether a machine is, or was, called so. Capitals make no other name: people hear none."""
        return name.casefold() in {known.casefold() for known in let_in(self.folder).names}

    def let_in(self, name: str) -> None:
        """Write down that it is: before it gets its certificate. Raises LuthierError `files.cannot-write`."""
        self._change(lambda known: msgspec.structs.replace(known, names=[*known.names, name]))

    def remove(self, name: str) -> None:
        """Take it out for good. Raises LuthierError `cluster.no-machine`, `files.cannot-write`."""

        def without(known: LetIn) -> LetIn:
            if name not in known.there:
                raise self._nobody(name, known)
            return msgspec.structs.replace(known, removed=[*known.removed, name])

        self._change(without)

    def _change(self, change: Callable[[LetIn], LetIn]) -> None:
        with OwnedLock(self.folder / "members.lock").held(_in_use, _WAITED_S):
            keep_let_in(self.folder, change(let_in(self.folder)))

    def _nobody(self, name: str, known: LetIn) -> LuthierError:
        if name == machine_name(Credentials(self.folder)):
            return LuthierError(
                "cluster.no-machine",
                f"{name} is this computer, where the others meet: it cannot be taken out.",
                "`luthier cluster leave` ends the cluster for all.",
            )
        if name in known.removed:
            return LuthierError("cluster.no-machine", f"{name} was taken out of the cluster before.", "")
        who = f"Those that were: {', '.join(known.there)}." if known.there else "Nobody was so far."
        return LuthierError("cluster.no-machine", f"No computer was let in here by the name {name}.", who)


class _Refused(msgspec.Struct, frozen=True, kw_only=True):
    names: list[str]


_REFUSED = Format(_Refused)


def keep_refused(folder: Path, names: Iterable[str]) -> None:
    """Keep whom the head has taken out; those of before stay so. Raises LuthierError `cluster.unreadable`,
    `files.cannot-write`.
    """
    before = kept_refused(folder)
    if all_of_them := before.union(names) - before:
        formats.write(_refused_file(folder), _Refused(names=sorted(before | all_of_them)), _REFUSED)


def kept_refused(folder: Path) -> frozenset[str]:
    """Read whom the head has taken out, as far as this computer was told. Raises LuthierError `cluster.unreadable`."""
    known = kept(_refused_file(folder), _REFUSED)
    return frozenset(known.names if known is not None else ())


def forget_members(folder: Path) -> None:
    """Forget the members of a cluster that this computer has left; they mean nothing in another. Raises OSError."""
    for file in (let_in_file(folder), _refused_file(folder)):
        file.unlink(missing_ok=True)


def _refused_file(folder: Path) -> Path:
    return folder / "refused.json"


def _in_use(holder: str) -> LuthierError:
    return LuthierError(
        "cluster.unreadable", f"The list of the cluster's computers is in use: {holder}.", "Do it once more."
    )
