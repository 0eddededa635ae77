"""MB/s and peak memory of converting and quantizing a 1B-shaped checkpoint, against llama.cpp's own tools.

    make bench-convert [ARGS=llama-3.1-8b]
    make bench-convert ARGS=--short         a tiny one: does it work?

The checkpoint has random BF16 weights in the shape of Llama 3.2 1B and Llama 3's real vocabulary (the tiny one: the
bundled model's); it is written below build/bench once. MB are of the file read, a million bytes each, and lie in the
system's cache where there is room. Every run is a process of its own; its memory is the kernel's figure, which counts
mapped files. Prints a line a run.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import struct
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import gguf
import numpy as np

from tests.lab.bench.environments import BUILD, ROOT, Options, peer_python
from tests.lab.bench.make_model import SHAPES, ModelShape, bundled_model

VOCABULARY = Path(sys.prefix) / "share" / "llama.cpp-models" / "ggml-vocab-llama-bpe.gguf"
WORDS = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
    r"|\s+(?!\S)|\s+"
)
OUR_CONVERSION = """
import sys; from pathlib import Path; from core.convert.convert import convert
convert(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], lambda done, total: None)
"""
OUR_QUANTIZATION = """
import sys; from pathlib import Path; from core.convert.quantize import quantize
quantize(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], lambda *_: None, lambda *_: None)
"""
THEIR_QUANTIZATION = """
import sys, llama_cpp
params = llama_cpp.llama_model_quantize_default_params()
params.ftype = getattr(llama_cpp, "LLAMA_FTYPE_MOSTLY_" + sys.argv[3].upper())
sys.exit(llama_cpp.llama_model_quantize(sys.argv[1].encode(), sys.argv[2].encode(), params))
"""


def main() -> None:
    """All runs, ours and theirs in turn."""
    parser = Options(__doc__, shape="tiny", types=["q8_0"], quantized=["q4_k_m"])
    parser.add_argument("shape", nargs="?", choices=("tiny", "llama-3.2-1b", "llama-3.1-8b"), default="llama-3.2-1b")
    parser.add_argument("--types", nargs="*", default=["f16", "bf16", "q8_0"], help="to convert to")
    parser.add_argument("--quantized", nargs="*", default=["q8_0", "q4_k_m"], help="to quantize to")
    options = parser.parsed()
    name = options.shape
    python = None if name == "tiny" else peer_python()  # its converter does not know the bundled tokenizer
    source, output = BUILD / "bench" / f"{name}-checkpoint", BUILD / "bench" / "converted.gguf"
    # In a process of its own: Linux counts what the parent of a process holds into that process's peak.
    maker = multiprocessing.get_context("spawn").Process(target=make_checkpoint, args=(source, SHAPES[name]))
    maker.start()
    maker.join()
    if maker.exitcode:
        sys.exit("The checkpoint could not be made.")
    weights, converter = source / "model.safetensors", converter_script()
    print(f"{'':24}{'MB/s':>8}{'MB/CPU s':>10}{'peak':>9}")
    for kind in options.types:
        report(f"convert {kind}", weights, [sys.executable, "-c", OUR_CONVERSION, source, output, kind])
        if python:
            command = [python, converter, source, "--outfile", output, "--outtype", kind]
            report("  convert_hf_to_gguf.py", weights, command)
    full = output.with_name("full.gguf")
    report("convert f16", weights, [sys.executable, "-c", OUR_CONVERSION, source, full, "f16"])
    for kind in options.quantized:
        report(f"quantize {kind}", full, [sys.executable, "-c", OUR_QUANTIZATION, full, output, kind])
        report("  llama_model_quantize", full, [sys.executable, "-c", THEIR_QUANTIZATION, full, output, kind])
    for made in (full, output):
        made.unlink()


def report(label: str, read: Path, command: Sequence[str | Path]) -> None:
    """Run and print speed, by the clock and by the processor's (which other programs change less), and memory.

    Processor seconds are those of all its threads and processes; of memory the largest process counts.
    """
    started = time.monotonic()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([str(word) for word in command], env=environment, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{label}\n{errors[-2000:]}")
    size, busy = read.stat().st_size / 1e6, usage.ru_utime + usage.ru_stime
    speed = size / (time.monotonic() - started)
    print(f"{label:24}{speed:8.0f}{size / busy:10.0f}{usage.ru_maxrss / 2**20:7.2f} G", flush=True)


def converter_script() -> Path:
    """llama.cpp's converter, unpacked from the source package that set-up keeps."""
    sys.path[:0] = [str(ROOT / "packaging"), str(ROOT / "tests" / "fixtures")]
    from converter_facts import unpack
    from setup_llama import llama_source

    folder = BUILD / "bench" / "converter"
    if not folder.exists():
        unpack(llama_source(), folder)
    return folder / "convert_hf_to_gguf.py"


def make_checkpoint(folder: Path, shape: ModelShape) -> None:
    """Write config.json, tokenizer.json and model.safetensors unless they are there."""
    if (folder / "model.safetensors").exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    config = {
        "architectures": ["LlamaForCausalLM"], "hidden_size": shape.hidden, "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads, "num_key_value_heads": shape.kv_heads, "vocab_size": shape.vocab,
        "intermediate_size": shape.feed_forward, "rms_norm_eps": 1e-5, "rope_theta": 500000.0, "model_type": "llama",
        "max_position_embeddings": 8192, "tie_word_embeddings": shape.tied, "torch_dtype": "bfloat16",
        "hidden_act": "silu",
    }  # fmt: skip
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer(shape.vocab)))
    (folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "PreTrainedTokenizerFast"}))
    write_weights(folder / "model.safetensors", dict(tensors(shape)))


def tokenizer(size: int) -> dict[str, object]:
    """Llama 3's tokenizer.json, from the vocabulary that llama.cpp tests with; for fewer tokens the bundled model's."""
    fields = gguf.GGUFReader(VOCABULARY if size > SHAPES["tiny"].vocab else bundled_model()).fields
    texts, kinds = (fields[f"tokenizer.ggml.{key}"].contents() for key in ("tokens", "token_type"))
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    added = [{"id": i, "content": text, **flags} for i, text in enumerate(texts) if kinds[i] != gguf.TokenType.NORMAL]
    usual = {text: i for i, text in enumerate(texts) if kinds[i] == gguf.TokenType.NORMAL}
    merges = fields["tokenizer.ggml.merges"].contents()
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
    split = {"type": "Split", "pattern": {"Regex": WORDS}, "behavior": "Isolated", "invert": False}
    return {
        "model": {"type": "BPE", "vocab": usual, "merges": merges, "ignore_merges": True},
        "added_tokens": added,
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, byte_level]},
        "decoder": byte_level,
    }


def tensors(shape: ModelShape) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Name and shape, slowest axis first."""
    d, kv, ff = shape.hidden, shape.hidden // shape.heads * shape.kv_heads, shape.feed_forward
    yield "model.embed_tokens.weight", (shape.vocab, d)
    for i in range(shape.layers):
        start = f"model.layers.{i}."
        yield from ((f"{start}{name}_layernorm.weight", (d,)) for name in ("input", "post_attention"))
        for name, rows, columns in (
            ("self_attn.q", d, d), ("self_attn.k", kv, d), ("self_attn.v", kv, d), ("self_attn.o", d, d),
            ("mlp.gate", ff, d), ("mlp.up", ff, d), ("mlp.down", d, ff),
        ):  # fmt: skip
            yield f"{start}{name}_proj.weight", (rows, columns)
    yield "model.norm.weight", (d,)
    if not shape.tied:
        yield "lm_head.weight", (shape.vocab, d)


def write_weights(file: Path, shapes: dict[str, tuple[int, ...]]) -> None:
    """BF16, normal with the usual 0.02 deviation; every tensor repeats one band of random bits."""
    band = (np.random.default_rng(0).normal(0, 0.02, 1 << 20).astype(np.float32).view(np.uint32) >> 16).astype("<u2")
    header, end = {}, 0
    for name, shape in shapes.items():
        begin, end = end, end + 2 * int(np.prod(shape))
        header[name] = {"dtype": "BF16", "shape": shape, "data_offsets": [begin, end]}
    raw = json.dumps(header).encode()
    partial = file.with_suffix(".part")
    with partial.open("wb") as stream:
        stream.write(struct.pack("<Q", len(raw)) + raw)
        for shape in shapes.values():
            left = int(np.prod(shape))
            while left:
                band[: min(left, band.size)].tofile(stream)
                left -= min(left, band.size)
    partial.rename(file)


if __name__ == "__main__":
    main()
