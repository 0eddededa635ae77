"""Split models, as gguf-py writes them."""

from __future__ import annotations

from pathlib import Path

import gguf


def split_model(source: Path, folder: Path, tensors: int, first_is_empty: bool = False) -> list[Path]:
    """Write a GGUF file as parts of at most so many tensors each, and return them in order.

    first_is_empty: the first part holds no tensors, only what is known of the model.
    """
    folder.mkdir(parents=True, exist_ok=True)
    reader = gguf.GGUFReader(source)
    architecture = reader.fields["general.architecture"].contents()
    writer = gguf.GGUFWriter(
        folder / f"{source.stem}.gguf", architecture, split_max_tensors=tensors, small_first_shard=first_is_empty
    )
    for key, field in reader.fields.items():
        if not key.startswith("GGUF.") and key != "general.architecture":  # which the writer writes itself
            kind, *inner = field.types
            writer.add_key_value(key, field.contents(), kind, inner[-1] if inner else None)
    for tensor in reader.tensors:
        writer.add_tensor(tensor.name, tensor.data, raw_dtype=tensor.tensor_type)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return sorted(folder.glob(f"{source.stem}-*-of-*.gguf"))
