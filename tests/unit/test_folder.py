"""The gym's folder: mistakes in its files are named with their lines, all at once, and blanks and parts are filled in."""

import json
import re

import pytest

from gym_site import folder
from gym_site.brand import BRAND, read_brand
from gym_site.content.plans import Plans
from gym_site.folder import FOLDER, MistakesError, text_of
from gym_site.reading.facts import FACTS
from gym_site.reading.load import load
from gym_site.reading.schemas import schemas
from gym_site.settings import ROOT

# A change in a file of the folder, by a pattern and what replaces its first match; and what is then reported, at the
# line that contains the last text.
MISTAKES = [
    ("plans.toml", r"(?m)^price = ([\d.]+)$", 'price = "$20"', "price is '$20'. A price is a number", 'price = "$20"'),
    ("plans.toml", r"(?m)^price = ([\d.]+)$", "price = 14,99", "can't be read", "14,99"),
    ("plans.toml", r"(?m)^period = ", "perriod = ", "'perriod' is not known here; did you mean period?", "perriod ="),
    ("plans.toml", r"(?m)^period = .*\n", "", "period is missing", "[[tabs.plans]]"),
    ("plans.toml", r"(?m)^savings = \d+", "savings = 88", "savings is 88, but the two prices give", "savings = 88"),
    ("plans.toml", r'(?m)^link = "/', 'link = "portal.example/', "A link is a path on the member portal", "portal.example/"),
    ("plans.toml", r"\{[a-z' ]+\}", "{anual fee}", "a blank {anual fee}, which nothing fills in", "{anual fee}"),
    ("plans.toml", r'description = "', 'description = "  ', "has an extra space", 'description = "  '),
    ("plans.toml", r"(?m)^key = ", 'part = "massage"\nkey = ', "no part or service 'massage'", 'part = "massage"'),
    ("gym.toml", r"(?m)^format = 2", "format = 3", "reads folders of format 2", "format = 3"),
    ("gym.toml", r'(?m)^phone = ".*"', 'phone = "call us"', "phone: A telephone number is written like", "call us"),
    ("gym.toml", r'(?m)^phone = ".*"', 'phone = "604-555-012"', "or 604-555-0100 ext. 5", "604-555-012"),
    ("gym.toml", r'(?m)^email = "', 'email = "@', "email: An email address is written like", 'email = "@'),
    ("gym.toml", r'(?m)^email = ".*"', 'email = "us@mail..example"', "email: An email address is", "mail..example"),
    ("gym.toml", r"(?m)^towns = .*", "towns = []", "towns: ", "towns = []"),
    ("gym.toml", r'(?m)^portal = "https://', 'portal = "', "links.portal: ", "portal ="),
    ("gym.toml", r'(?m)^ember = ".*"', 'ember = "orange"', "colours.ember: ", '"orange"'),
    ("gym.toml", r'(?m)^quiet = ".*"', 'quiet = "#333333"', "quiet on ink has a contrast of 1.5", "[colours]"),
    ("gym.toml", r"(?m)^phone =", "telephone =", "telephone: this name is not known; did you mean phone?", "telephone ="),
    ("gym.toml", r'(?m)^name = "', "name = ", "can't be read", "name = "),
    *(("gym.toml", r"(?m)^daily = .*", new, message, at) for new, message, at in [
        ('daily = "5-11"', 'hours.daily: hours are written like "5:30am-10pm" or "24 hours", and end at midnight at the latest', 'daily ='),
        ('daily = "10pm-6am"', "and end at midnight at the latest", "daily ="),
        ("daily = 24", 'hours.daily: hours are written like "5:30am-10pm"', "daily ="),
        ('dayly = "5am-11pm"\nmonday = "5am-11pm"', 'did you mean daily?', "dayly ="),
        ('monday = "5am-11pm"', 'hours: nothing is said of Tuesday, Wednesday, Thursday, Friday, Saturday and Sunday: add a line such as tuesday = "closed"', "[hours]"),
        ("", 'add a line such as daily = "5am-11pm"', "[hours]"),
        ('daily = "24 hours"\nexceptions = "closed"', "write a line [hours.exceptions], and below it", "[hours]"),
        ('daily = "24 hours"\nkey_fob = "closed"', "hours.key_fob: hours are written like", "key_fob ="),
        ('sentence = "Open"\nmonday = "5am-11pm"', "hours: nothing is said of Tuesday", "[hours]"),
        ('daily = "closed"', "the gym is closed on all days", "[hours]"),
        ('daily = "24 hours"\n2026-12-25 = "closed"', "a day with other hours stands below a line [hours.exceptions]", "2026"),
        *((f'daily = "24 hours"\n[hours.exceptions]\n{line}', message, line) for line, message in [
            ('"25 December" = "closed"', 'hours.exceptions.25 December: there is no such day; one is written like "2026-12-25"'),
            ('2026-25-12 = "closed"', 'there is no such day; one is written like "2026-12-25" (year, month, day)'),
            ('"2026-12-24 - 2026-12-26" = "closed"', 'several days like "2026-12-24 to 2026-12-26"'),
            ('"2026-12-26 to 2026-12-24" = "closed"', "the second day comes after the first, within a year"),
            ('2026-12-25 = "shut"', 'hours.exceptions.2026-12-25: write "closed", "closed from noon", "closed until 9am"'),
            ('2026-12-25 = "closed from 3"', 'write "closed", "closed from noon"'),
            ("2026-12-25 = false", 'or other hours: "8am-4pm"'),
        ]),
    ]),
    ("services.toml", r'(?m)^path = "/', 'path = "', "path: ", "path ="),
]  # fmt: skip


@pytest.fixture
def mistakes_in(monkeypatch):
    """Return a function that reads a file of the folder with another text, and returns the mistakes in it."""
    texts = {}
    monkeypatch.setattr(folder, "text_of", lambda name: texts.get(name) or text_of(name))

    def read_again(file, text):
        texts[file] = text
        folder.lines_of.cache_clear()
        folder.read.cache_clear()
        try:
            if file == "plans.toml":
                load(Plans, file)
            read_brand(folder.read("gym.toml"), folder.read("services.toml")["services"])
        except MistakesError as error:
            return error.mistakes
        return []

    yield read_again
    folder.lines_of.cache_clear()
    folder.read.cache_clear()


@pytest.mark.parametrize(("file", "old", "new", "message", "at"), MISTAKES, ids=[row[3] for row in MISTAKES])
def test_a_mistake_is_named_with_its_line(mistakes_in, file, old, new, message, at):
    text, times = re.subn(old, lambda _: new, text_of(file), count=1)
    assert times == 1
    (mistake,) = mistakes_in(file, text)
    assert message in mistake.message
    assert at in text.splitlines()[mistake.line - 1], mistake


def test_all_mistakes_of_a_file_are_named_at_once(mistakes_in):
    text = text_of("plans.toml").replace("\nprice = ", "\nprice = -", 1).replace("\nfeatures = ", "\nfeatuers = ", 1)
    assert [mistake.message.split()[0] for mistake in mistakes_in("plans.toml", text)] == ["price", "The"]


LINES = """\
first = [
    "one",
    "two",
]

[[tables]]
name = "a"

[[tables]]
# A comment
name = "b"
text = '''
[not a table]
'''
last = { deep = 1 }
"""


def test_the_line_of_each_value_is_the_line_where_it_begins(monkeypatch):
    monkeypatch.setattr(folder, "text_of", lambda _name: LINES)
    folder.lines_of.cache_clear()
    steps = [("first",), ("first", 1), ("tables", 0), ("tables", 1), ("tables", 1, "name"), ("tables", 1, "text")]
    steps += [("tables", 1, "last", "deep"), ("tables", 2), ()]
    assert [folder.line_of("lines.toml", one) for one in steps] == [1, 1, 6, 9, 11, 12, 15, 0, 1]
    folder.lines_of.cache_clear()


def test_the_schemas_for_editors_are_current():
    for name, text in schemas().items():
        assert (ROOT / "gym" / ".schema" / name).read_text(encoding="utf-8") == text, (
            "python -m scripts.gym_schema writes it"
        )
        assert json.loads(text)["properties"]
    for file in FOLDER.glob("*.toml"):
        assert file.read_text(encoding="utf-8").startswith(f"#:schema .schema/{file.stem}.json\n"), file.name


def test_facts_have_forms_for_the_start_of_a_sentence_and_inside_one():
    assert FACTS["Kind"] == BRAND.kind.capitalize()
    assert FACTS["area"] == BRAND.area
