"""Where exports go unless another folder is chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base import paths


def test_that_a_new_profile_exports_into_documents_and_an_older_one_where_it_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert paths.exports_dir() == paths.home() / "exports", "all in one folder, as LUTHIER_HOME says"
    monkeypatch.delenv("LUTHIER_HOME")
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_names, **_options: tmp_path / "data")
    monkeypatch.setattr("platformdirs.user_documents_path", lambda: tmp_path / "Documents")
    assert paths.exports_dir() == tmp_path / "Documents" / "Luthier"
    (tmp_path / "data" / "exports").mkdir(parents=True)
    assert paths.exports_dir() == tmp_path / "data" / "exports"
