"""gpt-oss as it is published: experts in MXFP4."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file, save_file

from core.convert.safetensors import SINGLE, open_checkpoint
from core.convert.weights import widen


def published_in_mxfp4(plain: Path, folder: Path) -> Path:
    """A copy of the fixture with its packed experts in place of the plain ones, which are the same numbers."""
    shutil.copytree(plain, folder)
    packed = load_file(folder / "mxfp4.safetensors")
    (folder / "mxfp4.safetensors").unlink()
    stacks = {name.removesuffix("_blocks") for name in packed if name.endswith("_blocks")}
    # In F32: numpy has no BF16.
    rest = {name: np.array(widen(e.read())) for name, e in open_checkpoint(folder).items() if name not in stacks}
    save_file(rest | packed, folder / SINGLE)
    config = json.loads((folder / "config.json").read_text()) | {"quantization_config": {"quant_method": "mxfp4"}}
    (folder / "config.json").write_text(json.dumps(config))
    return folder
