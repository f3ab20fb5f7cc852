"""Photos at the desk: from a phone to the pages of a draft. Photos are taken, shown and made by a process of its own."""

import io
import resource
import shutil
import struct
import subprocess
import sys
import zlib
from contextlib import nullcontext
from pathlib import Path

import pytest
from PIL import Image, ImageCms
from playwright.sync_api import expect

from gym_site.check.drawn import drawn
from gym_site.desk.people import Role
from gym_site.desk.pictures import Crop, PhotoError, notes_of, run
from gym_site.gym import Gym
from gym_site.pictures import photos
from gym_site.pictures.sizes import PictureError
from tests.a11y.conftest import axe  # noqa: F401
from tests.desk.conftest import fields_of
from tests.desk.test_in_a_browser import LOOKS, address, opened, sign_in, unusable  # noqa: F401
from tests.desk.test_publishing import build, publish
from tests.gym import GYM
from tests.parts import rows

PLACE = "/texts/photos/trainers/trainers/2/picture"
SECRET = (b"Exif", b"GPS", b"http://ns.adobe.com", b"Phone 9")
HEIC = Path(__file__).with_name("photo.heic")
MADE = 120_000  # milliseconds: a photo is made in all sizes, which may take a minute, as the page says
NO_PHOTO, UNREADABLE = "This is no photo", "can't be read: it is damaged, cut off or too large"


def painted(size=(640, 800), mode="RGB"):
    """Return a photo whose left half is red and whose right half is blue."""
    image = Image.new("RGB", size, "#2040a0")
    image.paste("#e05010", (0, 0, size[0] // 2, size[1]))
    return image.convert(mode)


def encoded(image, kind, **options):
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def with_place(turned=1):
    """Return the notes of a phone: model, place and how it was held."""
    notes = Image.Exif()
    notes[0x0110], notes[0x0112] = "Phone 9", turned
    notes.get_ifd(0x8825).update({1: "N", 2: (49.0, 6.0, 1.0), 3: "W", 4: (122.0, 48.0, 1.0)})
    return notes


def turned(number):
    """Return a photo that was taken with the camera turned, which programs have to turn back."""
    how = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}
    image = painted().transpose(Image.Transpose(how[number])) if number > 1 else painted()
    return encoded(image, "JPEG", exif=with_place(number))


def png(width, height):
    """Return the begin of a PNG that says it has this size."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in ((b"IHDR", head), (b"IDAT", zlib.compress(b"\0" * 1000)), (b"IEND", b""))
    )
    return b"\x89PNG\r\n\x1a\n" + chunks


def animated(kind):
    return encoded(painted(), kind, save_all=True, append_images=[Image.new("RGB", (640, 800))])


PROFILE = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
TAKEN = {
    **{f"a JPEG turned {number}": lambda number=number: turned(number) for number in range(1, 9)},
    "a PNG": lambda: encoded(painted(), "PNG", exif=with_place()),
    "a WebP": lambda: encoded(painted(), "WEBP", exif=with_place(), icc_profile=PROFILE),
    "a HEIC": HEIC.read_bytes,
    "a TIFF": lambda: encoded(painted(), "TIFF"),
    "inks of a printer": lambda: encoded(painted(mode="CMYK"), "JPEG"),
    "a palette": lambda: encoded(painted(mode="P"), "PNG"),
    "transparency": lambda: encoded(painted(mode="RGBA"), "PNG"),
    "16 bits of grey": lambda: encoded(painted(mode="L").convert("I;16").point(lambda one: one * 256), "PNG"),
    "an animation": lambda: animated("WEBP"),
    "a PNG that moves": lambda: animated("PNG"),
    "a JPEG in scans": lambda: encoded(painted(), "JPEG", progressive=True),
}
REFUSED = {
    "a text named .jpg": (lambda: b"Dear gym, here is the photo.", NO_PHOTO),
    "an SVG": (lambda: b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', NO_PHOTO),
    "a GIF": (lambda: encoded(painted(), "GIF"), NO_PHOTO),
    "a PDF": (lambda: encoded(painted(), "PDF"), NO_PHOTO),
    "an archive": (lambda: b"PK\3\4" + b"\0" * 100, NO_PHOTO),
    "half a JPEG": (lambda: encoded(painted(), "JPEG")[:5000], UNREADABLE),
    "half a PNG": (lambda: encoded(painted(), "PNG")[:600], UNREADABLE),
    "half a HEIC": (lambda: HEIC.read_bytes()[:1000], f"{NO_PHOTO}|{UNREADABLE}"),
    "few pixels": (lambda: encoded(painted((479, 600)), "JPEG"), "479 x 600 pixels: it needs 480"),
    "a bomb": (lambda: png(60000, 60000), "3600 megapixels; 100 are the most"),
    "240 megapixels": (lambda: png(16000, 15000), "240 megapixels"),
    "101 megapixels": (lambda: png(10100, 10000), "101 megapixels"),
}
LARGE = {  # by mode, format and options: whether 99 megapixels are taken; either way within the limit
    "JPEG": ("RGB", "JPEG", {}, True),
    "JPEG in scans": ("RGB", "JPEG", {"progressive": True}, True),
    "inks": ("CMYK", "JPEG", {}, True),
    "PNG": ("RGB", "PNG", {"compress_level": 1}, True),
    "transparent PNG": ("RGBA", "PNG", {"compress_level": 1}, False),
    "WebP": ("RGB", "WEBP", {"method": 0}, False),
}


def taken(tmp_path, content):
    (tmp_path / "photo").write_bytes(content)
    Image.init()
    photos.pi_heif.register_heif_opener()
    photos.take(tmp_path / "photo", tmp_path / "plain.jpg")
    return tmp_path / "plain.jpg"


@pytest.mark.parametrize("kind", rows(TAKEN, ["a JPEG turned 6", "a HEIC", "a palette", "inks of a printer"]))
def test_a_photo_of_each_kind_is_upright_and_says_nothing_of_place_and_camera(tmp_path, kind):
    file = taken(tmp_path, TAKEN[kind]())
    assert not [word for word in SECRET if word in file.read_bytes()]
    with Image.open(file) as image:
        assert (image.format, image.mode, image.size) == ("JPEG", "RGB", (640, 800))
        left, right = image.getpixel((100, 400)), image.getpixel((540, 400))
    assert left[0] > 100 > right[0]
    assert (left[2] < 100 < right[2]) == ("grey" not in kind)


@pytest.mark.parametrize("kind", rows(REFUSED, ["a text named .jpg", "half a JPEG", "a bomb"]))
def test_what_is_no_photo_is_said_in_a_sentence(tmp_path, kind, monkeypatch):
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", None)
    content, said = REFUSED[kind]
    with pytest.raises(PictureError, match=said):
        taken(tmp_path, content())


@pytest.mark.long
@pytest.mark.parametrize("kind", LARGE)
def test_a_very_large_photo_stays_within_the_limit_of_memory(tmp_path, kind):
    mode, format_, options, is_taken = LARGE[kind]
    # Made by another process: a child begins with the memory of its parent.
    made = "from PIL import Image; image = Image.effect_noise((115, 86), 60).convert('RGB').resize((11500, 8600))"
    save = f"image.convert({mode!r}).save({str(tmp_path / 'photo')!r}, {format_!r}, **{options!r})"
    subprocess.run([sys.executable, "-c", f"{made}; {save}"], check=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    with nullcontext() if is_taken else pytest.raises(PhotoError, match=UNREADABLE):
        run("take", tmp_path / "photo", tmp_path / "plain.jpg")
    assert (tmp_path / "plain.jpg").exists() == is_taken
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss <= max(before, 1.1 * photos.MEMORY / 1000)


@pytest.mark.parametrize("photo", [(3024, 4032), (4032, 3024), (1000, 1000)])
@pytest.mark.parametrize("shape", [0.8, 1.6, 0.55])
def test_a_crop_is_the_same_after_it_was_stored(photo, shape):
    for x, y, size in ((0, 0, 100), (100, 30, 60), (25, 100, 45)):
        part = Crop("crop", shape, x, y, size).part(photo)
        left, top, right, bottom = part
        assert (right - left) * photo[0] / ((bottom - top) * photo[1]) == pytest.approx(shape, rel=0.01)
        assert 0 <= left < right <= 1.0001
        assert 0 <= top < bottom <= 1.0001
        assert Crop.of("crop", shape, part, photo).part(photo) == pytest.approx(part, abs=0.002)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A copy of the gym's folder with all pictures."""
    return shutil.copytree(GYM.folder.path, tmp_path_factory.mktemp("whole") / "0001")


def send(person, content, alt="Man in a black shirt at the rack.", place=PLACE, **fields):
    entry = {"entry": fields_of(person.get(place)).get("entry", "")}
    return person.post(place, {"alt": alt, **entry, **fields}, files={"photo": ("IMG_1.jpg", content)})


def test_a_trainer_gets_a_photo_of_today(desk, texts):
    sam = desk.signed_in()
    former = Gym.read(texts.source).trainers[2]
    answer = send(sam, encoded(painted((1200, 1600)), "JPEG", exif=with_place()))
    assert (answer.status_code, answer.headers.get("location")) == (303, PLACE), answer.text
    gym = Gym.read(texts.shown)
    trainer = gym.trainers[2]
    assert (trainer.name, trainer.picture) == (former.name, "trainer-15")
    picture = gym.pictures["trainer-15"]
    assert (picture.alt, round(picture.width / picture.height, 2)) == ("Man in a black shirt at the rack.", 0.8)
    made = [gym.folder.path / "pictures/originals/trainer-15.jpg", *gym.folder.files("public/images/trainer-15-*")]
    assert len(made) == 6
    assert not [file for file in made for word in SECRET if word in file.read_bytes()]
    assert gym.is_lined_up  # the same person
    assert "trainer-15" not in Gym.read(texts.source).pictures
    assert (texts.source / "pictures/manifest.json").read_bytes() == (
        GYM.folder.path / "pictures/manifest.json"
    ).read_bytes()
    page = sam.get(PLACE).text
    assert "Man in a black shirt at the rack." in page
    assert 'value="ink" checked' in page  # printed like the others, but whole
    draft = sam.get("/texts/draft").text
    assert "Pictures: “Man in a black shirt at the rack.” was added." in draft
    assert "1 picture is shown nowhere any more" in sam.get("/texts").text


FAULTS = {
    "no sentence": ({"alt": ""}, 422, "Say in a sentence what the photo shows"),
    "no photo": ({"content": b""}, 422, "Take or choose a photo first"),
    "a text": ({"content": b"words"}, 422, "This is no photo"),
    "few pixels": ({"content": encoded(painted((900, 500)), "JPEG")}, 422, "400 pixels across fit here"),
    "another sign-in": ({"token": "1"}, 403, "This form is of an earlier sign-in"),
    "a place that isn't there": ({"place": "/texts/photos/trainers/trainers/99/picture"}, 404, "no such page"),
    "a field that is no picture": ({"place": "/texts/photos/trainers/trainers/2/bio"}, 404, "no such page"),
    "the list itself": ({"place": "/texts/photos/trainers/trainers"}, 404, "no such page"),
    "65 MB": ({"content": b"0" * 65 * 1024**2}, 413, "larger than 64 MB"),
}


@pytest.mark.parametrize("fault", rows(FAULTS, ["a text"]))
def test_a_photo_that_is_refused_changes_nothing(desk, texts, fault):
    given, status, said = FAULTS[fault]
    answer = send(desk.signed_in(), **{"content": encoded(painted((900, 1200)), "JPEG"), **given})
    assert (answer.status_code, said in answer.text) == (status, True), answer.text
    assert texts.draft() is None


def test_photos_are_for_people_who_may_everything(desk, texts):
    lesser = desk.signed_in("Kim", Role.REQUESTS)
    assert lesser.post(PLACE, files={"photo": ("a.jpg", b"0" * 70_000_000)}).status_code == 403
    assert desk.stranger().post(PLACE, files={"photo": ("a.jpg", b"0")}).status_code == 403
    for path in ("..%2f..%2fgym", "hero%2f", "nobody"):
        assert desk.signed_in().get(f"/texts/pictures/{path}/now.jpg").status_code == 404


@pytest.mark.long
def test_a_pictures_look_is_changed_wherever_it_is_shown_and_unused_ones_come_back_with_undo(desk, texts, web):
    sam = desk.signed_in()
    send(sam, encoded(painted((1600, 1200)), "JPEG"))
    look = {
        "act": "look",
        "picture": "trainer-15",
        "style": "as-is",
        "alt": "Robin.",
        "crop.x": "0",
        "crop.y": "0",
        "crop.size": "70",
    }
    entry = {"entry": fields_of(sam.get(PLACE))["entry"]}
    assert sam.post(PLACE, look | entry).status_code == 303
    gym = Gym.read(texts.shown)
    picture = gym.pictures["trainer-15"]
    assert (picture.alt, picture.width, picture.height, picture.colour) == ("Robin.", 672, 840, "620")
    shown = sam.get("/texts/pictures/trainer-15/as-is.jpg")
    with Image.open(io.BytesIO(shown.content)) as image:
        assert image.getpixel((600, 100))[0] > 150  # the left half alone
    assert sam.post(PLACE, look | entry | {"picture": "trainer-03"}).status_code == 422  # somebody changed it

    sam.post("/texts/pictures/unused")
    assert "trainer-03" not in Gym.read(texts.shown).pictures
    assert not texts.shown.joinpath("pictures/originals/trainer-03.jpg").exists()
    publish(sam)
    build(desk, web)
    assert "trainer-03" not in Gym.read(texts.source).pictures
    sam.post("/texts/publications/1/again")
    build(desk, web)
    assert Gym.read(texts.source).trainers[2].picture == "trainer-03"
    assert texts.source.joinpath("pictures/originals/trainer-03.jpg").exists()


@pytest.mark.long
def test_a_new_post_gets_a_photo_and_a_card_of_its_own(desk, texts):
    sam = desk.signed_in()
    post = sam.post("/texts/posts").headers["location"]
    number = post.rpartition("-")[2]
    sam.post(post, {
        "title": "Why we warm up", "was.title": "", "description": "Five minutes that decide how the next fifty feel, and what you can skip.",
        "was.description": "", "author": "Head Coach", "was.author": "", "content": "Five minutes are enough.", "was.content": "",
    })  # fmt: skip
    send(sam, encoded(painted((900, 700)), "JPEG"), place=post.replace("/texts/", "/texts/photos/") + "/picture")
    assert "keep" not in sam.get("/texts/draft").text
    gym = Gym.read(texts.shown)
    assert gym.posts[-1].picture == "post-2"
    assert f"public/images/card-post-{number}.jpg" in drawn(gym.folder)
    with Image.open(gym.folder.public(f"/images/card-post-{number}.jpg")) as card:
        assert card.size == (1200, 630)


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_the_part_that_pages_show_is_moved_by_a_finger_and_by_keyboard(desk, texts, address, browser, axe, look):  # noqa: F811
    with opened(browser, **LOOKS[look]) as page:
        sign_in(desk, page, address)
        page.goto(address + PLACE)
        expect(page.locator("[data-crop] div")).to_be_visible()
        assert unusable(page, PLACE, axe) == []
        page.get_by_label("How much of it").press("Home")  # the smallest part
        frame, across = page.locator("[data-crop] div"), page.get_by_label("From left to right")
        before = float(across.input_value())
        frame.scroll_into_view_if_needed()
        box = frame.bounding_box()
        page.mouse.move(box["x"] + 20, box["y"] + 20)
        page.mouse.down()
        page.mouse.move(box["x"] + 45, box["y"] + 20, steps=4)
        page.mouse.up()
        assert frame.bounding_box()["x"] == pytest.approx(box["x"] + 25, abs=3)
        assert float(across.input_value()) > before
        page.get_by_role("button", name="Save").click(timeout=MADE)
        expect(page.locator(".said").first).to_contain_text("Saved in the draft.", timeout=MADE)
    left, _, right, _ = notes_of(texts.shown)["crop"]["trainer-03"]
    assert left > 0.125  # from the middle to the right
    assert right - left < 0.8
