"""A GGUF file as a folder with config.json, safetensors in F32 and a tokenizer; runs where Transformers is.

python unpack.py FILE FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

import torch
import transformers


def main(file: Path, folder: Path) -> None:
    transformers.AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name).save_pretrained(folder)
    model = transformers.AutoModelForCausalLM.from_pretrained(file.parent, gguf_file=file.name, dtype=torch.float32)
    model.hf_quantizer = None  # its weights are no longer quantized, which Transformers does not take note of
    vars(model.config).pop("quantization_config", None)
    model.save_pretrained(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
