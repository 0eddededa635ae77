"""How long `luthier models list` takes: 100 models of 5 GB, with the vocabulary of Qwen 2 and the shape of an 8B.

The files are sparse; only headers are ever read. `python -m tests.lab.bench.bench_listing [COUNT] [--short]`
"""

from __future__ import annotations

import os
import struct
import sys
import tempfile
import time
from pathlib import Path

from core.gguf.header import read_header
from core.gguf.types import TENSOR_TYPES
from tests.lab.bench.environments import Options

VOCABULARY = Path(sys.prefix) / "share" / "llama.cpp-models" / "ggml-vocab-qwen2.gguf"
LAYERS, WIDTH, HIDDEN, KV, VOCAB, Q4_K, F32 = 36, 4096, 12288, 1024, 151936, 12, 0
U32, TEXT = 4, 8


def main() -> None:
    """Make them, list them twice, print the times."""
    parser = Options(__doc__, count=3)
    parser.add_argument("count", type=int, nargs="?", default=100)
    count = parser.parsed().count
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / ".lmstudio" / "models" / "bench"
        folder.mkdir(parents=True)
        header, size = _model()
        for number in range(count):
            path = folder / f"{number:03}.gguf"
            path.write_bytes(header)
            os.truncate(path, size)
        assert read_header(path).size == size
        os.environ |= {"HOME": home, "LUTHIER_HOME": f"{home}/luthier"}
        from core import protocol as p
        from core.jobs.context import JobContext
        from core.jobs.models.local_models import list_models

        for attempt in ("first", "second"):
            started, used = time.perf_counter(), time.process_time()
            _, result = list_models(p.ListModelsJob(), JobContext(lambda event: None))
            assert all(model.trains for model in result.models), result.models[0].trouble
            elapsed, busy = time.perf_counter() - started, time.process_time() - used
            print(f"{attempt}: {count} models of {size / 1e9:.1f} GB in {elapsed:.2f} s, the processor's {busy:.2f}")


def _model() -> tuple[bytes, int]:
    """The bytes of the header, and the size of the whole file."""
    vocabulary = VOCABULARY.read_bytes()
    known = read_header(VOCABULARY)
    keys = [("general.architecture", TEXT, _text("qwen3")), ("qwen3.block_count", U32, struct.pack("<I", LAYERS))]
    numbers = {
        "embedding_length": WIDTH, "feed_forward_length": HIDDEN, "context_length": 40960, "attention.head_count": 32,
        "attention.head_count_kv": KV // 128, "attention.key_length": 128,
    }  # fmt: skip
    keys += [(f"qwen3.{key}", U32, struct.pack("<I", value)) for key, value in numbers.items()]
    keys.append(("qwen3.attention.layer_norm_rms_epsilon", 6, struct.pack("<f", 1e-6)))
    tokens = known.arrays["tokenizer.ggml.tokens"]
    keys.append(("tokenizer.ggml.tokens", 9, vocabulary[tokens.start - 12 : tokens.start + tokens.size]))
    merges = known.arrays["tokenizer.ggml.merges"]
    keys.append(("tokenizer.ggml.merges", 9, vocabulary[merges.start - 12 : merges.start + merges.size]))
    tensors, offset = b"", 0
    shapes = list(_tensors())
    for name, kind, shape in shapes:
        tensors += _text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, kind, offset)
        row = TENSOR_TYPES[kind]
        elements = shape[0] * (shape[1] if len(shape) > 1 else 1)
        offset += -(-elements // row.block * row.size // 32) * 32
    start = b"GGUF" + struct.pack("<IQQ", 3, len(shapes), len(keys))
    header = start + b"".join(_text(key) + struct.pack("<I", kind) + value for key, kind, value in keys) + tensors
    header += bytes(-len(header) % 32)
    return header, len(header) + offset


def _tensors() -> list[tuple[str, int, tuple[int, ...]]]:
    found: list[tuple[str, int, tuple[int, ...]]] = [
        ("token_embd.weight", Q4_K, (WIDTH, VOCAB)),
        ("output.weight", Q4_K, (WIDTH, VOCAB)),
        ("output_norm.weight", F32, (WIDTH,)),
    ]
    for layer in range(LAYERS):
        norms = {"attn_norm": WIDTH, "ffn_norm": WIDTH, "attn_q_norm": 128, "attn_k_norm": 128}
        linears = {
            "attn_q": (WIDTH, WIDTH), "attn_k": (WIDTH, KV), "attn_v": (WIDTH, KV), "attn_output": (WIDTH, WIDTH),
            "ffn_gate": (WIDTH, HIDDEN), "ffn_up": (WIDTH, HIDDEN), "ffn_down": (HIDDEN, WIDTH),
        }  # fmt: skip
        found += [(f"blk.{layer}.{name}.weight", F32, (width,)) for name, width in norms.items()]
        found += [(f"blk.{layer}.{name}.weight", Q4_K, shape) for name, shape in linears.items()]
    return found


def _text(value: str) -> bytes:
    return struct.pack("<Q", len(value)) + value.encode()


if __name__ == "__main__":
    main()
