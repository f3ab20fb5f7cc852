"""The forms in which staff change the gym's texts."""

import re
import tomllib
from html import unescape

import pytest

from gym_site.desk.text_forms import FILES
from tests.desk.conftest import _created, faults_of, fields_of
from tests.gym import GYM
from tests.parts import rows

PLAN = "/texts/plans/tabs/3/plans/1"
BENEFITS = "/texts/plans/tabs/0/plans/1"
QUESTION = "/texts/questions/questions/1"


def save(person, path, act: str = "save", **typed):
    return person.post(path, fields_of(person.get(path)) | typed | {"act": act})


def draft(desk, file: str) -> str:
    return (desk.desk.texts.shown / file).read_text()


def changed_lines(desk, file: str) -> list[str]:
    """Return the lines of a file of the draft that the site's lacks."""
    former = (GYM.folder.path / file).read_text().splitlines()
    return [line for line in draft(desk, file).splitlines() if line not in former]


def every_page(person, path: str, seen: set[str]) -> None:
    """Open a page and all below it; save each as it is."""
    seen.add(path)
    page = person.get(path)
    assert page.status_code == 200
    assert person.post(path, fields_of(page)).headers["location"] == path
    for inner in re.findall(r'<li><a href="(/texts/[^"]+)"', page.text):
        if inner.startswith(f"{path}/") and inner not in seen:
            every_page(person, inner, seen)


@pytest.mark.parametrize("file", rows(FILES, ["consultation.toml"]))
def test_every_form_opens_and_changes_nothing_if_it_is_saved_as_it_is(desk, file):
    seen: set[str] = set()
    every_page(desk.signed_in(), f"/texts/{file.removesuffix('.toml')}", seen)
    assert desk.desk.texts.draft() is None


TYPED = {  # page, field, what is typed, the lines that the file has then, and whether it has more or fewer lines
    "a comma": (PLAN, "price", "15,49", ["price = 15.49"], 0),
    "dollars": (PLAN, "price", "$16", ["price = 16"], 0),
    "the same price in other words": (PLAN, "price", "$15", [], 0),
    "thousands": (PLAN, "price", "$1,250.50", ["price = 1250.50"], 0),
    "percent": (PLAN, "savings", "3 %", ["savings = 3"], 0),
    "one more text": (BENEFITS, "features.7", "A towel", ['    "A towel",'], 1),
    "a text that is emptied": (BENEFITS, "features.1", "", [], -1),
    "a fee": ("/texts/gym", "terms.annual fee", "$69", ['"annual fee" = "$69"'], 0),
    "one more fee": ("/texts/gym", "terms.+", "late fee = $10", ['"late fee" = "$10"'], 1),
    "a service by its name": ("/texts/trainers/trainers/0", "services", "personal training\r\nGroup Fitness",
                              ['services = ["personal-training", "group-fitness"]'], 0),
}  # fmt: skip


@pytest.mark.parametrize(
    "case", rows(TYPED, ["a comma", "dollars", "the same price in other words", "a text that is emptied"])
)
def test_what_people_type_is_one_line_of_the_file(desk, case):
    path, field, text, lines, more = TYPED[case]
    sam = desk.signed_in()
    assert save(sam, path, **{field: text}).headers["location"] == path
    file = f"{path.split('/')[2]}.toml"
    assert changed_lines(desk, file) == lines
    assert len(draft(desk, file).splitlines()) == len((GYM.folder.path / file).read_text().splitlines()) + more
    is_changed, changed = bool(lines or more), desk.desk.texts.draft()
    noted = [(one.by, one.about.partition(": ")[0]) for one in (changed.changes if changed else ())]
    assert noted == [("Sam", FILES[file].partition(": ")[0])] * is_changed
    assert ("Saved in the draft." in sam.get(path).text) == is_changed


ENTRIES = {  # what a button does to the names of the questions
    "copy": lambda names: [*names[:2], *names[1:]],
    "up": lambda names: [names[1], names[0], *names[2:]],
    "down": lambda names: [names[0], names[2], names[1], *names[3:]],
    "remove": lambda names: [names[0], *names[2:]],
}


def questions(text: str) -> list[str]:
    return [one["question"] for one in tomllib.loads(text)["questions"]]


@pytest.mark.parametrize("act", rows(ENTRIES, ["remove"]))
def test_an_entry_is(desk, act):
    sam = desk.signed_in()
    before = (GYM.folder.path / "questions.toml").read_text()
    if act == "remove":
        assert "Remove “" in save(sam, QUESTION, act).text
        assert desk.desk.texts.draft() is None
        sam.post(QUESTION, {"act": act, "sure": "yes", "entry": questions(before)[1]})
    else:
        save(sam, QUESTION, act)
    after = draft(desk, "questions.toml")
    assert questions(after) == ENTRIES[act](questions(before))
    assert after.startswith(before[:400])
    slugs = [one["slug"] for one in tomllib.loads(after)["questions"]]
    assert len({*slugs}) == len(slugs)


def test_a_new_question_is_added_and_empty_fields_are_named_until_they_are_filled_in(desk):
    sam = desk.signed_in()
    there = save(sam, "/texts/questions", "add:questions").headers["location"]
    page = sam.get(there)
    assert {"question", "answer"} <= fields_of(page).keys()
    assert faults_of(page)
    save(sam, there, question="Is there parking at night?", answer="Yes, all night.", category="Amenities")
    assert faults_of(sam.get(there)) == {}
    assert questions(draft(desk, "questions.toml"))[-1] == "Is there parking at night?"
    assert "Mistakes keep the draft" not in sam.get("/texts").text


WRONG = {  # page, field, what is typed, what is said there
    "letters in a price": (PLAN, "price", "twelve", "A price is a number such as 14.99."),
    "a letter for a digit": (PLAN, "price", "2O.99", "There is a letter O, l or I in place of a digit."),
    "a discount without a former price": (PLAN, "savings", "10", "only for a plan with “Price without discount”."),
    "no question mark": (QUESTION, "question", "Parking", ""),
    "a fact that there isn't": (QUESTION, "answer", "It costs {price of everything}.", "{price of everything}"),
    "half a fact": (QUESTION, "answer", "It costs {annual fee.", "without the other"),
    "an empty name": (PLAN, "name", "", "empty"),
    "hours of another form": (PLAN, "hours", "8 to late", "Hours are like 5:30am-10pm"),
    "an address without https": ("/texts/gym", "links.portal", "portal.gym.example", "begins with https://"),
    "no days of opening": ("/texts/gym", "hours.daily", "", "Nothing is said of Monday"),
    "a service that there isn't": (
        "/texts/trainers/trainers/0",
        "services",
        "yoga",
        "It is one of these: Personal Training, Group",
    ),
    "a date in words": ("/texts/posts-1", "published", "last May", ""),
    "a short description": ("/texts/posts-1", "description", "Short.", "50"),
    "no category": (QUESTION, "category", "", "Choose one."),
    "no lowest price": ("/texts/services/services/0", "price.low", "", "This is empty. A price is"),
    "hours of a term": ("/texts/gym", "terms.regular hours", "5.30 to 22", "Hours are like 5:30am-10pm"),
    "no text after the opening": ("/texts/facility", "facility.intro.after", "", "This is empty."),
    "a link in a post": ("/texts/posts-1", "content", "[Us](https://x.example)", "Visitors would read [Us](https://"),
    "half a fact in a list": (BENEFITS, "features.3", "{", "This has a { or } without the other"),
    "half a fact in a list's text of a part": (BENEFITS, "features.2.text", "{", "This has a { or } without the other"),
    "a fact that there isn't, in a new text of a list": (BENEFITS, "features.7", "{fee}", "{fee}, which nothing fills"),
    "two spaces in a list": (BENEFITS, "features.6", "With  {notice}", "an extra space"),
    "markup in a list": (BENEFITS, "features.6", "With <b>", "Visitors would read <b>"),
    "a term without what it says": ("/texts/gym", "terms.+", "late fee", "Type a name, =, and what it says"),
    "a term without a name": ("/texts/gym", "terms.+", "= $10", "Type a name, =, and what it says"),
    "a term with a bracket": ("/texts/gym", "terms.+", "late fee = {x", "Type a name, =, and what it says"),
    "a term that is there": ("/texts/gym", "terms.+", "annual fee = $70", "{annual fee} is there already: change it"),
    "a term that texts use": ("/texts/gym", "terms.annual fee", "", "Texts use this: type what it says."),
    "half a year": ("/texts/trainers/trainers/0", "years_experience", "6.5", "from 0 to 70, or N/A."),
    "markup": (QUESTION, "answer", "<script>alert(1)</script>", "Visitors would read <script> as it stands"),
}


@pytest.mark.parametrize(
    "case", rows(WRONG, ["half a fact in a list", "a term that is there", "a term that texts use"])
)
def test_a_wrong_entry_is_kept_and_said_at_its_field_while_typing_and_after_saving(desk, case):
    path, field, text, said = WRONG[case]
    sam = desk.signed_in()
    checked = sam.post(path, fields_of(sam.get(path)) | {field: text, "act": "check"})
    assert desk.desk.texts.draft() is None
    save(sam, path, **{field: text})
    page = sam.get(path)
    assert fields_of(page)[field] == text
    assert "<script>" not in page.text
    assert said in faults_of(page)[field]
    assert " ".join(" ".join(checked.json()[field]).split()) == faults_of(page)[field]
    assert f'<a href="#{field.replace(" ", "_")}">' in page.text
    refused = sam.get("/texts/draft").text
    assert f'href="{path}' in refused
    assert "This keeps the draft from being published" in refused
    assert ">Publish</button>" not in refused


def test_two_people_overwrite_nothing_of_each_other_unseen(desk):
    sam, ann = desk.signed_in("Sam"), desk.signed_in("Ann")
    seen = fields_of(sam.get(QUESTION))
    save(ann, QUESTION, answer="Ann's answer.")
    answer = sam.post(QUESTION, seen | {"question": "What does it cost?"})
    assert answer.status_code == 303  # another field of the same question
    changed = {"answer": "Sam's answer.", "was.answer": seen["answer"]}
    mine = sam.post(QUESTION, fields_of(sam.get(QUESTION)) | changed)
    assert mine.status_code == 409
    assert "Somebody changed this meanwhile to: " in mine.text
    assert fields_of(mine)["answer"] == "Sam's answer."
    assert "Ann's answer." in draft(desk, "questions.toml")
    sam.post(QUESTION, fields_of(mine))
    assert "Sam's answer." in draft(desk, "questions.toml")


def test_an_entry_that_was_moved_meanwhile_is_found_and_one_that_was_removed_is_said(desk):
    sam, ann = desk.signed_in("Sam"), desk.signed_in("Ann")
    seen = fields_of(sam.get(QUESTION))
    save(ann, QUESTION, "down")
    sam.post(QUESTION, seen | {"answer": "Sam's answer."})
    assert tomllib.loads(draft(desk, "questions.toml"))["questions"][2]["answer"] == "Sam's answer."
    moved = fields_of(ann.get("/texts/questions/questions/2"))
    ann.post("/texts/questions/questions/2", {"act": "remove", "sure": "yes", "entry": moved["entry"]})
    assert sam.post(QUESTION, seen | {"answer": "Again."}).status_code == 409
    assert "Again." not in draft(desk, "questions.toml")


LOST = {  # what keeps a text from being saved, and what is said
    "the session ended": (lambda _, sam: sam.client.cookies.clear(), 403, "no longer signed in: nothing was changed"),
    "another session began": (lambda _, sam: setattr(sam, "token", "x"), 403, "This form is of an earlier sign-in"),
    "somebody changed the name": (
        lambda desk, _: save(desk.signed_in("Ann"), QUESTION, question="What does it cost?"), 409, "isn't there any more",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", LOST)
def test_what_was_typed_can_be_copied_when(desk, case):
    happens, status, said = LOST[case]
    sam = desk.signed_in()
    seen = fields_of(sam.get(QUESTION))
    happens(desk, sam)
    answer = sam.post(QUESTION, seen | {"answer": "A long <answer>.", "token": sam.token})
    assert (answer.status_code, said in unescape(answer.text)) == (status, True)
    assert '<p class="text">A long &lt;answer&gt;.</p>' in answer.text
    assert answer.text.count('class="text"') == 1  # nothing that stays as it was
    assert "A long" not in draft(desk, "questions.toml")


def test_a_part_is_switched_off_and_on_again(desk):
    sam = desk.signed_in()
    sam.post("/texts/part", {"part": "social", "on": "no"})
    assert "Instagram: <strong>off" in sam.get("/texts").text
    assert not (desk.desk.texts.shown / "social.toml").exists()
    assert "Mistakes keep the draft" not in sam.get("/texts").text
    said = re.findall(r"Instagram: is [^<]*|[^>]*(?:removed|added)\.", sam.get("/texts/draft").text)
    assert said == ["Instagram: is off now. Its texts are kept."]
    sam.post("/texts/part", {"part": "social", "on": "yes"})
    assert draft(desk, "social.toml") == (GYM.folder.path / "social.toml").read_text()


def test_a_post_is_written_previewed_waits_for_its_day_and_is_removed(desk):
    sam = desk.signed_in()
    there = sam.post("/texts/posts").headers["location"]
    number = there.rpartition("-")[2]
    save(
        sam, there, title="A week of rowing", author="Head Coach", picture="blog-1", published="2099-05-01",
        description="Seven days on the rower, from the first stroke to a calm two thousand metres.",
        content="## Day one\r\n\r\nSit tall, <b>pull</b> late.\r\n\r\n- **Legs** first",
    )  # fmt: skip
    page = sam.get(there)
    assert faults_of(page) == {
        "content": "Visitors would read <b> as it stands: a text has headings, lists and bold words alone."
    }
    preview = page.text.partition('<div class="preview">')[2]
    assert "<h2>Day one</h2>" in preview
    assert "&lt;b&gt;pull" in preview
    assert "Waits for 1 May 2099" in sam.get("/texts/posts").text
    assert draft(desk, f"posts/{number}.md").startswith('+++\ntitle = "A week of rowing"')
    sam.post(there, {"act": "remove", "sure": "yes"})
    assert not (desk.desk.texts.shown / f"posts/{number}.md").exists()


def test_facts_are_shown_with_their_value(desk):
    page = desk.signed_in().get("/texts/questions/questions/4")
    assert f"<code>{{guest passes}}</code> is “{GYM.facts['guest passes']}”" in unescape(page.text)


UNKNOWN = ["/facts/unknown", "/texts/none", "/texts/launch", "/texts/plans/tabs/99", "/texts/plans/tabs/x", "/texts/posts-0", "/texts/posts-99",
           "/texts/plans/words/title/0", "/texts/..%2F..%2F.env"]  # fmt: skip


@pytest.mark.parametrize("path", rows(UNKNOWN, UNKNOWN[::3][:2]))
def test_what_is_not_there_is_said(desk, path):
    sam = desk.signed_in()
    missing = sam.get(path)
    assert (missing.status_code, '<a href="/texts">To the texts</a>' in missing.text) == (404, True)
    assert sam.post(path, {"act": "save"}).status_code == 404
    assert sam.post("/texts/plans", {"act": f"add:{path}"}).status_code == 404


def test_text_without_end_costs_no_more_than_it_weighs(desk):
    sam = desk.signed_in()
    assert sam.post(QUESTION, {"answer": "x" * 10**6}).status_code == 413
    blanks = "{" * 70_000
    save(sam, QUESTION, answer=blanks)
    assert "without the other" in faults_of(sam.get(QUESTION))["answer"]


def test_without_a_server_the_desk_has_texts_and_names_the_folder_to_upload(desk):
    sam = desk.signed_in()
    desk.app._app.state.has_server = False
    object.__setattr__(desk.desk.settings, "has_server", False)
    page = sam.get("/")
    assert page.url.path == "/texts"
    assert ('href="/"' in page.text, 'href="/state"' in page.text) == (False, False)
    assert "upload the folder <code>dist</code>" in sam.get("/texts/draft").text


def test_texts_that_the_desk_may_not_change_are_said_to_be_elsewhere(desk, monkeypatch):
    monkeypatch.setattr("gym_site.desk.publications.os.access", lambda *_: False)
    desk.app = desk.loop.call(_created, desk.desk)
    page = desk.signed_in().get("/texts")
    assert "gym-site desk texts on" in page.text
    assert 'href="/facts"' in page.text
    assert desk.signed_in().get("/texts/draft").status_code == 404


FOUND = {  # what is looked for: text, page
    "24 hours a day, 365 days": ("Plans and prices, 24 Hours", "/texts/plans/tabs/0/plans/1#features.0"),
    "leave ANYTIME with 30 days’ notice": ("Plans and prices, Monthly Billing", "/texts/plans/tabs/0#intro"),
    "{annual fee} annual": ("Plans and prices, 24 Hours", "/texts/plans/tabs/0/plans/1#additional_info"),
    "come twice. forty minutes": ("Post 1", "/texts/posts-1#content"),
    "rather see it?": ("Plans and prices", "/texts/plans#words.see_first"),  # which the file doesn't say
    "Warm up: five to eight minutes": ("Post 1", "/texts/posts-1#content"),
    "we don't sell any of it": ("Privacy policy", "/texts/privacy-policy#content"),
}


@pytest.mark.parametrize("words", rows(FOUND, list(FOUND)[1:2]))
def test_a_sentence_of_the_website_leads_to_its_field(desk, words):
    label, path = FOUND[words]
    sam = desk.signed_in()
    page = unescape(sam.get("/texts", params={"find": words}).text)
    assert f'<a href="{path}"><strong>{label}</strong>' in page
    place, _, field = path.partition("#")
    assert f' id="{field}"' in sam.get(place).text
    assert "Try fewer words" in sam.get("/texts", params={"find": "x" * 10_000}).text


def test_before_somebody_of_the_wide_picture_is_removed_a_sentence_says_that_it_goes(desk):
    sam = desk.signed_in()
    numbers = {name: number for number, name in enumerate(one.picture for one in GYM.trainers)}
    shows = GYM.trainers_page.line_up.shows
    for name, is_shown in ((shows[0], True), (next(name for name in numbers if name not in shows), False)):
        page = f"/texts/trainers/trainers/{numbers[name]}"
        assert ("wide picture shows" in sam.post(page, {"act": "remove"}).text) == is_shown
