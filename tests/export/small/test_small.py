"""Weights of few bits are fitted to what was learnt: by the inputs that they really get, each expert by its own."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import gguf
import numpy as np
import pytest

from core.base.errors import Cancelled
from core.convert.convert import convert
from core.convert.quantize import quantize
from core.data.example import Example
from core.engine.lora.adapter_file import Adapter, read_adapter, write_adapter
from core.export.check.kept import measure_kept
from core.export.merge import estimated_bytes, merge
from core.export.small.inputs import Inputs, Texts
from core.export.small.small import Small, finer_kinds
from core.export.small.solve import Pace, estimated_seconds
from core.export.small.store import Store, kept_at
from core.gguf.header import read_header
from tests.support.checkpoints import quiet
from tests.support.places import FIXTURES

KEY = "0" * 64
UP, DOWN, QUERY = "blk.0.ffn_up_exps.weight", "blk.1.ffn_down_exps.weight", "blk.1.attn_q.weight"


@pytest.fixture(scope="module")
def mixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mixture")
    convert(FIXTURES / "qwen3moe", folder / "f32.gguf", "f32", quiet)
    quantize(folder / "f32.gguf", folder / "q4.gguf", "q4_0", quiet, quiet)
    return folder / "q4.gguf"


@pytest.fixture(scope="module")
def learnt(mixture: Path) -> Path:
    """An adapter for two stacks of experts and a linear."""
    random, factors = np.random.default_rng(0), {}
    for name in (UP, DOWN, QUERY):
        d_in, d_out, n = read_header(mixture).tensors[name].shape[:3]
        stack = (n,) if n > 1 else ()
        factors[name] = tuple(
            random.normal(size=(*stack, *shape)).astype(np.float32) * 0.06 for shape in ((4, d_in), (d_out, 4))
        )
    file = mixture.with_name("adapter.gguf")
    write_adapter(file, "qwen3moe", factors, 4.0)
    return file


def texts(seed: int = 1) -> Texts:
    random = np.random.default_rng(seed)
    return Texts([random.integers(3, 300, 350, np.int32) for _ in range(2)], [random.integers(3, 300, 300, np.int32)])


def small(
    base: Path,
    file: Path,
    room: int = 1 << 30,
    between: object = quiet,
    store: Store | None = None,
    *,
    plus: bool = False,
) -> tuple[Small, Adapter]:
    header, adapter = read_header(base), read_adapter(file)
    store = store or Store(file.with_name("nowhere") / "store", KEY)
    inputs = Inputs(header, file, texts())
    kinds = finer_kinds(header, adapter.tensors) if plus else {}
    return Small(header, adapter, kinds, inputs, texts().n_tokens, room, between, store), adapter  # type: ignore[arg-type]


def test_that_what_was_learnt_for_experts_is_kept_in_the_bases_own_types(
    mixture: Path, learnt: Path, tmp_path: Path
) -> None:
    fitted, adapter = small(mixture, learnt)
    merge(mixture, adapter, tmp_path / "fitted.gguf", "base", {}, quiet, fit_of=fitted.fit_of)
    merge(mixture, adapter, tmp_path / "rounded.gguf", "base", {}, quiet)
    tokens = texts(2).rows[0][:256]
    rows = [Example(tokens, tokens > 0)]
    kept = measure_kept(mixture, adapter, tmp_path / "fitted.gguf", rows)
    assert kept > 0.05 + measure_kept(mixture, adapter, tmp_path / "rounded.gguf", rows)  # of a row's 32 codes
    before, after = (gguf.GGUFReader(file).tensors for file in (mixture, tmp_path / "fitted.gguf"))
    assert [(one.name, one.tensor_type) for one in before] == [(one.name, one.tensor_type) for one in after]
    changed = {one.name for one, other in zip(before, after, strict=True) if not np.array_equal(one.data, other.data)}
    assert changed == {UP, DOWN, QUERY}


def test_that_a_tenth_more_keeps_more(mixture: Path, learnt: Path, tmp_path: Path) -> None:
    """The smallest of the learnt weights get the bit first; the header's types are those that its bytes have."""
    kept, tokens = {}, texts(2).rows[0][:256]
    for dtype in ("base", "base+"):
        fitted, adapter = small(mixture, learnt, plus=dtype == "base+")
        file = tmp_path / f"{dtype}.gguf"
        merge(mixture, adapter, file, dtype, {}, quiet, fit_of=fitted.fit_of)
        kept[dtype] = measure_kept(mixture, adapter, file, [Example(tokens, tokens > 0)])
        assert file.stat().st_size <= estimated_bytes(read_header(mixture), dtype, adapter.tensors) + 4096
    assert kept["base+"] > kept["base"]
    assert (tmp_path / "base+.gguf").stat().st_size <= 1.1 * mixture.stat().st_size + 4096
    types = {tensor.name: tensor.tensor_type.name for tensor in gguf.GGUFReader(tmp_path / "base+.gguf").tensors}
    assert types[QUERY] == "Q5_0" and set(types.values()) == {"Q4_0", "Q5_0", "Q8_0", "F32"}


def test_that_the_bytes_do_not_depend_on_how_much_memory_there_is(mixture: Path, learnt: Path, tmp_path: Path) -> None:
    """With little the texts are read again for each weight."""
    written = []
    for name, room in (("much", 1 << 30), ("little", 1)):
        fitted, adapter = small(mixture, learnt, room)
        merge(mixture, adapter, tmp_path / name, "base", {}, quiet, fit_of=fitted.fit_of)
        written.append((tmp_path / name).read_bytes())
    assert written[0] == written[1]


def test_that_products_are_of_the_inputs_that_a_weight_gets(mixture: Path, learnt: Path) -> None:
    """Query, key and value get the same, and what a row is read behind counts for nothing where texts are far apart."""
    header = read_header(mixture)
    key, query = "blk.1.attn_k.weight", QUERY
    inputs = Inputs(header, learnt, texts())
    inputs.read({key, query})
    d_in = header.tensors[query].shape[0]
    np.testing.assert_array_equal(inputs.products(key, 0, d_in), inputs.products(query, 0, d_in))
    products = inputs.products(query, 0, d_in)
    assert np.linalg.eigvalsh(products.astype(np.float64)).min() > 0
    inputs.read({key})
    alone = inputs.products(key, 0, d_in)
    np.testing.assert_array_equal(alone, products)
    assert inputs.products("blk.0.ffn_gate_exps.weight", 0, 8).diagonal().min() > 0  # nothing was read for it


def test_that_seconds_are_told_by_the_columns_to_move_and_the_texts_to_read(mixture: Path) -> None:
    """By hand: a fit moves each column of a band of 512 rows, and each moves all others of its row."""
    header, names = read_header(mixture), [UP, QUERY]
    shapes = [header.tensors[name].shape for name in names]
    kinds = {header.tensors[name].kind for name in names}
    bands = [d_in * d_out * n / 512 for d_in, d_out, n, _ in shapes]

    def seconds(column: float, more: float, product: float, room: int = 1 << 30) -> float:
        pace = Pace(product, dict.fromkeys(kinds, (column, more)))
        return estimated_seconds(header, names, 100, room, pace)

    assert seconds(2, 0, 0) == pytest.approx(2 * sum(bands))
    assert seconds(0, 2, 0) == pytest.approx(2 * sum(n * shape[0] for n, shape in zip(bands, shapes, strict=True)))
    used = header.values["qwen3moe.expert_used_count"]
    layers = [one for name, one in header.tensors.items() if name.startswith("blk.")]
    experts, others = (sum(one.elements for one in layers if (one.shape[2] > 1) == of) for of in (True, False))
    reading = 2 * 100 * (others + experts * used / shapes[0][2])
    inputs = 100 * (used * shapes[0][0] ** 2 + shapes[1][0] ** 2)
    assert seconds(0, 0, 3) == pytest.approx(3 * (reading + inputs))
    assert seconds(0, 0, 3, room=1) == pytest.approx(3 * (1.5 * reading + inputs))  # the first only to the middle
    assert estimated_seconds(header, [], 100, 1) == 0


def test_that_each_text_is_read_by_itself(mixture: Path, learnt: Path) -> None:
    """As it will be asked. One behind another, a text would be read for what the one before makes of it."""
    header, (first, second) = read_header(mixture), texts().rows
    d_in = header.tensors[QUERY].shape[0]

    def products(rows: list[np.ndarray]) -> np.ndarray:
        inputs = Inputs(header, learnt, Texts(rows, []))
        inputs.read({QUERY})
        return inputs.products(QUERY, 0, d_in)

    first, second = first[:60], second[:60]
    both, alone = products([first, second]), [products([one]) for one in (first, second)]
    np.testing.assert_allclose(both, alone[0] + alone[1], rtol=2e-3, atol=1e-3 * np.abs(both).max())


def test_that_a_person_who_cancels_is_heard_between_texts(mixture: Path, learnt: Path, tmp_path: Path) -> None:
    def cancel() -> None:
        raise Cancelled

    fitted, adapter = small(mixture, learnt, between=cancel)
    with pytest.raises(Cancelled):
        merge(mixture, adapter, tmp_path / "out.gguf", "base", {}, quiet, fit_of=fitted.fit_of)


def test_that_an_export_that_was_stopped_goes_on_weight_by_weight_to_the_same_bytes(
    mixture: Path, learnt: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Little memory, so that the texts are read for each weight: those that were fitted are not read for again."""
    monkeypatch.setattr("core.export.small.small.BAND", 16)
    fitted, adapter = small(mixture, learnt)
    merge(mixture, adapter, tmp_path / "whole.gguf", "base", {}, quiet, fit_of=fitted.fit_of)
    read: list[str] = []

    def stop_at(name: str) -> object:
        def stop() -> None:
            if read[-1] == name:
                raise Cancelled

        return stop

    read_inputs = Inputs.read
    monkeypatch.setattr(
        Inputs, "read", lambda self, names, *more: (read.extend(names), read_inputs(self, names, *more))
    )
    for stop_in in (QUERY, DOWN, ""):
        read.clear()
        with suppress(Cancelled), kept_at(tmp_path / "fitted", KEY, 0) as store:
            fitted, adapter = small(mixture, learnt, 1, stop_at(stop_in), store)
            merge(mixture, adapter, tmp_path / "out.gguf", "base", {}, quiet, fit_of=fitted.fit_of)
        is_there = [path.name for path in tmp_path.glob("fitted*")]
        assert (read, bool(is_there)) == {
            QUERY: ([UP, QUERY], True),
            DOWN: ([QUERY, DOWN], True),
            "": ([DOWN], False),
        }[stop_in]
    assert (tmp_path / "out.gguf").read_bytes() == (tmp_path / "whole.gguf").read_bytes()
