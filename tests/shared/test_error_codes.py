"""docs/errors.md lists the codes that there are."""

from __future__ import annotations

import re

from tests.support.error_codes import ROOT, codes

PAGE = (ROOT / "docs/errors.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `([^`]+)` \| (.+) \|$", re.MULTILINE)


def test_that_every_code_is_listed_once_with_its_meaning_and_none_that_is_gone() -> None:
    errors, notices = PAGE.split("\n## Notices\n")
    found = codes()
    for part, told in ((errors, found.errors), (notices, found.notices)):
        listed = [code for code, _ in ROW.findall(part)]
        assert sorted(told - set(listed)) == [], "raised, and not in docs/errors.md"
        assert sorted(set(listed) - told) == [], "in docs/errors.md, and never raised"
        assert len(listed) == len(set(listed))
    assert all(meaning.endswith(".") for _, meaning in ROW.findall(PAGE))
