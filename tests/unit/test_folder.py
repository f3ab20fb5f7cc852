"""The gym's folder: mistakes in its files are named with their lines, all at once, and blanks and parts are filled in."""

import json
import re
import shutil
from pathlib import Path

import pytest

from gym_site.check import items, parts, pictures
from gym_site.check import posts as check_of_posts
from gym_site.check.schemas import schema_of, schemas
from gym_site.content.posts import BlogPost
from gym_site.folder import Folder, Mistake, MistakesError
from gym_site.gym import Gym
from gym_site.settings import ROOT
from tests.gym import GYM
from tests.supplied import SUPPLIED

# A change in a file of the folder, by a pattern and what replaces its first match; words of what is then reported, at
# the line that contains the last text (of gym.toml, if it isn't in the changed file). Together they are what people
# typed who had never programmed.
QUESTION = r'(?m)^question = ".*"'
ANSWER = r'(?m)^answer = ".*"'
PRICE = r"(?m)^price = [\d.]+$"
HOURS = r'(?m)^daily = ".*"'
DATE = r"(?m)^published = .*"
PHONE = r'(?m)^phone = ".*"'
SLIPS = [
    ("plans.toml", PRICE, "price = 14,99", "type price = 14.99", "14,99"),
    ("plans.toml", PRICE, "price = $14.99", "type price = 14.99", "$14.99"),
    ("plans.toml", PRICE, 'price = "$14.99"', 'price is "$14.99". A price is a number', '"$14.99"'),
    ("plans.toml", PRICE, 'price = "14.99"', "such as 14.99: type it without quotation marks", '"14.99"'),
    ("plans.toml", PRICE, "price = 2O.99", "a letter O, l or I in place of a digit: type price = 20.99", "2O.99"),
    ("plans.toml", PRICE, "price = 1,199.99", "type price = 1199.99", "1,199.99"),
    ("plans.toml", PRICE, "price = 14.999", "Type two digits after the point", "14.999"),
    ("plans.toml", PRICE + r"(?=\noriginal_price)", "price = 1499", "isn't above price 1499: is a point missing?", "original_price"),
    ("plans.toml", PRICE, "price =", "type a value, or delete the line", "price ="),
    ("plans.toml", r"(?m)^period = ", "perriod = ", "'perriod' is not known here; did you mean period?", "perriod ="),
    ("plans.toml", r"(?m)^period = .*\n", "", "period is missing", "[[tabs.plans]]"),
    ("plans.toml", r"(?m)^savings = \d+", "savings = 88", "savings is 88, but the two prices give", "savings = 88"),
    ("plans.toml", r"(?m)^savings = (\d+)", "savings = 21%", "type savings = 21", "21%"),
    ("plans.toml", r"(?m)^savings = (\d+)", "savings = 20.5", "Type a whole number, such as 12", "20.5"),
    ("plans.toml", r'(?m)^link = "/', 'link = "portal.example/', "A link is an address that begins with https://", "portal.example/"),
    ("plans.toml", r"\{[a-z' ]+\}", "{anual fee}", "a blank {anual fee}, which nothing fills in", "{anual fee}"),
    ("plans.toml", r"\{annual fee\}", "{annual fee", "has a { or } without the other near", "{annual fee "),
    ("plans.toml", r'description = "', 'description = "  ', "has an extra space", 'description = "  '),
    ("plans.toml", r"(?m)^key = ", 'part = "massage"\nkey = ', "no part or service 'massage'", 'part = "massage"'),
    ("plans.toml", r'(?m)^icon = ".*"', 'icon = "star"', 'Type one of these: "sun", "moon"', '"star"'),
    ("plans.toml", r"(?m)^features = \[[^]]*\]", 'features = "Towels"', 'features = ["Towels"]', '"Towels"'),
    ("plans.toml", r"(?m)^features = \[[^]]*\]", 'features = ["Towels" "Sauna"]', "A comma is missing", '"Towels" "Sauna"'),
    ("plans.toml", r'(?m)(?<=",\n)    ("[^"]+"),\n    "', '    "One"\n    "', "A comma is missing", '"One"'),
    ("gym.toml", PHONE, 'phone = "call us"', "A telephone number is written like", "call us"),
    ("gym.toml", PHONE, 'phone = 604-555-0124  # "new" # one', 'type phone = "604-555-0124"', "604-555-0124"),
    ("gym.toml", r"(?m)^phone =", "telephone =", "'telephone' is not known here; did you mean phone?", "telephone ="),
    ("gym.toml", r'(?m)^email = ".*"', 'email = "us@mail..example"', "An email address is", "mail..example"),
    ("gym.toml", r"(?m)^towns = .*", "towns = []", "towns has 0 entries: it needs at least 1", "towns = []"),
    ("gym.toml", HOURS, "daily = “5am-11pm”", 'straight ones: type daily = "5am-11pm"', "“5am"),
    ("gym.toml", HOURS, 'daily = "5 am to 10 pm', 'in the next line: type daily = "5 am to 10 pm"', "5 am to 10"),
    ("gym.toml", HOURS, 'daily\u00a0= "5 am to 10 pm"', 'of another kind, as word processors make it: type daily = "', "5 am"),
    ("gym.toml", HOURS, 'daily: "5 am to 10 pm"', 'is a =: type daily = "5 am to 10 pm"', "5 am to 10"),
    ("gym.toml", HOURS, 'daily = "5am-11pm"\nholiday = "December 25"', "A day with other hours stands below a line [hours.exceptions]: 2026", "holiday ="),
    ("gym.toml", '(?m)^"annual fee" =', "annual fee =", 'of several words stands in quotation marks: type "annual fee" =', "annual fee"),
    ("gym.toml", '(?m)^"regular hours" = ".*"', '"regular hours" = "5.30 to 22"', "Hours are like 5:30am-10pm", "5.30 to 22"),
    ("gym.toml", r'(?m)^portal = "https://', 'portal = "http://', "A web address begins with https://", "portal ="),
    ("gym.toml", r'(?m)^site = "(https://[^"]*)"', 'site = "https://gym.example/x"', "with nothing after it", "gym.example/x"),
    ("gym.toml", r'(?m)^ember = ".*"', 'ember = "orange"', "A colour is like #ff5a1f", '"orange"'),
    ("gym.toml", r'(?m)^quiet = ".*"', 'quiet = "#333333"', "quiet on ink has a contrast of 1.5", "quiet ="),
    ("gym.toml", r'(?m)^time_zone = "', 'time_zone = "Canada ', "its name is like America/Vancouver", "time_zone ="),
    ("gym.toml", r"(?m)^format = 2", "format = 3", "reads folders of format 2", "format = 3"),
    *(("gym.toml", r"(?m)^daily = .*", new, message, at) for new, message, at in [
        ('daily = "5-11"', 'daily is "5-11". Hours are written like "5:30am-10pm" or "24 hours", and end at midnight at the latest', 'daily ='),
        ("daily = 24", 'daily is 24. Hours are written like "5:30am-10pm"', "daily ="),
        ('dayly = "5am-11pm"\nmonday = "5am-11pm"', 'did you mean daily?', "dayly ="),
        ('monday = "5am-11pm"', 'Nothing is said of Tuesday, Wednesday, Thursday, Friday, Saturday and Sunday: add a line such as tuesday = "closed"', "[hours]"),
        ("", 'add a line such as daily = "5am-11pm"', "[hours]"),
        ('daily = "24 hours"\nexceptions = "closed"', "Write a line [hours.exceptions], and below it", "[hours]"),
        ('daily = "24 hours"\nkey_fob = "closed"', "Hours are written like", "key_fob ="),
        ('sentence = "Open"\nmonday = "5am-11pm"', "Nothing is said of Tuesday", "[hours]"),
        ('daily = "closed"', "The gym is closed on all days", "[hours]"),
        ('daily = "24 hours"\n26 December = "closed"', "A day with other hours stands below a line [hours.exceptions]", "26 Dec"),
        *((f'daily = "24 hours"\n[hours.exceptions]\n{line}', message, line) for line, message in [
            ('"25 December" = "closed"', 'There is no such day; one is written like "2026-12-25"'),
            ('"2026-12-26 to 2026-12-24" = "closed"', "The second day comes after the first, within a year"),
            ("2026-12-25 = false", 'or other hours: "8am-4pm"'),
        ]),
    ]),
    ("services.toml", r'(?m)^path = "/', 'path = "', "It begins with a slash", "path ="),
    ("services.toml", r'(?m)^label = ".*"', r"\g<0>" "\noffered = False", "small letters: type offered = false", "False"),
    ("forms.toml", r'(?m)^    \{ value = "', '    { value = "' + "x" * 50, "at most 50 characters, not", "goals = ["),
    ("questions.toml", QUESTION, 'question = "What is the "late" rule?"', "marks are single ones: type question = \"What is the 'late'", '"late"'),
    ("questions.toml", QUESTION, "question = ‘Why?’", 'type question = "Why?"', "Why?"),
    ("questions.toml", QUESTION, 'question = "So what"', "doesn't end with a question mark", "So what"),
    ("questions.toml", ANSWER, 'answer = "One line,\nand another"', 'in the next line: type answer = "One line,"', "One line,"),
    ("questions.toml", ANSWER, r'answer = "Look in \\gym"', 'In place of \\ use /: type answer = "Look in /gym"', "Look in"),
    ("questions.toml", ANSWER, 'answer = "<b>Sixty</b> minutes"', "Visitors would read <b> as it stands", "<b>"),
    ("questions.toml", ANSWER, 'answer = "Tea &amp; coffee"', "Visitors would read &amp; as it stands", "&amp;"),
    ("questions.toml", ANSWER, 'answer = "See [us](https://us.example)"', "would read [us](https://us.example) as", "[us]"),
    ("questions.toml", r"(?m)^\[\[questions\]\]$(?=(?s:.*)^\[\[questions)", "[questions]", "double brackets: type [[questions]]", "[questions]"),
    ("questions.toml", r"(?m)^\[\[questions\]\]$", "[[questions]", "both ends: type [[questions]]", "[[questions]"),
    ("questions.toml", r'(?m)^slug = ".*"', 'slug = "Late Fee"', "small letters without accents, digits and", "Late Fee"),
    ("questions.toml", r'(?m)^category = ".*"', 'category = "Generel"', "A category is one of", "Generel"),
    ("questions.toml", r"(?m)^slug = (.*)", r"slug = \1\nslug = \1", "has a line slug already", "slug ="),
    ("questions.toml", r"\A", "\ufeff", "", ""),
    ("questions.toml", r"\A([^\n]*\n)", r"\1<<<<<<< HEAD\n", "Two versions of a text stand here", "<<<<<<< HEAD"),
    ("home.toml", r'(?m)^rating = ".*"', 'rating = "4,8/5"', 'rating is "4,8/5". It is a number, / and the best one, such as 4.8/5.', "4,8/5"),
    ("plans.toml", r"\Z", '\n[[tabs]]\nkey = "later"\nlabel = "Later"\nintro = "Soon."\nplans = []\n', "plans has 0 entries: it needs at least 1", "plans = []"),
    ("home.toml", r'(?m)^headline = "', 'headline = "' + "x" * 80, "at most 80 characters, not", "xxx"),
    ("home.toml", 'key = "before-after"', 'key = "before"', "A page is one of", 'key = "before"'),
    ("search.toml", r'(?m)^title = "', 'title = "' + "x" * 60, "at most 60 characters, not", "xxx"),
    ("privacy.md", r"\A", "<b>We</b> keep nothing.\n\n", "Visitors would read <b> as it stands", "<b>"),
    ("trainers.toml", r"(?m)^years_experience = .*", 'years_experience = "ten"', "Years are a whole number from 0", '"ten"'),
    ("trainers.toml", r"(?m)^years_experience = .*", "years_experience = 6.5", "6.5. Years are a whole number from 0 to 70", "6.5"),
    ("trainers.toml", PHONE, 'phone = "1 604-555-012"', "A telephone number is written like", "604-555-012"),
    ("trainers.toml", r"(?m)^\[words\]", '[words]\nabout = "About {name}"', "{name}, which nothing fills in (allowed: first_name)", "{name}"),
    ("trainers.toml", r'(?m)^services = \["[\w-]+"', 'services = ["Personal Training"', "A service is one of", "Personal Training"),
    ("trainers.toml", r"(?m)^id = 2$", "id = 1", "id 1 appears twice", "id = 1"),
    ("trainers.toml", r'(?m)^picture = "trainer-03"', 'picture = "trainer-15"', "add it to pictures/originals", "trainer-15"),
    ("trainers.toml", r'(?m)^\[\[trainers\]\]\n(?:(?!\[\[)(?!picture = "trainer-02").*\n)*picture = "trainer-02"\n(?:(?!\[\[).*\n)*', "",
     "wide picture is left out: it shows somebody who isn't among the trainers any more (trainer-02).", "shows ="),
    ("expansion.toml", r"(?m)^opens_at = \S+", "opens_at = 31.03.2027", "type 2027-03-31 (March 31)", "31.03.2027"),
    ("expansion.toml", r"(?m)^opens_at = \S+", 'opens_at = "in spring"', "a T and the time", "in spring"),
    ("posts/7.md", DATE, "published = 02-10-2025", "type 2025-02-10 (February 10) or 2025-10-02 (October 2)", "02-10"),
    ("posts/7.md", DATE, "published = 2O25-10-02", "type 2025-10-02 (October 2)", "2O25"),
    ("posts/7.md", DATE, 'published = "Oct 2, 2025"', "type 2025-10-02 (October 2)", "Oct 2"),
    ("posts/7.md", DATE, "published = Oct 2nd, 2025", "type 2025-10-02 (October 2)", "Oct 2"),
    ("posts/7.md", r'(?m)^description = "', 'description = "' + "x" * 150, "at most 155 characters, not", "xxx"),
    ("posts/7.md", r'(?m)^picture = ".*"', 'picture = "blog-99"', "There is no picture 'blog-99'", "blog-99"),
    ("posts/7.md", r"(?m)^author = .*\n", "", "author is missing", "+++"),
    ("posts/7.md", r"(?m)^author = ", "id = 3\nauthor = ", "Remove id", "id = 3"),
    ("posts/7.md", r"(?m)^## (\w+) ", r"## \1  ", "has an extra space", "+++"),
    ("posts/7.md", r"(?m)^\+\+\+\n\n", "\n", "between two lines +++", "+++"),
    ("posts/7.md", r"(?m)^## ", "##", "Put a space after the #", "##"),
]  # fmt: skip
# What else may lie in the folder: a file's name and its bytes, and words of what is then reported.
FILES = [
    *((f"{folder}{name}", b"\x00\xff", "") for folder in ("", "posts/", "pictures/originals/")
      for name in (".DS_Store", "._plans.toml", "._8.md", "._hero.jpg", "Thumbs.db", "desktop.ini", "8.md~")),
    *([("posts/8.md.txt", b"", "the name of a post's file is a number, such as 8.md")] if GYM.folder.has("blog.toml") else []),
    ("plans.toml.txt", b"", "No page shows this file: rename it to plans.toml"),
    ("social.toml", b"# caf\xe9", "in your editor choose Save As, and there UTF-8"),
    ("social.toml", "# é".encode("utf-16"), "in your editor choose Save As, and there UTF-8"),
]  # fmt: skip


HERE = [row for row in SLIPS if GYM.folder.has(row[0]) and re.search(row[1], GYM.folder.text_of(row[0]))]


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the folder, with hardly more pictures than the cards."""
    left_out = shutil.ignore_patterns("originals", "*.avif", "*.webp", "*.png")
    return shutil.copytree(GYM.folder.path, tmp_path_factory.mktemp("x") / "gym", ignore=left_out)


@pytest.fixture(scope="module")
def found(copy):
    """Return a function that returns what `check` finds in addition if a file of the folder has these bytes."""
    checks = items.check_items, check_of_posts.check_posts, parts.check_parts, pictures.unbuilt_pictures

    def notes():
        gym = Gym.read(copy)
        return [Mistake(Path(one.place.file), one.place.line, one.message) for check in checks for one in check(gym)]

    usual = {one.message for one in notes()}

    def found(name, written):
        file, former = copy / name, (copy / name).read_bytes() if (copy / name).exists() else None
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(written)
        try:
            return [one for one in notes() if one.message not in usual]
        except MistakesError as error:
            return error.mistakes
        finally:
            file.unlink() if former is None else file.write_bytes(former)

    return found


@pytest.mark.parametrize(("file", "old", "new", "words", "at"), HERE, ids=[f"{row[0]} {row[2][:40]!r}" for row in HERE])
def test_a_slip_is_named_with_its_line_and_with_what_to_type_instead(found, file, old, new, words, at):
    text = re.sub(old, new, GYM.folder.text_of(file), count=1)
    named = found(file, text.encode())
    for one in named:
        print(f"{one}")
    if not words:
        assert named == []
        return
    (one,) = named
    assert words in one.message
    assert at in text.split("\n")[one.line - 1], one
    assert not re.search(r"Input|String|should be a|statement|pydantic|\^|\\[sd]|Tuple|instance", one.message)


def test_every_slip_can_be_made_in_the_supplied_gym():
    assert HERE == SLIPS or GYM.folder.path != SUPPLIED


def test_all_mistakes_of_a_file_are_named_at_once(found):
    text = (
        GYM.folder.text_of("plans.toml")
        .replace("\nprice = ", "\nprice = -", 1)
        .replace("\nfeatures = ", "\nfeatuers = ", 1)
    )
    assert [mistake.message.split()[0] for mistake in found("plans.toml", text.encode())] == ["price", "The"]


@pytest.mark.parametrize(("name", "written", "words"), FILES, ids=[name for name, *_ in FILES])
def test_what_systems_leave_in_folders_is_ignored_and_a_file_that_cannot_be_used_is_named(found, name, written, words):
    named = found(name, written)
    assert [words in one.message for one in named] == [True] * bool(words), named


def test_a_file_with_another_ending_is_named_if_the_right_one_is_missing(copy):
    (copy / "hours.toml.txt").touch()
    with pytest.raises(MistakesError, match=r"hours\.toml: There is no such file: rename hours\.toml\.txt"):
        Folder(copy).text_of("hours.toml")
    (copy / "hours.toml.txt").unlink()


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


def test_the_line_of_each_value_is_the_line_where_it_begins(tmp_path):
    (tmp_path / "lines.toml").write_text(LINES)
    steps = [("first",), ("first", 1), ("tables", 0), ("tables", 1), ("tables", 1, "name"), ("tables", 1, "text")]
    steps += [("tables", 1, "last", "deep"), ("tables", 2), ()]
    folder = Folder(tmp_path)
    assert [folder.line_of("lines.toml", one) for one in steps] == [1, 1, 6, 9, 11, 12, 15, 0, 1]


def test_the_schemas_for_editors_are_current():
    for name, text in schemas().items():
        assert (ROOT / "gym" / ".schema" / name).read_text(encoding="utf-8") == text, (
            "python -m scripts.gym_schema writes it"
        )
        assert json.loads(text)["properties"]
    for file in GYM.folder.path.glob("*.toml"):
        assert file.read_text(encoding="utf-8").startswith(f"#:schema .schema/{file.stem}.json\n"), file.name


PLAIN = re.compile(r"(^|_)(title|intro|text|label|name|answer|caption)$")  # fields that need no description
CODE = re.compile(r"[$\\`_]|\b(str|int|bool|dict|tuple|regex|null|None|True|False)\b")


def test_editors_see_what_to_type_into_each_field():
    """Each has a title, and a description unless its name is plain, or a default text or a table says it."""
    for schema in (*map(json.loads, schemas().values()), schema_of(BlogPost)):
        tables = [schema, *schema.get("$defs", {}).values()]
        for table in [form for one in tables for form in (one, *one.get("anyOf", ()))]:
            said = [table.get("description", "")]
            for name, field in table.get("properties", {}).items():
                title, description = field["title"], field.get("description", "")
                is_table = {*re.findall(r"#/\$defs/(\w+)", json.dumps(field))} - {"Text"}
                assert description or PLAIN.search(name) or field.get("default") or is_table, name
                assert re.fullmatch(r"[A-Z].{,44}", title), title
                said += [title, re.sub(r"\{.*?\}", "", description)]
            assert not CODE.search(" ".join(said)), said
