"""Does Luthier compute what Transformers, PEFT and llama.cpp compute of a checkpoint on this disk? Anyone may ask.

    make parity MODEL=~/models/Qwen3-0.6B          a folder as the hub has it: config.json, safetensors, tokenizer
    make parity MODEL=~/models/some.gguf           a GGUF file that Transformers reads: its weights in F32
    make parity-published                          the two published models that `make published` fetches
    make parity MODEL=... ARGS='--tokens 256'      of each text; a model's sliding windows are felt beyond their length
    make parity MODEL=... ARGS='--dtype bf16'      half the memory and coarser: the weights in 16 bits
    make parity MODEL=... ARGS='--python /path/to/python'    in an environment that has torch, transformers and peft,
                                                   not in one made from tests/fixtures/requirements.txt

Compared are the tokenizer; logits of five texts, without and with an adapter in every linear that a training adapts; a
training step's loss, and the gradients of the adapter. Differences are relative, the largest that was found. Ends with
1 where one is above what is allowed, and with 2 where it was not started.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from core.adapters.layout import Place, out_of_gguf, places
from core.adapters.peft_folder import read_peft_folder
from core.base.errors import LuthierError
from core.base.numbers import brief_count, size
from core.convert.convert import convert
from core.convert.resolve import Outline, read_outline
from core.engine.lora.adapter_file import Factors
from core.gguf.header import read_header
from core.worker import be_a_good_neighbour
from tests.lab.bench.environments import BUILD, ROOT, python_with
from tests.lab.bench.parity.compare import Line, of_gradients, of_logits, of_loss, of_tokens, table, tolerances
from tests.lab.bench.parity.need import need, refusal
from tests.lab.bench.parity.ours import CONFIG, Ours, Texts, llama_cpp_logits, read_texts
from tests.lab.bench.parity.texts import TEXTS
from tests.support.checkpoints import quiet

REQUIREMENTS = ROOT / "tests" / "fixtures" / "requirements.txt"
ENVIRONMENT = "parity-venv"
FOLDER = BUILD / "bench" / "parity"
PEER, UNPACK = (Path(__file__).parent / name for name in ("peer.py", "unpack.py"))


def main() -> int:
    be_a_good_neighbour()
    options = parse_options()
    FOLDER.mkdir(parents=True, exist_ok=True)
    return max(compare(model, options) for model in (published() if options.published else [options.model]))


def compare(model: Path, options: argparse.Namespace) -> int:
    """Print a model's table and the verdict. Returns what the program ends with."""
    try:
        with tempfile.TemporaryDirectory(dir=FOLDER) as place:
            folder = unpacked(model, Path(place) / "unpacked" / model.stem, options) if model.is_file() else model
            if not may_start(folder, read_outline(folder, options.dtype), options):
                return 2
            lines = compared(folder, Path(place), options, interpreter(options))
    except LuthierError as error:
        print(f"{error.message} {error.hint}")
        return 2
    print(table(lines))
    return verdict(lines)


def interpreter(options: argparse.Namespace) -> Path:
    """That has the libraries; its environment is made where none was named."""
    return Path(options.python or python_with(REQUIREMENTS, ENVIRONMENT))


def published() -> list[Path]:
    """Return the published models' files. Raises SystemExit where one was not fetched."""
    sys.path.insert(0, str(ROOT / "packaging"))
    from published_models import MODELS, published_folder

    files = [published_folder() / model.file for model in MODELS]
    if missing := [file.name for file in files if not file.is_file()]:
        raise SystemExit(f"{', '.join(missing)}: not there. `make published` fetches them.")
    return files


def unpacked(file: Path, folder: Path, options: argparse.Namespace) -> Path:
    """Return a folder with the weights of a GGUF file in F32, as Transformers reads it."""
    print(f"Reading {file.name} with Transformers …", flush=True)
    run_peer(UNPACK, [file, folder], interpreter(options))
    return folder


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="A checkpoint by Luthier, llama.cpp, and Transformers with PEFT.")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "model", type=Path, nargs="?", help="a folder with config.json, safetensors and a tokenizer, or a GGUF file"
    )
    which.add_argument("--published", action="store_true", help="the models that `make published` fetches")
    parser.add_argument("--dtype", choices=("f32", "bf16"), default="f32", help="of the weights while comparing")
    parser.add_argument("--tokens", type=int, default=64, help="of each text, at most")
    parser.add_argument("--anyway", action="store_true", help="start even where memory seems short")
    parser.add_argument("--python", type=Path, help="an interpreter that has the libraries")
    return parser.parse_args()


def may_start(model: Path, outline: Outline, options: argparse.Namespace) -> bool:
    """Say what it takes; False where there is not as much."""
    asked = need(outline, options.dtype, CONFIG, options.tokens * len(TEXTS))
    n_parameters = sum(tensor.elements for tensor in outline.header.tensors.values())
    print(
        f"{model.resolve().name}: {outline.config.architecture}, {brief_count(n_parameters)} parameters. Takes "
        f"about {size(asked.memory)} of memory (PyTorch {size(asked.pytorch)}, Luthier {size(asked.luthier)}, not at "
        f"once), and {size(asked.disk)} on the disk of {FOLDER} while it goes on.",
        flush=True,
    )
    why = refusal(asked, FOLDER)
    if why and not options.anyway:
        print(f"Not started: {why}")
    return options.anyway or not why


def compared(model: Path, place: Path, options: argparse.Namespace, python: Path) -> list[Line]:
    """Luthier and llama.cpp first, the other environment then; never two of them in memory."""
    file, job = place / "model.gguf", place / "job"
    job.mkdir()
    print("Converting …", flush=True)
    convert(model, file, options.dtype, quiet)
    header = read_header(file)
    texts = read_texts(file, TEXTS, options.tokens)
    print("Computing with Luthier and llama.cpp …", flush=True)
    ours = Ours(header, texts)
    ours.write_adapter(job / "adapter", place / "adapter.gguf")
    if ours.left_out:
        print(f"Note: {len(ours.left_out)} linears get no adapter here, since PEFT has no equal: {ours.left_out[0]} …")
    shape = ours.loaded.model.shape
    note_windows([layer.window for layer in shape.layers], options.tokens)
    allowed = tolerances(options.dtype, shape.architecture.activation)
    base, adapted, (loss, gradients) = ours.logits(adapted=False), ours.logits(adapted=True), ours.step()
    del ours
    their_base, their_adapted = (llama_cpp_logits(file, adapter, texts) for adapter in (None, place / "adapter.gguf"))
    print("Computing with PyTorch …", flush=True)
    answer = ask_peer(model, job, texts, options.dtype, python)
    with np.load(job / "logits.npz") as file_of_logits:
        peer = {
            kind: [file_of_logits[f"{kind}_{i}"] for i in range(len(texts.sequences))] for kind in ("base", "adapter")
        }
    versions = ", ".join(f"{name} {version}" for name, version in answer["versions"].items())
    print(f"Compared with {versions}; {options.dtype}, {options.tokens} tokens of each text.\n")
    if answer["bos"] != texts.adds_bos:
        print("Note: one of the tokenizers begins a text with a token of its own, the other does not.")
    found, known = read_peft_folder(job / "gradients", header).tensors, places(header)
    wanted = {name: as_gradients(factors, known[name]) for name, factors in found.items() if name in gradients}
    return [
        of_tokens(TEXTS, texts.tokens, answer["tokens"]),
        of_logits("logits: Luthier and Transformers", base, peer["base"], allowed.logits),
        of_logits("logits: llama.cpp and Transformers", their_base, peer["base"], allowed.logits),
        of_logits("logits: Luthier and llama.cpp", base, their_base, allowed.logits),
        of_logits("with an adapter: Luthier and PEFT", adapted, peer["adapter"], allowed.logits),
        of_logits("with an adapter: llama.cpp and PEFT", their_adapted, peer["adapter"], allowed.logits),
        of_loss("a training step's loss: Luthier and PEFT", loss, answer["loss"], allowed.loss),
        of_gradients("its gradients: Luthier and PEFT", gradients, wanted, allowed.gradient),
    ]


def as_gradients(read: Factors, place: Place) -> Factors:
    """Of gradients that were read as factors. Where B is m times PEFT's, its gradient is the m-th part."""
    a, b = read
    return (a, out_of_gguf(out_of_gguf(b, place.folded), place.folded)) if place.folded else read


def note_windows(windows: list[int], n_tokens: int) -> None:
    longer = [window for window in windows if window > n_tokens]
    if longer:
        print(f"Note: this model's sliding windows of {min(longer):,} tokens are not felt in texts of {n_tokens}.")


def ask_peer(model: Path, job: Path, texts: Texts, dtype: str, python: Path) -> dict[str, object]:
    asked = {"texts": TEXTS, "sequences": texts.sequences, "targets": texts.targets, "dtype": dtype}
    (job / "job.json").write_text(json.dumps(asked))
    run_peer(PEER, [model, job], python)
    answer: dict[str, object] = json.loads((job / "answer.json").read_text())
    return answer


def run_peer(script: Path, arguments: Sequence[Path | str], python: Path) -> None:
    """Run a script in the other environment. Raises LuthierError `parity.peer` with what it said."""
    offline = os.environ | {"HF_HUB_OFFLINE": "1"}  # or a class that Transformers lacks is looked for on the hub
    command = list(map(str, [python, script, *arguments]))
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=offline)
    if done.returncode:
        raise LuthierError("parity.peer", "PyTorch's side ended early:\n" + (done.stdout + done.stderr)[-3000:])


def environment() -> Path | None:
    """The interpreter that earlier comparisons made, if there is one."""
    python = BUILD / "bench" / ENVIRONMENT / "bin" / "python"
    return python if python.exists() else None


def verdict(lines: list[Line]) -> int:
    apart = [line.what for line in lines if not line.agrees]
    print()
    if not apart:
        print("They compute the same, as far as rounding allows.")
        return 0
    print(f"They do NOT compute the same: {'; '.join(apart)}. Please report this table with the model's name.")
    return 1


if __name__ == "__main__":
    sys.exit(main())
