"""What the hub said of a model, kept beside its file."""

from __future__ import annotations

from pathlib import Path

from core.gguf.downloads import Origin, keep_origin, origin_file, origin_of


def test_that_a_licence_is_kept_beside_the_file_and_goes_with_the_model_it_was_of(tmp_path: Path) -> None:
    model, said = tmp_path / "m.gguf", Origin(repo="ann/tiny", licence="mit", licence_link="LICENSE")
    assert origin_of(model) == Origin()
    keep_origin(model, said)
    assert origin_of(model) == said
    keep_origin(model, Origin(repo="bob/other"))  # a file of the same name, of which no licence is known
    assert origin_of(model) == Origin() and not origin_file(model).exists()
    origin_file(model).write_bytes(b'{"licence": 3')
    assert origin_of(model) == Origin()
