"""LICENSES.md names everything that the site is made of, under the licence that it states itself."""

from __future__ import annotations

import pytest

from gym_site.settings import ROOT
from scripts import licences


def rows() -> dict[str, tuple[str, str]]:
    lines = licences.WRITTEN.read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    return {one[0]: (one[1], one[2]) for one in cells if len(one) == 3}


@pytest.mark.parametrize("requirements", ["requirements.txt", "requirements-dev.txt"])
def test_every_pinned_package_stands_there_with_the_licence_of_its_metadata(requirements):
    pinned = licences.pinned(ROOT / requirements)
    assert len(pinned) == (ROOT / requirements).read_text(encoding="utf-8").count("==")
    listed = rows()
    for name, version in pinned:
        assert listed[name] == (version, licences.python_licence(name))


def test_the_document_is_what_the_script_writes():
    assert licences.WRITTEN.read_text(encoding="utf-8") == licences.render()


def test_no_licence_asks_for_the_sites_own_source():
    assert not [name for name, (_, licence) in rows().items() if "GPL" in licence.replace("LGPL", "")]
