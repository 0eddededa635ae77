"""Copies that lie in a file are the same as those in memory, and a file that is not whole is made again."""

from __future__ import annotations

import gc
import resource
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.cache import BoundedFolder
from core.base.errors import Cancelled
from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, MappedStorage, Storage
from core.engine.ggml.tensor import Tensor
from core.engine.kernels.interface import BF16, INT8
from core.engine.kernels.library import load_kernels
from core.engine.model import copies
from core.engine.model.copies import hold_copies, hold_copies_on_disk
from core.engine.model.frozen import FrozenLinear
from core.engine.model.gguf_file import GgufFile
from core.engine.model.weight_layouts import Layout, quantize_rows

Q4_K = 12
LAYOUTS = [Layout(abi.BF16, abi.Q8_0), Layout(None, abi.Q6_K), Layout(), Layout(abi.F32, None), Layout(None, abi.Q6_K)]
SHAPES = [(96, 64, 1), (512, 512, 1), (256, 64, 1), (64, 40, 1), (256, 256, 3)]
KINDS = [abi.Q8_0, Q4_K, Q4_K, abi.Q8_0, Q4_K]
for packed in (INT8, BF16):
    if packed in load_kernels():
        LAYOUTS += [Layout(packed, packed), Layout(None, packed)]
        SHAPES += [(576, 352, 1), (256, 64, 1)]
        KINDS += [abi.Q8_0, Q4_K]


def weights(backend: Backend, seed: int = 0) -> list[FrozenLinear]:
    """Linears of several types and shapes, one a stack of experts."""
    storage, rng = Storage(backend), np.random.default_rng(seed)
    tensors = [storage.new(*shape, kind=kind) for shape, kind in zip(SHAPES, KINDS, strict=True)]
    storage.allocate()
    for tensor in tensors:
        rows = rng.normal(size=(tensor.shape[1] * tensor.shape[2], tensor.shape[0])).astype(np.float32)
        packed = quantize_rows(backend.ggml, tensor.kind, rows)
        backend.ggml.backend_tensor_set(tensor.address, packed.ctypes.data, 0, packed.nbytes)
    return [FrozenLinear(f"w{i}", tensor) for i, tensor in enumerate(tensors)]


class Held:
    """What a start holds, and what it said."""

    def __init__(
        self, backend: Backend, linears: list[FrozenLinear], folder: Path, model: GgufFile | None = None
    ) -> None:
        self.made: list[int] = []
        self.notices: list[str] = []
        self.released: list[Tensor] = []
        self.storage = hold_copies_on_disk(
            backend,
            linears,
            LAYOUTS[: len(linears)],
            lambda done, total: self.made.append(done),
            self.released.append,
            BoundedFolder(folder),
            lambda code, message, hint: self.notices.append(f"{code}: {message} {hint}"),
            model,
        )
        self.bytes = bytes_of(backend, linears)

    @property
    def was_made(self) -> bool:
        return len(self.made) > 1  # what is found is reported once, as done


def bytes_of(backend: Backend, linears: list[FrozenLinear]) -> list[NDArray[np.uint8]]:
    copies = [copy for linear in linears for copy in (linear.forward, linear.transposed) if copy is not None]
    found = [np.empty(copy.bytes, np.uint8) for copy in copies]
    for copy, values in zip(copies, found, strict=True):
        backend.ggml.backend_tensor_get(copy.address, values.ctypes.data, 0, values.nbytes)
    return found


def same(one: list[NDArray[np.uint8]], other: list[NDArray[np.uint8]]) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def only_file(folder: Path) -> Path:
    (file,) = folder.iterdir()
    return file


def test_that_copies_in_a_file_are_those_in_memory(backend: Backend, tmp_path: Path) -> None:
    linears = weights(backend)
    memory = hold_copies(backend, linears, LAYOUTS, lambda done, total: None)
    expected = bytes_of(backend, linears)
    first = Held(backend, linears, tmp_path)
    second = Held(backend, linears, tmp_path)
    assert first.was_made and not second.was_made
    assert same(first.bytes, expected) and same(second.bytes, expected)
    both = [linear.weight for linear, layout in zip(linears, LAYOUTS, strict=True) if None not in layout]
    assert first.released == second.released == both
    assert not first.notices and memory.bytes > 0


@pytest.mark.parametrize("damage", ["cut", "cut in the seal", "one bit", "another file's seal", "empty"])
def test_that_a_damaged_file_is_made_again(backend: Backend, tmp_path: Path, damage: str) -> None:
    linears = weights(backend)
    expected = Held(backend, linears, tmp_path).bytes
    file = only_file(tmp_path)
    content = bytearray(file.read_bytes())
    if damage == "cut":
        del content[len(content) // 2 :]
    elif damage == "cut in the seal":
        del content[-3:]
    elif damage == "one bit":
        content[len(expected[0]) // 2] ^= 16
    elif damage == "another file's seal":
        content = content.replace(file.name.encode(), file.name[::-1].encode())
    else:
        content.clear()
    file.write_bytes(content)
    again = Held(backend, linears, tmp_path)
    assert again.was_made and same(again.bytes, expected) and not again.notices
    assert not Held(backend, linears, tmp_path).was_made


def test_that_other_weights_layouts_and_versions_have_files_of_their_own(
    backend: Backend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    linears = weights(backend)
    first = Held(backend, linears, tmp_path)
    assert Held(backend, weights(backend, seed=1), tmp_path).was_made
    assert len(list(tmp_path.iterdir())) == 2
    monkeypatch.setattr(copies, "FORMAT", copies.FORMAT + 1)
    assert Held(backend, linears, tmp_path).was_made
    monkeypatch.undo()
    monkeypatch.setitem(globals(), "LAYOUTS", [Layout(), *LAYOUTS[1:]])
    assert Held(backend, linears, tmp_path).was_made
    monkeypatch.undo()
    assert len(list(tmp_path.iterdir())) == 4
    assert same(Held(backend, linears, tmp_path).bytes, first.bytes)


def test_that_a_full_disk_is_no_obstacle(backend: Backend, tmp_path: Path) -> None:
    linears = weights(backend)
    expected = Held(backend, linears, tmp_path / "elsewhere").bytes
    with files_of_at_most(100_000):
        held = Held(backend, linears, tmp_path / "full")
    assert same(held.bytes, expected)
    assert [notice.split(":")[0] for notice in held.notices] == ["cache.not-kept"]
    assert not list((tmp_path / "full").iterdir())


def test_that_a_folder_that_cannot_be_made_is_no_obstacle(backend: Backend, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    linears = weights(backend)
    expected = Held(backend, linears, tmp_path / "elsewhere").bytes
    held = Held(backend, linears, tmp_path / "taken")
    assert same(held.bytes, expected) and len(held.notices) == 1


class Reads:
    """How often weights were hashed, and copies in files checked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.found: list[str] = []
        for name in ("_digest", "_checksum"):
            monkeypatch.setattr(copies, name, self._counting(name, getattr(copies, name)))

    def _counting(self, name: str, function: Callable[..., object]) -> Callable[..., object]:
        def counted(*arguments: object) -> object:
            self.found.append(name)
            return function(*arguments)

        return counted

    def taken(self) -> set[str]:
        """Since the last time."""
        kinds = set(self.found)
        self.found.clear()
        return kinds


def mapped(backend: Backend, path: Path) -> tuple[GgufFile, list[FrozenLinear]]:
    """A model, and one of its linears."""
    file, name = GgufFile(backend.ggml, path), "blk.0.attn_q.weight"
    return file, [FrozenLinear(name, file.tensors[name])]


def test_that_neither_file_is_read_again_until_it_changes(
    backend: Backend, tmp_path: Path, demo_gguf_q8: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "home"))
    model, folder, reads = tmp_path / "model.gguf", tmp_path / "copies", Reads(monkeypatch)
    shutil.copy(demo_gguf_q8, model)

    def start() -> Held:
        file, linears = mapped(backend, model)
        return Held(backend, linears, folder, file)

    first = start()
    assert first.was_made and reads.taken() == {"_digest"}
    second = start()
    assert not second.was_made and reads.taken() == set() and same(second.bytes, first.bytes)

    content = bytearray(only_file(folder).read_bytes())
    content[len(first.bytes[0]) // 2] ^= 16
    only_file(folder).write_bytes(content)
    third = start()
    assert third.was_made and reads.taken() == {"_digest", "_checksum"} and same(third.bytes, first.bytes)

    shutil.copy(demo_gguf_q8, tmp_path / "again.gguf")  # the same weights under the same name, but another file
    (tmp_path / "again.gguf").replace(model)
    fourth = start()
    assert not fourth.was_made and reads.taken() == {"_digest", "_checksum"} and same(fourth.bytes, first.bytes)
    assert not start().was_made and reads.taken() == set()

    file, linears = mapped(backend, model)
    with model.open("r+b") as changed:  # one weight's last byte
        changed.seek(file.offset(linears[0].weight) + linears[0].bytes - 1)
        changed.write(b"\x3c")
    fifth = start()
    assert fifth.was_made and not same(fifth.bytes, first.bytes) and len(list(folder.iterdir())) == 2


def test_that_a_start_that_is_given_up_leaves_nothing(backend: Backend, tmp_path: Path) -> None:
    def give_up(done: int, total: int) -> None:
        if done == total // 2:
            raise Cancelled

    linears = weights(backend)
    with pytest.raises(Cancelled):
        hold_copies_on_disk(
            backend,
            linears,
            LAYOUTS,
            give_up,
            lambda weight: None,
            BoundedFolder(tmp_path),
            lambda code, message, hint: None,
        )
    assert not list(tmp_path.iterdir())
    assert Held(backend, linears, tmp_path).was_made


def test_that_the_memory_in_which_copies_were_made_is_given_back(backend: Backend, tmp_path: Path) -> None:
    """At once: a training takes the rest of what was planned right after."""
    gc.collect()
    gc.disable()
    try:
        held = Held(backend, weights(backend), tmp_path)
        mapped = [found for found in gc.get_objects() if isinstance(found, MappedStorage)]
    finally:
        gc.enable()
    assert held.was_made and [held.storage] == mapped


def test_that_without_copies_there_is_no_file(backend: Backend, tmp_path: Path) -> None:
    linears = weights(backend)
    hold_copies_on_disk(
        backend,
        linears,
        [Layout()] * len(linears),
        lambda done, total: None,
        lambda weight: None,
        BoundedFolder(tmp_path / "copies"),
        lambda code, message, hint: None,
    )
    assert not (tmp_path / "copies").exists()


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """The system refuses to let a file grow further, as it does on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
