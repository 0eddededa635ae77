"""Copies of model files that differ in one thing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

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
            kinds = {float: writer.add_float32, int: writer.add_uint32, str: writer.add_string, list: writer.add_array}
            kinds[type(value)](key, value)
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
    return _finished(writer, path)


def with_template(source: Path, path: Path, template: str | None) -> Path:
    """A copy of a model with another chat template, or with none."""
    reader = gguf.GGUFReader(source)
    writer = gguf.GGUFWriter(path, str(reader.fields["general.architecture"].contents()))
    for key, field in reader.fields.items():
        if not key.startswith(("GGUF.", "general.architecture", "tokenizer.chat_template")):
            inner = field.types[-1] if field.types[0] == gguf.GGUFValueType.ARRAY else None
            writer.add_key_value(key, field.contents(), field.types[0], inner)
    if template is not None:
        writer.add_chat_template(template)
    for tensor in reader.tensors:
        writer.add_tensor(tensor.name, tensor.data, raw_dtype=tensor.tensor_type)
    return _finished(writer, path)


def as_architecture(source: Path, path: Path, name: str, says: dict[str, float | list[int]]) -> Path:
    """A copy of a whole model, tokenizer and all, that calls itself another architecture and says other numbers (keys
    below the architecture's prefix).
    """
    reader, writer = gguf.GGUFReader(source), gguf.GGUFWriter(path, name)
    old = str(reader.fields["general.architecture"].contents())
    for key, field in reader.fields.items():
        own = f"{name}.{key.removeprefix(f'{old}.')}" if key.startswith(f"{old}.") else key
        if not key.startswith("GGUF.") and own.removeprefix(f"{name}.") not in ("general.architecture", *says):
            writer.add_key_value(own, field.contents(), field.types[0], field.types[1] if field.types[1:] else None)
    for key, said in says.items():
        (writer.add_array if isinstance(said, list) else writer.add_float32)(f"{name}.{key}", said)
    for tensor in reader.tensors:
        writer.add_tensor(tensor.name, tensor.data)
    return _finished(writer, path)


def with_tensors(
    source: Path, path: Path, edit: Callable[[dict[str, np.ndarray]], dict[str, np.ndarray]], says: dict[str, Any]
) -> Path:
    """A copy of a whole model in F32 with other tensors, and other values of numbers and lists (keys below the
    architecture's prefix).
    """
    reader = gguf.GGUFReader(source)
    writer = gguf.GGUFWriter(path, str(reader.fields["general.architecture"].contents()))
    for key, field in reader.fields.items():
        short = key.removeprefix(f"{writer.arch}.")
        if not key.startswith(("GGUF.", "general.architecture")) and short not in says:
            writer.add_key_value(key, field.contents(), field.types[0], field.types[1] if field.types[1:] else None)
    for key, said in says.items():
        (writer.add_array if isinstance(said, list) else writer.add_uint32)(f"{writer.arch}.{key}", said)
    for name, values in edit({tensor.name: tensor.data for tensor in reader.tensors}).items():
        writer.add_tensor(name, np.ascontiguousarray(values))
    return _finished(writer, path)


def _finished(writer: gguf.GGUFWriter, path: Path) -> Path:
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
