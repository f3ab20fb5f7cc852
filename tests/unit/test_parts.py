"""Each part and service is taken away: its page, entries and links are gone, and `check` notes each text that speaks of it."""

import json
import re
from dataclasses import replace

import pytest

from gym_site.brand import PART_FILES
from gym_site.check import mentions
from gym_site.gym import Gym
from tests.gym import GYM

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
OPTIONAL = [name for name in (*PART_FILES, *GYM.services_known) if GYM.has(name)]
_, *OTHERS = filter(GYM.has, GYM.services_known)


def test_words_of_what_the_gym_lacks_are_found_whole_and_without_regard_to_case(monkeypatch):
    answers = ["Gong bath and salt stones.", "The GONG BATH.", "Gong baths, gong bath-like, a salt stone."]
    questions = [replace(GYM.faq.questions[0], slug=f"q{at}", answer=answer) for at, answer in enumerate(answers)]
    gym = replace(GYM, faq=replace(GYM.faq, questions=tuple(questions)))
    monkeypatch.setattr(mentions, "PART_WORDS", {"massage": ("gong bath", "salt stones")})
    said = [note.message.removeprefix("This speaks of ").partition(",")[0] for note in mentions.check_mentions(gym)]
    assert [words for words in said if re.search("(?i)gong|salt", words)] == ["Gong bath and salt stones", "GONG BATH"]


def take_away(tree, *names):
    for name in names:
        if name in GYM.services_known:
            tree.replace("gym/services.toml", f'key = "{name}"\n', f'key = "{name}"\noffered = false\n')
        else:
            (tree.root / "gym" / PART_FILES[name]).unlink()


def slugs_of(names):
    """Return the slugs of the questions that belong to one of these parts or services."""
    questions = GYM.folder.read("questions.toml")["questions"] + GYM.folder.read("services.toml").get("questions", [])
    return [question["slug"] for question in questions if question.get("part") in names]


@pytest.mark.parametrize(
    "names",
    [
        pytest.param((*filter(GYM.has, PART_FILES), *OTHERS), id="everything but one service"),
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
    notes = [finding for finding in findings if "This speaks of" in finding["message"]]
    gym = Gym.read(tree.root / "gym")
    lines = {note["line"] for note in notes if note["file"] == "gym/search.toml"}
    noted_pages = {
        steps[1] for steps, line in gym.folder.lines_of("search.toml").items() if line in lines and steps[1:]
    }
    assert noted_pages <= gym.routes.keys()
    noted = " ".join(finding["message"].lower() for finding in notes)
    text = " ".join(shown.values())
    for name in names:
        service = GYM.services_known.get(name)
        words = (service.label, *service.words) if service else mentions.PART_WORDS.get(name, ())
        spoken = [word.lower() for word in words if re.search(rf"(?i)(?<![\w-]){re.escape(word)}(?![\w-])", text)]
        assert [word for word in spoken if word not in noted] == []
    assert [slug for slug in slugs_of(names) if f'"{slug}"' in text] == []
