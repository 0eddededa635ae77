"""What reads documents, for all tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.data.read.documents.document import DocumentReader


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DocumentReader]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("LUTHIER_HOME", str(tmp_path_factory.mktemp("home")))
        with DocumentReader() as made:
            yield made
