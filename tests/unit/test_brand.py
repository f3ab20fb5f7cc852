"""``gym.toml``: its validation, the values derived from it, and the command that fills it in."""

import json
import os
import pty
import re
import subprocess
import sys
import tomllib

import pytest

from gym_site.brand import BRAND, SCHEMA, read_brand, schema
from gym_site.build import brand_files
from gym_site.check import drawn
from gym_site.settings import ROOT
from tests.build import ANSWERS
from tests.staff_tree import SUPPLIED, be_supplied

TEXT = SUPPLIED.read_text(encoding="utf-8")


def changed(key: str, value: object) -> str:
    """Return the file's text with another value for this key."""
    text, times = re.subn(rf"(?m)^{key} = .*$", lambda _: f"{key} = {json.dumps(value)}", TEXT)
    assert times == 1
    return text


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (changed("phone", "call us"), "gym.toml: phone: "),
        (changed("email", "hello"), "gym.toml: email: "),
        (changed("towns", []), "gym.toml: towns: "),
        (changed("short_name", "A name too long for a phone"), "gym.toml: short_name: "),
        (changed("portal", "portal.example"), "gym.toml: links.portal: "),
        (changed("ember", "orange"), "gym.toml: colours.ember: "),
        (changed("quiet", "#333333"), "gym.toml: colours: .*quiet on ink has a contrast of 1.*use #[0-9a-f]{6}"),
        (changed("ember_dark", "#ff5a1f"), "gym.toml: colours: .*ember_dark on bone"),
        (changed("blog", "perhaps"), "gym.toml: parts.blog: "),
        (TEXT.replace("[parts]\n", "[parts]\nsauna = true\n"), "gym.toml: parts.sauna: known names are expansion, "),
        (TEXT.replace("phone =", "telephone ="), "gym.toml: telephone: .*did you mean phone"),
        (TEXT.replace('name = "', "name = ", 1), "gym.toml can't be read: .*line"),
    ],
)
def test_an_invalid_value_in_gym_toml_is_reported(text, fault):
    with pytest.raises(ValueError, match=fault):
        read_brand(text)


def test_the_schema_for_editors_is_current():
    assert schema() == SCHEMA.read_text(encoding="utf-8"), "python -m scripts.gym_schema writes it"


def test_addresses_in_gym_toml_are_read_as_browsers_write_them():
    assert (
        read_brand(changed("site", "https://Gym-\u00c9t\u00e9.example:443")).links.site
        == "https://xn--gym-t-esab.example"
    )


def test_check_reports_every_error_in_gym_toml_on_its_own_line(tree):
    (tree.root / "gym_site/content/gym.toml").write_text(changed("phone", "").replace('email = "', 'email = "@'))
    done = tree.run("-m", "gym_site", "check")
    assert done.returncode == 1
    assert [line.split(":")[1].strip() for line in done.stderr.splitlines()] == ["phone", "email"]


@pytest.mark.parametrize(
    ("towns", "area", "path"),
    [
        (["Victoria"], "Victoria", "/gym-victoria-victoria"),
        (["Oak Bay", "Victoria"], "Oak Bay and Victoria", "/gym-oak-bay-victoria-victoria"),
        (["Montréal", "Laval", "Brossard"], "Montréal, Laval and Brossard", "/gym-montreal-laval-brossard-brossard"),
    ],
)
def test_town_names_are_joined_for_sentences_and_for_paths(towns, area, path):
    brand = read_brand(changed("towns", towns))
    assert (brand.area, brand.path("/gym-{area}-{last_town}")) == (area, path)


def test_no_style_sheet_hard_codes_a_brand_colour():
    sheet = brand_files.style_sheet()
    for name, colour in BRAND.colours.model_dump().items():
        assert f"--{name.replace('_', '-')}:{colour};" in sheet
        channels = " ".join(str(int(colour[place : place + 2], 16)) for place in (1, 3, 5))
        for file in (ROOT / "assets" / "css").glob("*.css"):
            text = file.read_text(encoding="utf-8").lower()
            assert colour not in text, f"{file.name}: {name}"
            assert f"rgb({channels}" not in text, f"{file.name}: {name}"


def test_a_logo_is_drawn_as_a_polygon_but_a_logo_with_curves_as_a_mask(monkeypatch):
    assert "clip-path:polygon(" in brand_files.style_sheet()
    round_mark = BRAND.mark.model_copy(update={"path": "M0 6A6 6 0 0 1 12 6Z"})
    monkeypatch.setattr(brand_files, "BRAND", BRAND.model_copy(update={"mark": round_mark}))
    sheet = brand_files.style_sheet()
    assert "polygon" not in sheet
    assert "mask:url(" in sheet


def test_pictures_that_contain_an_outdated_gym_name_are_reported(monkeypatch):
    assert list(drawn.check_drawn()) == []
    monkeypatch.setattr(drawn, "BRAND", BRAND.model_copy(update={"name": f"{BRAND.name} II"}))
    files = {finding.place.file for finding in drawn.check_drawn()}
    assert "assets/images/card-home.jpg" in files
    assert "pictures/originals/map.jpg" in files
    assert "assets/icon-192.png" not in files


@pytest.fixture
def tree(tree):
    be_supplied(tree)
    return tree


def gym_of(tree):
    return tomllib.loads((tree.root / "gym_site/content/gym.toml").read_text(encoding="utf-8"))


def test_the_command_new_gym_writes_gym_toml_and_updates_the_records(tree):
    tree.replace("gym_site/content/gym.toml", re.compile("(?m)^email = .*$"), 'email = "a@b.example"')
    business = ("-m", "gym_site", "business", "set", "--business-hours", "Open from six to ten")
    assert tree.run(*business).returncode == 0
    done = tree.run("-m", "gym_site", "new-gym", "--answers", str(ANSWERS))
    assert done.returncode == 0, done.stderr
    gym = gym_of(tree)
    assert (gym["name"], gym["towns"], gym["phone"]) == ("Harbourline Fitness", ["Victoria"], "250-555-0170")
    assert gym["email"] == "a@b.example"
    assert "email stays 'a@b.example', because it was changed by hand." in done.stdout
    assert "The database keeps the record of the business, because it was changed by hand." in done.stdout
    assert gym["parts"]["map"] is False
    offered = [key for key, service in gym["services"].items() if service.get("offered", True)]
    assert sorted(offered) == sorted(tomllib.loads(ANSWERS.read_text(encoding="utf-8"))["services"])
    stored = tree.run("-c", "from gym_site.db.engine import make_engine\n"
                            "from gym_site.settings import load_settings\n"
                            "from gym_site.db.queries import page_record\n"
                            "from gym_site.gym_site import app\n"
                            "print(page_record(make_engine(load_settings().db_url), 'faq').title)")  # fmt: skip
    assert stored.stdout.strip() == "Gym FAQ for Victoria | Harbourline Fitness", stored.stderr
    assert [finding for finding in tree.check() if finding["level"] == "error"] == []


def test_titles_and_descriptions_are_not_too_long_with_four_towns(tree):
    towns = 'towns = ["Victoria", "James Bay", "Oak Bay", "Esquimalt"]'
    tree.replace("gym_site/content/gym.toml", re.compile("(?m)^towns = .*$"), towns)
    shown = tree.run("-c", "from gym_site.content.page_records import PAGE_RECORDS as p; print(p['home'].title)")
    assert shown.stdout.strip().endswith("24-Hour Gym in Victoria, BC"), shown.stderr


@pytest.mark.parametrize(
    ("answers", "fault"),
    [('telephone = "1"', "contains telephone"), ('services = ["yoga"]', "contains yoga"), ("name = ", "can't be read"),
     ('phone = "none"', "gym.toml: phone"), (f'towns = ["{"Longtown" * 7}"]', "so nothing was changed")],
)  # fmt: skip
def test_new_gym_writes_nothing_if_an_answer_is_invalid(tree, answers, fault):
    (tree.root / "answers.toml").write_text(answers + "\n", encoding="utf-8")
    before = gym_of(tree)
    done = tree.run("-m", "gym_site", "new-gym", "--answers", "answers.toml")
    assert done.returncode == 1
    assert fault in done.stderr
    assert gym_of(tree) == before


def test_check_reports_texts_that_contradict_the_opening_hours(tree):
    tree.replace("gym_site/content/gym.toml", re.compile("(?m)^hours = .*$"), 'hours = "Open 6am to 10pm"')
    notes = [finding for finding in tree.check() if "but the hours are 'Open 6am to 10pm'" in finding["message"]]
    named = {note["file"].rpartition("/")[2] for note in notes}
    assert {"home.py", "faq.py", "social.py", "booking.py"} <= named
    assert "footer.py" not in named  # its line follows the hours
    assert not any("forms.py" in note["file"] for note in notes)  # "within 24 hours" is not about opening hours


def test_the_new_gym_command_asks_in_a_terminal_until_answers_are_valid(tree):
    leader, follower = pty.openpty()
    asked = subprocess.Popen(
        [sys.executable, "-m", "gym_site", "new-gym"], cwd=tree.root, stdin=follower, stdout=follower, stderr=follower,
        env={"PATH": os.environ["PATH"], "REFLEX_DB_URL": f"sqlite:///{tree.database}", "TERM": "dumb"},
    )  # fmt: skip
    os.close(follower)
    os.write(leader, ("Harbourline Fitness\n" + "\n" * 6 + "call us\n250-555-0170\n" + "\n" * 40).encode())
    said = b""
    while True:
        try:
            said += os.read(leader, 4096)
        except OSError:  # the command has ended
            break
    assert asked.wait(30) == 0, said.decode()
    assert "gym.toml: phone" in said.decode()
    assert (gym_of(tree)["name"], gym_of(tree)["phone"]) == ("Harbourline Fitness", "250-555-0170")
    assert gym_of(tree)["parts"] == tomllib.loads(TEXT)["parts"]
