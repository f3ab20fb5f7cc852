"""The gym's name, places, colours and mark, and the command that writes the folder of another gym."""

import shutil
from dataclasses import replace

import pytest
from PIL import Image

from gym_site.brand import Brand
from gym_site.build import brand_files
from gym_site.check import drawn
from gym_site.cli import main, new_gym
from gym_site.gym import Gym
from gym_site.settings import ROOT
from tests.build import SMALL_GYM
from tests.gym import GYM, SETTINGS
from tests.staff_tree import plant


def brand_with(**values):
    return Brand.model_validate({**GYM.folder.read("gym.toml"), **values})


def test_addresses_are_read_as_browsers_write_them():
    links = {**GYM.folder.read("gym.toml")["links"], "site": "https://Gym-\u00c9t\u00e9.example:443"}
    assert brand_with(links=links).links.site == "https://xn--gym-t-esab.example"


@pytest.mark.parametrize(
    ("towns", "area", "path"),
    [
        (["Victoria"], "Victoria", "/gym-victoria-victoria"),
        (["Oak Bay", "Victoria"], "Oak Bay and Victoria", "/gym-oak-bay-victoria-victoria"),
        (["Montréal", "Laval", "Brossard"], "Montréal, Laval and Brossard", "/gym-montreal-laval-brossard-brossard"),
    ],
)
def test_town_names_are_joined_for_sentences_and_for_paths(towns, area, path):
    brand = brand_with(towns=towns)
    assert (brand.area, brand.path("/gym-{area}-{last_town}")) == (area, path)


def test_no_style_sheet_hard_codes_a_brand_colour():
    sheet = brand_files.style_sheet(GYM.brand)
    for name, colour in GYM.brand.colours.model_dump().items():
        assert f"--{name.replace('_', '-')}:{colour};" in sheet
        channels = " ".join(str(int(colour[place : place + 2], 16)) for place in (1, 3, 5))
        for file in (ROOT / "assets" / "css").rglob("*.css"):
            text = file.read_text(encoding="utf-8").lower()
            assert colour not in text, f"{file.name}: {name}"
            assert f"rgb({channels}" not in text, f"{file.name}: {name}"


def test_a_page_may_be_called_as_the_gym_is():
    record = replace(GYM.records["faq"], title=f"{GYM.brand.name} | {GYM.brand.name}")
    called = replace(GYM, records=GYM.records | {"faq": record})
    assert drawn.cards(called)["faq"].title == GYM.brand.name


def test_a_logo_is_drawn_as_a_polygon_but_a_logo_with_curves_as_a_mask():
    sheets = []
    for path in ("M0 0L12 0L12 12Z", "M0 6A6 6 0 0 1 12 6Z"):
        mark = GYM.brand.mark.model_copy(update={"path": path})
        sheets.append(brand_files.style_sheet(GYM.brand.model_copy(update={"mark": mark})))
    assert [("clip-path:polygon(" in sheet, "mask:url(" in sheet) for sheet in sheets] == [(True, False), (False, True)]


def test_pictures_that_contain_an_outdated_gym_name_are_reported(monkeypatch):
    assert list(drawn.check_drawn(GYM)) == []
    digests = drawn.sources(GYM)
    monkeypatch.setattr(drawn, "drawn", lambda *_: digests)
    renamed = replace(GYM, brand=GYM.brand.model_copy(update={"name": f"{GYM.brand.name} II"}))
    files = drawn.due(renamed)
    assert "public/images/card-home.jpg" in files
    assert (drawn.MAP in files) == GYM.has("map")
    assert "public/icon-192.png" not in files
    (finding,) = drawn.check_drawn(renamed)
    assert f"in this file and {len(files) - 1} more has changed" in finding.message


@pytest.mark.long
def test_two_gyms_in_one_clone_share_no_file_that_is_made_for_them(tmp_path, prepared, monkeypatch):
    tree, web = plant(tmp_path / "site", prepared, folders=("scripts",)), tmp_path / "web"
    other = shutil.copytree(SMALL_GYM, tree.root / "other", ignore=shutil.ignore_patterns("public"))
    (other / "pictures/originals").mkdir()
    Image.new("RGB", (600, 400), "#402010").save(other / "pictures/originals/rack.jpg")
    (other / "pictures/alt.toml").write_text('rack = "A rack."')
    (tree.root / ".env").write_text("GYM_FOLDER=other\n")

    def kept():
        files = (file for file in tree.root.rglob("*") if not file.is_relative_to(other) and file.suffix != ".pyc")
        return {file: file.stat().st_mtime_ns for file in files if file.is_file()}

    before = kept()
    done = tree.run("-m", "scripts.draw_brand")
    assert ("1 pictures encoded" in done.stdout, kept()) == (True, before), done.stderr
    monkeypatch.setenv("REFLEX_WEB_WORKDIR", str(web))
    (other / "public/favicon.ico").chmod(0o660)  # as the desk's unit writes a draft's files
    for folder in (GYM.folder.path, other):
        brand_files.BrandFiles(Gym.read(folder), SETTINGS).pre_compile()
    made = [file.relative_to(other) for file in other.glob("public/**/*.*")]
    assert {"card-home.jpg", "favicon.ico"} < {file.name for file in made}
    assert [file for file in made if (web / file).read_bytes() != (other / file).read_bytes()] == []
    assert (web / "public/favicon.ico").stat().st_mode & 0o004  # another user's proxy reads it


def test_new_gym_writes_a_folder_that_names_each_example_and_nothing_of_this_gym(tree, monkeypatch, capsys):
    monkeypatch.setattr(new_gym, "ROOT", tree.root)
    assert main(["new-gym", "other"]) == 0
    other = tree.root / "other"
    texts = {file: file.read_text(encoding="utf-8") for file in other.rglob("*") if file.suffix in (".toml", ".md")}
    words = {
        GYM.brand.name,
        *GYM.brand.towns,
        GYM.brand.address,
        GYM.brand.phone,
        GYM.brand.email,
        GYM.brand.postal_code,
        GYM.brand.colours.ember,
    }
    assert {word for word in words for text in texts.values() if word.lower() in text.lower()} == set()
    (tree.root / ".env").write_text("GYM_FOLDER=other\n", encoding="utf-8")
    tree.database.unlink()
    errors = [finding for finding in tree.check() if finding["level"] == "error"]
    marked = {(f"other/{file.relative_to(other)}", number) for file, text in texts.items()
              for number, line in enumerate(text.splitlines(), 1) if "# fill in" in line}  # fmt: skip
    assert {(error["file"], error["line"]) for error in errors if "Fill in " in error["message"]} == marked
    (drawing,) = [error["message"] for error in errors if "Fill in " not in error["message"]]
    assert "never drawn" in drawing
    for again, said in (("other", "exists already: name a new folder.\n"), ("other/gym.toml/third", "can't be made: ")):
        capsys.readouterr()
        assert main(["new-gym", again]) == 1
        assert capsys.readouterr().err.startswith(f"{again} {said}")
