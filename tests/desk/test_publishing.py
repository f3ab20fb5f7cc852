"""Drafts of the texts: looked at, published and taken back. A test plays the unit that builds the pages."""

import asyncio
import contextlib
import io
import os
import shutil
import tarfile
from html import unescape
from pathlib import Path

import pytest

from gym_site import brand
from gym_site.desk import folders, publications
from gym_site.desk.changes import sentences
from gym_site.desk.publications import Texts, TextsError, files_of, replaced
from gym_site.desk.publishing import Publisher, merged_draft
from gym_site.gym import Gym
from tests.desk.conftest import fields_of
from tests.parts import rows

DRAFT = "https://draft.gym.example"
PLAN = "Plans, “Trial Passes”, “1 Day Drop In”, "
PRICE, DEARER = "price = 15\n", "price = 16\n"


def change(texts: Texts, file: str, old: str, new: str, by: str = "Sam") -> None:
    with texts.changing(by, file) as draft:
        text = (draft.path / file).read_text()
        assert text.count(old) == 1
        draft.write(file, text.replace(old, new))


def build(desk, web, fault: str = "", *, aside: bool = False) -> None:
    """Do what the unit does when the desk has asked, then what the desk does every two seconds."""
    name = "aside" if aside else "build"
    asked = desk.desk.folder / "wanted" / name
    assert asked.exists()
    (web / f"{name}.begun").touch()
    failed, stamp = web / f"{name}.failed", web / "builds" / f"build-{'aside' if aside else 'current'}/sources.sha256"
    failed.unlink(missing_ok=True)
    failed.write_text(fault) if fault else stamp.touch()
    Publisher(desk.desk).settle()


def version(person) -> str:
    return fields_of(person.get("/texts/draft")).get("version", "")


def publish(person, **fields):
    return person.post("/texts/draft/publish", {"version": version(person), **fields})


def price(texts: Texts) -> bool:
    return DEARER in (texts.source / "plans.toml").read_text()


def test_a_draft_is_published_with_a_sentence_about_each_change_and_taken_back(desk, texts, web):
    sam = desk.signed_in()
    assert "no text was changed" in sam.get("/texts/draft").text
    change(texts, "plans.toml", PRICE, DEARER)
    said = f"{PLAN}Price: was “15”, is “16”."
    assert said in unescape(sam.get("/texts/draft").text)
    assert publish(sam).headers["location"] == "/texts/draft"
    assert "being published" in sam.get("/texts/draft").text
    build(desk, web)
    assert price(texts)
    page = unescape(sam.get("/texts/draft").text)
    assert "no text was changed" in page
    assert said in page
    assert "being published" not in page

    sam.post("/texts/publications/1/again")
    build(desk, web)
    assert not price(texts)
    assert [one.number for one in texts.publications()] == [3, 2, 1]
    assert {one.by for one in texts.publications()[:2]} == {"Sam"}


@pytest.mark.long
def test_after_a_restart_of_the_machine_the_pages_are_asked_for_again_however_long_it_was_off(desk, texts, web):
    sam = desk.signed_in()
    change(texts, "plans.toml", PRICE, DEARER)
    publish(sam)
    asked = desk.desk.folder / "wanted/build"
    for file in (texts.folder / "publishing.json", asked):
        os.utime(file, (1, 1))

    async def restarted() -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(Publisher(desk.desk).follow(), 0.2)

    asyncio.run(restarted())
    assert asked.stat().st_mtime > 1
    build(desk, web)
    assert price(texts)
    assert texts.draft() is None


def test_a_build_that_fails_leaves_site_and_draft_as_they_are_and_says_why(desk, texts, web):
    sam = desk.signed_in()
    change(texts, "plans.toml", PRICE, DEARER)
    publish(sam)
    build(desk, web, "The build failed with exit code 1")
    assert not price(texts)
    assert DEARER in (texts.shown / "plans.toml").read_text()
    assert "The build failed with exit code 1" in sam.get("/texts/draft").text
    assert [one.number for one in texts.publications()] == [1]
    publish(sam)
    build(desk, web)
    assert price(texts)
    assert "exit code 1" not in sam.get("/texts/draft").text


REFUSED = {
    "a mistake": ("plans.toml", PRICE, 'price = "many"\n', "A price is a number", {}),
    "a host that nobody confirmed": (
        "gym.toml", 'portal = "https://portal.tideforge24.example"', 'portal = "https://portal.evil.example"',
        "Say that you know portal.evil.example", {},
    ),
    "an old page": ("plans.toml", PRICE, DEARER, "Something was changed meanwhile", {"version": "1-1-0"}),
}  # fmt: skip


@pytest.mark.parametrize("case", rows(REFUSED, ["a mistake"]))
def test_a_draft_is_not_published_with(desk, texts, case):
    file, old, new, said, given = REFUSED[case]
    sam = desk.signed_in()
    change(texts, file, old, new)
    answer = publish(sam, **given)
    assert (answer.status_code, said in unescape(answer.text)) == (422, True)
    assert texts.current() == 1
    assert not (desk.desk.folder / "wanted" / "build").exists()


@pytest.mark.long
def test_a_new_host_is_confirmed_with_a_tick(desk, texts, web):
    sam = desk.signed_in()
    change(texts, *REFUSED["a host that nobody confirmed"][:3])
    publish(sam, host="portal.evil.example")
    build(desk, web)
    assert texts.current() == 2


def test_what_was_changed_during_a_publication_stays_a_draft_and_the_next_one_waits(desk, texts, web):
    sam, ann = desk.signed_in("Sam"), desk.signed_in("Ann")
    change(texts, "plans.toml", PRICE, DEARER)
    fields = {"version": version(sam)}
    assert sam.post("/texts/draft/publish", fields).status_code == 303
    again = ann.post("/texts/draft/publish", fields)
    assert (again.status_code, "The texts are being published" in again.text) == (422, True)
    assert "being published just now" in ann.post("/texts/publications/1/again").text
    change(texts, "questions.toml", "What does personal training cost?", "What does a trainer cost?", by="Ann")
    build(desk, web)
    assert price(texts)
    assert [one.number for one in texts.publications()] == [2, 1]
    (left,) = texts.draft().changes
    assert (left.by, left.about) == ("Ann", "questions.toml")
    publish(sam)
    build(desk, web)
    assert "a trainer cost" in (texts.source / "questions.toml").read_text()
    assert texts.draft() is None


def test_a_draft_replaces_nothing_that_was_published_since_it_began(desk, texts, web):
    sam = desk.signed_in()
    change(texts, "questions.toml", "What does personal training cost?", "What does a trainer cost?")
    number = texts.add(texts.path_of(1), "", ())
    dearer = (texts.path_of(1) / "plans.toml").read_text().replace(PRICE, DEARER)
    (texts.path_of(number) / "plans.toml").unlink()
    (texts.path_of(number) / "plans.toml").write_text(dearer)
    texts.use(number)
    assert "“15”" not in sam.get("/texts/draft").text
    publish(sam)
    build(desk, web)
    assert price(texts)
    assert "a trainer cost" in (texts.source / "questions.toml").read_text()


@pytest.mark.long
def test_a_full_disk_keeps_site_and_draft_and_says_so(desk, texts, web, monkeypatch):
    sam = desk.signed_in()
    change(texts, "plans.toml", PRICE, DEARER)

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("gym_site.desk.publications.os.link", full)
        answer = publish(sam)
    assert (answer.status_code, "No space left on device" in answer.text) == (422, True)
    assert texts.current() == 1
    assert texts.draft()
    publish(sam)
    build(desk, web)
    assert price(texts)


CALLS = ("write_bytes", "replace", "rename", "symlink_to", "unlink", "mkdir")


class KilledError(Exception):
    """The process was killed."""


@pytest.fixture
def interrupted(monkeypatch):
    """Return a function that calls another one and lets its n-th change of the disk fail; it returns False after the last."""

    def interrupted(run, number: int) -> bool:
        seen = iter(range(10**6))

        def failing(real):
            def call(*given, **named):
                if next(seen) == number:
                    raise KilledError
                return real(*given, **named)

            return call

        with monkeypatch.context() as disk:
            for name in CALLS:
                disk.setattr(Path, name, failing(getattr(Path, name)))
            disk.setattr(os, "link", failing(os.link))
            with contextlib.suppress(KilledError):
                run()
        return next(seen) > number

    return interrupted


def whole(texts: Texts) -> bool:
    """Return whether the site's texts and those of each publication are all there."""
    names = {*files_of(texts.path_of(1))}
    published = (texts.path_of(one.number) for one in texts.publications())
    return all({*files_of(folder)} == names for folder in (texts.source, *published))


@pytest.mark.parametrize(("fault", "ends"), [("", {False, True}), ("The build failed", {False})])
def test_at_whatever_step_a_publication_is_killed_it_goes_on_or_never_began_and_all_texts_are_whole(
    desk, texts, web, interrupted, fault, ends, monkeypatch
):
    monkeypatch.setattr("gym_site.desk.publishing.faults_of", lambda *_: [])
    for file in texts.path_of(1).iterdir():  # a few files are enough
        if file.is_dir():
            shutil.rmtree(file)
        elif file.name not in ("plans.toml", "gym.toml"):
            file.unlink()
    publisher, ended = Publisher(desk.desk), []

    def run() -> None:
        publisher.publish(texts.shown, "Sam", ("x",), changes=1)
        build(desk, web, fault)

    for number in range(1000):
        if texts.draft() is None:
            change(texts, "plans.toml", *((DEARER, PRICE) if price(texts) else (PRICE, DEARER)))
        was = price(texts)
        goes_on = interrupted(run, number)
        Publisher(desk.desk).settle()
        assert whole(texts)
        if publisher.is_publishing:
            build(desk, web, fault)
        assert whole(texts)
        ended.append(texts.draft() is None)
        assert (price(texts) != was, publisher.is_publishing) == (ended[-1], False)
        assert (DEARER in (texts.shown / "plans.toml").read_text()) != was
        if not goes_on:
            break
    assert len(ended) > 20
    assert ended == sorted(ended)
    assert {*ended} == ends


@pytest.mark.long
def test_without_the_database_texts_are_changed_and_published_all_the_same(desk, texts, web):
    sam = desk.signed_in()
    (Path(desk.desk.engine.url.database)).unlink()
    change(texts, "plans.toml", PRICE, DEARER)
    publish(sam)
    build(desk, web)
    assert price(texts)


def test_a_draft_is_looked_at_by_a_link_that_works_once(desk, texts, web):
    sam = desk.signed_in()
    change(texts, "plans.toml", PRICE, DEARER)
    assert [desk.stranger(DRAFT).get(path).status_code for path in ("/", "/sign-in")] == [403, 403]
    sam.post("/texts/draft/look")
    assert DEARER in (texts.look / "plans.toml").read_text()
    assert "being made ready" in sam.get("/texts/draft").text
    build(desk, web, aside=True)
    desk.desk.look._pages = lambda: web / "builds" / "build-aside" / "pages"
    page = sam.get("/texts/draft").text
    link = page.partition(f'href="{DRAFT}')[2].partition('"')[0]
    looker = desk.stranger(DRAFT)
    seen = looker.get(link)
    assert (seen.text, seen.headers["x-robots-tag"]) == ("aside", "noindex, nofollow")
    (cookie,) = looker.client.cookies.jar
    assert (cookie.name, cookie.secure, cookie.domain) == ("__Host-draft", True, "draft.gym.example")
    assert looker.get("/../../current").status_code == 404
    assert "nothing was sent" in looker.post("/forms/inquiry", {"name": "Ann"}, origin=DRAFT).text
    assert desk.stranger(DRAFT).get(link).status_code == 403
    sam.post("/texts/draft/discard", {"version": fields_of(sam.post("/texts/draft/discard"))["version"]})
    change(texts, "plans.toml", PRICE, "price = 17\n")
    assert "Look at the draft" not in sam.get("/texts/draft").text
    desk.people.remove("Sam")
    assert looker.get("/").status_code == 403


def test_a_draft_of_a_site_below_a_path_is_looked_at_there(desk, tmp_path):
    (tmp_path / "gym").mkdir()
    for name in ("index", "404"):
        (tmp_path / "gym" / f"{name}.html").write_text(name)
    session = desk.signed_in().client.cookies["__Host-desk"]
    desk.desk.look.__init__(desk.people, "/gym", lambda: tmp_path)
    looker = desk.stranger(DRAFT)
    assert looker.get(desk.desk.look.link(session)).text == "index"
    assert looker.get("/gym/none").text == "404"


def test_a_draft_is_thrown_away_after_a_question(desk, texts):
    sam = desk.signed_in()
    change(texts, "plans.toml", PRICE, DEARER)
    asked = sam.post("/texts/draft/discard")
    assert "Throw the draft away?" in asked.text
    assert "Changed by Sam, last" in asked.text
    change(texts, "plans.toml", DEARER, "price = 17\n", by="Ann")
    again = sam.post("/texts/draft/discard", fields_of(asked))
    assert (again.status_code, "something was changed meanwhile" in again.text) == (422, True)
    assert "Changed by Sam, Ann, last" in again.text
    assert len(texts.draft().changes) == 2
    sam.post("/texts/draft/discard", fields_of(again))
    assert texts.draft() is None
    sam.post("/texts/draft/discard", fields_of(again))
    assert "There is no draft any more" in sam.get("/texts/draft").text
    assert [one.kind for one in desk.people.notes(9)] == ["Draft thrown away"]


@pytest.mark.long
def test_beside_a_folder_that_developers_edit_its_files_are_replaced_and_theirs_kept(desk, folder, tmp_path, web):
    edited = tmp_path / "gym"
    shutil.copytree(folder, edited)
    texts = desk.desk.texts
    texts.source = edited
    sam = desk.signed_in()
    change(texts, "plans.toml", PRICE, DEARER)
    questions = edited / "questions.toml"
    questions.write_text(questions.read_text().replace("What does personal training cost?", "What is its price?"))
    publish(sam)
    build(desk, web)
    assert price(texts)
    assert "What is its price?" in questions.read_text()
    assert [one.by for one in texts.publications()] == ["Sam", "", ""]


def packed(folder: Path, *extra: tuple[tarfile.TarInfo, bytes]) -> io.BytesIO:
    """Return an archive of a folder, with further entries."""
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz", compresslevel=1) as opened:
        opened.add(folder, ".")
        for entry, content in extra:
            entry.size = len(content)
            opened.addfile(entry, io.BytesIO(content))
    archive.seek(0)
    return archive


def taken(texts: Texts, tmp_path: Path, capfdbinary) -> Path:
    """Return a folder with what `folder get` gives."""
    folders.get()
    with tarfile.open(fileobj=io.BytesIO(capfdbinary.readouterr().out), mode="r:gz") as opened:
        opened.extractall(tmp_path / "taken", filter="data")
    return tmp_path / "taken"


@pytest.fixture
def developer(texts, tmp_path, monkeypatch, capfdbinary) -> Path:
    """The folder as a developer has taken it from the desk."""
    monkeypatch.setattr(folders, "texts_of", lambda _: texts)
    return taken(texts, tmp_path, capfdbinary)


def edit(folder: Path, file: str, old: str, new: str) -> None:
    (folder / file).write_text((folder / file).read_text().replace(old, new))


def test_an_archive_becomes_a_draft_beside_the_desks_other_changes(developer, texts):
    assert folders.put_archive(texts, packed(developer)) == []
    assert texts.draft() is None
    change(texts, "questions.toml", "What does personal training cost?", "What does a trainer cost?")
    edit(developer, "plans.toml", PRICE, DEARER)
    (developer / "posts" / "7.md").unlink()
    assert folders.put_archive(texts, packed(developer)) == ["plans.toml", "posts/7.md"]
    assert DEARER in (texts.shown / "plans.toml").read_text()
    assert "a trainer cost" in (texts.shown / "questions.toml").read_text()
    assert not (texts.shown / "posts" / "7.md").exists()

    edit(developer, "questions.toml", "What does personal training cost?", "How much is a trainer?")
    with pytest.raises(TextsError, match=r"changed at the desk too: questions\.toml"):
        folders.put_archive(texts, packed(developer))
    assert "a trainer cost" in (texts.shown / "questions.toml").read_text()


def entry(name: str, kind: bytes = tarfile.REGTYPE, target: str = "") -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.type, made.linkname = kind, target
    return made


HOSTILE = {
    "a link": lambda folder: packed(folder, (entry("posts/9.md", tarfile.SYMTYPE, "/etc/passwd"), b"")),
    "a hard link": lambda folder: packed(folder, (entry("posts/9.md", tarfile.LNKTYPE, "gym.toml"), b"")),
    "a device": lambda folder: packed(folder, (entry("posts/9.md", tarfile.CHRTYPE), b"")),
    "a name that leaves it": lambda folder: packed(folder, (entry("../../evil"), b"x")),
    "an absolute name": lambda folder: packed(folder, (entry("/tmp/evil"), b"x")),
    "a bomb": lambda folder: packed(folder, (entry("posts/9.md"), bytes(folders.MAX_BYTES))),
    "a file below a file": lambda folder: packed(folder, (entry("gym.toml/evil"), b"x")),
    "an end that is cut off": lambda folder: io.BytesIO(packed(folder).getvalue()[:-2000]),
    "no archive": lambda _: io.BytesIO(b"gym"),
    "no gym": lambda folder: packed(folder / "posts"),
}


@pytest.mark.parametrize("kind", rows(HOSTILE, ["a link"]))
def test_an_archive_changes_nothing_if_it_has(kind, developer, texts, monkeypatch):
    monkeypatch.setattr(folders, "MAX_BYTES", 100_000_000)
    edit(developer, "plans.toml", PRICE, DEARER)
    with pytest.raises((TextsError, OSError)):
        folders.put_archive(texts, HOSTILE[kind](developer))
    assert texts.draft() is None
    assert {one.name for one in texts.folder.rglob("*evil*")} == set()
    assert not any((texts.folder / "drafts").glob("sent"))


def test_texts_and_a_draft_of_an_older_format_are_brought_up_to_date_and_kept_for_a_roll_back(
    texts, folder, desk, web, monkeypatch
):
    former = (folder / "gym.toml").read_text().replace("format = 2", "# format = 2")
    for name, text in {
        "gym.toml": former,
        "home.toml": (folder / "home.toml").read_text().replace('headline = "', 'headline = "{words|Now: }', 1),
    }.items():
        replaced(texts.path_of(1) / name, text.encode())
    change(texts, "plans.toml", PRICE, DEARER)
    number = texts.add_in_this_format()
    assert (number, texts.current(), texts.add_in_this_format()) == (2, 1, 2)
    assert "{words|" in (texts.path_of(1) / "home.toml").read_text()
    assert Gym.read(texts.path_of(2)).folder.text_of("home.toml").count('"Now: ') == 1

    texts.use(number)
    texts.fit_draft()
    assert [one.by for one in texts.draft().changes] == ["Sam"]
    merged, both = merged_draft(texts)
    assert (sentences(texts.source, merged), both) == ([f"{PLAN}Price: was “15”, is “16”."], [])
    change(texts, "plans.toml", DEARER, "price = 17\n")

    with monkeypatch.context() as patch:  # rolled back
        for module in (publications, brand):
            patch.setattr(module, "FORMAT", 1)
        texts.use(1)
        texts.fit_draft()
        assert len(texts.draft().changes) == 1
        assert DEARER in (texts.draft().path / "plans.toml").read_text()
    texts.use(texts.add_in_this_format())  # updated again
    texts.fit_draft()
    assert (texts.current(), len(texts.draft().changes)) == (2, 2)
    Publisher(desk.desk).publish(texts.path_of(1), "Sam", ())  # taken back to the former format's
    build(desk, web)
    assert Gym.read(texts.source)
    assert texts.current() == 3


CHANGED = {  # file, or files, text before and after, and what is said
    "an entry out and another in": ("questions.toml", '[[questions]]\nslug = "a"\nquestion = "Lockers?"\nanswer = "Yes"\n',
        '[[questions]]\nslug = "b"\nquestion = "Showers?"\nanswer = "Yes"\n',
        ["Questions: “Lockers?” was removed.", "Questions: “Showers?” was added."]),
    "a question in other words": ("questions.toml", '[[questions]]\nslug = "a"\nquestion = "Lockers?"\n',
        '[[questions]]\nslug = "a"\nquestion = "Padlocks?"\n',
        ["Questions, “Lockers?”, Question: was “Lockers?”, is “Padlocks?”."]),
    "off and on again": ("services.toml", '[[services]]\nkey = "a"\nlabel = "Boxing"\n',
        '[[services]]\nkey = "a"\nlabel = "Boxing"\noffered = true\n', ["Services: notes changed."]),
    "a term that was added and emptied": ("gym.toml", "[terms]\n", '[terms]\n"late fee" = ""\n', ["Gym: notes changed."]),
    "another picture": ("home.toml", '[hero]\npicture = "hero"\n', '[hero]\npicture = "hero-2"\n', ["Home, First screen: another picture."]),
    "a part is on again": ("off/social.toml social.toml", 'title = "Here"\n', 'title = "Now"\n',
        ["Instagram: is on again.", "Social, Title: was “Here”, is “Now”."]),
    "by its label": ("plans.toml", "savings = 3\n", "savings = 4\n", ["Plans, Discount in percent: was “3”, is “4”."]),
}  # fmt: skip


@pytest.mark.parametrize("case", CHANGED)
def test_a_change_is_said_as_people_know_it(tmp_path, case):
    names, old, new, said = CHANGED[case]
    for folder, name, text in (("old", names.split()[0], old), ("new", names.split()[-1], new)):
        (tmp_path / folder / name).parent.mkdir(parents=True)
        (tmp_path / folder / name).write_text(text)
    assert sentences(tmp_path / "old", tmp_path / "new") == said
