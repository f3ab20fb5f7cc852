"""Each part and service is taken away: its page, entries and links are gone, and `check` notes each text that speaks of it."""

import json
import re
from types import SimpleNamespace

import pytest

from gym_site.brand import BRAND, PART_FILES
from gym_site.check import mentions
from gym_site.content.questions import Question
from gym_site.folder import read

EVALUATE = """
import json, re
from gym_site.cli import main
main(["check", "--json"])
from gym_site.gym_site import app
shown = {}
for page in app._unevaluated_pages.values():
    shown |= {f"/{name}": text for name, text in page.context.get("files", {}).items()}
    head = [one.render() if hasattr(one, "render") else one for one in page.meta]
    parts = page.component().render(), page.title, page.description, head, page.context.get("structured_data")
    shown[f"/{page.route}".replace("/index", "/")] = " ".join(map(str, parts))
links = sorted({link for page in shown.values() for link in re.findall(r'href:"(/[^"#?]*)', page)})
print(json.dumps([links, shown]))
"""
OPTIONAL = [name for name in BRAND.known if BRAND.has(name)]
_, *OTHERS = filter(BRAND.has, BRAND.services)


def test_words_of_what_the_gym_lacks_are_found_whole_and_without_regard_to_case(monkeypatch):
    answers = ["Sauna and hot stones.", "The SAUNA.", "Saunas, sauna-like, a hot stone."]
    items = [Question(slug=f"q{at}", question="Which?", answer=answer) for at, answer in enumerate(answers)]
    monkeypatch.setattr(mentions, "PART_WORDS", {"massage": ("sauna", "hot stones")})
    monkeypatch.setattr(mentions, "read_content", lambda: SimpleNamespace(items=items))
    said = [note.message.removeprefix("This speaks of ").partition(",")[0] for note in mentions.check_mentions()]
    assert said == ["Sauna and hot stones", "SAUNA"]


def take_away(tree, *names):
    for name in names:
        if name in BRAND.services:
            tree.replace("gym/services.toml", f'key = "{name}"\n', f'key = "{name}"\noffered = false\n')
        else:
            (tree.root / "gym" / PART_FILES[name]).unlink()


def slugs_of(names):
    """Return the slugs of the questions that belong to one of these parts or services."""
    questions = read("questions.toml")["questions"] + read("services.toml").get("questions", [])
    return [question["slug"] for question in questions if question.get("part") in names]


@pytest.mark.parametrize(
    "names",
    [
        pytest.param((*filter(BRAND.has, PART_FILES), *OTHERS), id="everything but one service"),
        *(pytest.param((name,), id=name, marks=pytest.mark.long) for name in OPTIONAL),
    ],
)
def test_parts_that_are_taken_away_are_neither_shown_nor_linked(names, tree):
    tree.database.unlink()  # its records describe the gym with all its parts
    take_away(tree, *names)
    (tree.root / ".env").write_text("GYM_MAP_EMBED_URL=https://maps.example/embed\n", encoding="utf-8")
    done = tree.run("-c", EVALUATE)
    assert done.returncode == 0, done.stderr[-3000:]
    *checked, evaluated = done.stdout.splitlines()
    findings = json.loads("".join(checked))
    assert [finding for finding in findings if finding["level"] == "error"] == []
    links, shown = json.loads(evaluated)
    shown = {path: page for path, page in shown.items() if not path.endswith("pictures")}  # lists all pictures
    assert [link for link in links if link not in shown and "." not in link] == []
    assert ("map" in OPTIONAL and "map" not in names) == any("/images/map-" in page for page in shown.values())
    noted = " ".join(finding["message"].lower() for finding in findings if "This speaks of" in finding["message"])
    text = " ".join(shown.values())
    for name in names:
        service = BRAND.services.get(name)
        words = (service.label, *service.words) if service else mentions.PART_WORDS.get(name, ())
        spoken = [word.lower() for word in words if re.search(rf"(?i)(?<![\w-]){re.escape(word)}(?![\w-])", text)]
        assert [word for word in spoken if word not in noted] == []
    assert [slug for slug in slugs_of(names) if f'"{slug}"' in text] == []
