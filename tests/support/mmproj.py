"""Files that read pictures for a model, as llama.cpp's converter writes them: a few keys, and hardly any weights."""

from __future__ import annotations

from pathlib import Path

import gguf
import numpy as np


def small_mmproj(path: Path, kind: str = "mmproj", width: int = 256) -> Path:
    """kind: its general.type; "" for an older one, which says none. width: of the vectors that it writes; the demo
    model has 256.
    """
    writer = gguf.GGUFWriter(path, "clip")
    if kind:
        writer.add_type(kind)
    writer.add_bool("clip.has_vision_encoder", True)
    writer.add_string("clip.projector_type", "mlp")
    writer.add_uint32("clip.vision.projection_dim", width)
    writer.add_tensor("mm.0.weight", np.arange(64, dtype=np.float32).reshape(8, 8))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
