"""Copies of model files that differ in one thing."""

from __future__ import annotations

from pathlib import Path

import gguf
import numpy as np


def rewritten(
    source: Path, path: Path, *, drop: str = "", add: str = "", says: dict[str, int | list[bool]] | None = None
) -> Path:
    """A copy of a model's tensors and numbers: a tensor or key left out, a tensor added, other numbers said."""
    reader = gguf.GGUFReader(source)
    writer = gguf.GGUFWriter(path, str(reader.fields["general.architecture"].contents()))
    for key, field in reader.fields.items():
        if key.startswith(writer.arch) and key not in (drop, *(says or {})):
            value = field.contents()
            {float: writer.add_float32, int: writer.add_uint32, str: writer.add_string}[type(value)](key, value)
    for key, said in (says or {}).items():
        if isinstance(said, list):
            writer.add_array(key, said)
        else:
            writer.add_uint32(key, said)
    for tensor in reader.tensors:
        if tensor.name != drop:
            writer.add_tensor(tensor.name, tensor.data)
    if add:
        writer.add_tensor(add, np.zeros(32, np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
