"""The picture script: the files it writes, keeps and refuses."""

import json
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import ExifTags, Image, ImageCms

from gym_site.build.brand_files import picture_grounds
from gym_site.folder import ROOT, Folder
from gym_site.pictures.sizes import PictureError, build, take_in
from tests.gym import GYM


class Workshop:
    """A project's picture folders in a temporary folder, with one picture."""

    def __init__(self, root: Path) -> None:
        self.gym = Folder(root)
        self.root, self.pictures, self.images = root, self.gym.pictures, self.gym.public("/images")
        self.originals = self.pictures / "originals"
        self.originals.mkdir(parents=True)
        shutil.copy(GYM.folder.path / "gym.toml", root)
        self.paint("rack", (600, 40))
        self.describe('rack = "A rack."')

    def paint(self, name: str, size: tuple[int, int], colour: str = "#402010") -> None:
        Image.new("RGB", size, colour).save(self.originals / f"{name}.jpg")

    def describe(self, *lines: str) -> None:
        (self.pictures / "alt.toml").write_text("\n".join(lines), encoding="utf-8")

    def build(self) -> int:
        for line in take_in(self.originals, self.pictures / "upright"):
            print(line)
        return build(self.gym, say=print)

    def entry(self, name: str) -> dict:
        return json.loads((self.pictures / "manifest.json").read_text(encoding="utf-8"))[name]

    def image(self, url: str) -> Image.Image:
        return Image.open(self.images / Path(url).name)


@pytest.fixture
def workshop(tmp_path):
    return Workshop(tmp_path)


def test_a_picture_is_rebuilt_only_if_its_original_has_changed(workshop):
    def written():
        return {path: path.stat().st_mtime_ns for path in workshop.root.rglob("*.*")}

    assert workshop.build() == 1
    (workshop.images / "card-home.jpg").write_bytes(b"not ours")
    before, old = written(), workshop.entry("rack")
    assert workshop.build() == 0
    assert written() == before
    workshop.paint("rack", (600, 40), "#103020")
    workshop.build()
    new = workshop.entry("rack")
    urls = {*new["avif"].values(), new["webp"], new["jpeg"]}
    assert not urls & {*old["avif"].values(), old["webp"], old["jpeg"]}
    assert {path.name for path in workshop.images.iterdir()} == {Path(url).name for url in urls} | {"card-home.jpg"}


def camera_notes() -> Image.Exif:
    """Return a phone's metadata: rotation by a quarter turn, maker and location."""
    notes = Image.Exif()
    notes[ExifTags.Base.Orientation] = 6
    notes[ExifTags.Base.Make] = "Phone"
    notes.get_ifd(ExifTags.IFD.GPSInfo)[ExifTags.GPS.GPSLatitudeRef] = "N"
    return notes


def test_a_photo_is_saved_upright_in_srgb_and_without_metadata(workshop, capsys):
    srgb, other = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
    photo = ImageCms.profileToProfile(Image.new("RGB", (800, 600), "#c04020"), srgb, other, outputMode="LAB")
    profile = ImageCms.ImageCmsProfile(other).tobytes()
    photo.save(workshop.originals / "rack.tif", icc_profile=profile, exif=camera_notes())
    workshop.build()
    assert "rack.tif: saved as rack.jpg" in capsys.readouterr().out
    assert [path.name for path in workshop.originals.iterdir()] == ["rack.jpg"]
    for image in (Image.open(workshop.originals / "rack.jpg"), workshop.image(workshop.entry("rack")["jpeg"])):
        assert (image.format, image.mode, dict(image.getexif())) == ("JPEG", "RGB", {})
        assert not {"icc_profile", "exif", "xmp"} & image.info.keys()
        assert image.width < image.height
        assert all(abs(have - want) < 12 for have, want in zip(image.getpixel((200, 200)), (192, 64, 32), strict=True))
    assert workshop.build() == 0


@pytest.mark.parametrize(
    ("file", "mode", "colour", "has_profile", "shown"),
    [
        ("rack.JPG", "CMYK", 0, False, 255), ("rack.webp", "L", 0, False, 0), ("rack.png", "RGBA", 0, False, 255),
        ("rack.png", "P", 0, True, 0), ("rack.png", "L", 99, True, 99), ("rack.png", "LA", (99, 255), True, 99),
        ("rack.png", "I;16", 99 * 256, False, 99),
    ],
)  # fmt: skip
def test_other_formats_are_converted_to_jpeg_at_the_same_brightness(workshop, file, mode, colour, has_profile, shown):
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes() if has_profile else None
    Image.new(mode, (800, 60), colour).save(workshop.originals / file, icc_profile=profile)
    workshop.build()
    with Image.open(workshop.originals / "rack.jpg") as image:
        assert (image.size, image.mode, image.getpixel((9, 9))) == ((800, 60), "RGB", (shown,) * 3)


def test_everything_but_the_image_data_is_removed_from_a_jpeg(workshop):
    segments = [
        (0xE1, b"Exif\0\0XXsecret"),  # broken
        (0xE1, b"http://ns.adobe.com/xmp/extension/\0secret"),
        (0xEB, b"JP\0\0secret"),
        (0xED, b"Photoshop 3.0\x008BIM\4\4\0\0\0\0\0\6secret"),
        (0xFE, b"secret"),
    ]
    file = workshop.originals / "rack.jpg"
    plain = file.read_bytes()
    written = b"".join(struct.pack(">BBH", 0xFF, marker, len(data) + 2) + data for marker, data in segments)
    file.write_bytes(plain[:2] + written + plain[2:] + b"secret")
    workshop.build()
    assert b"secret" not in file.read_bytes()


def test_a_photo_with_too_many_pixels_is_reported(workshop, monkeypatch):
    workshop.paint("rack", (800, 600))
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 1000)
    with pytest.raises(PictureError, match=r"^rack\.jpg: too large"):
        workshop.build()


def test_a_replacement_picture_of_smaller_size_or_other_shape_is_reported(workshop, capsys):
    for size in ((600, 40), (480, 60), (1600, 120), (800, 60)):
        workshop.paint("rack", size)
        workshop.build()
    said = [line for line in capsys.readouterr().out.splitlines() if line.startswith("rack")]
    assert [line.partition(":")[2].partition(":")[0] for line in said if "another shape" in line] == [
        " 480 x 60 in place of 600 x 40", " 1440 x 108 in place of 480 x 60"
    ]  # fmt: skip
    assert [line for line in said if "blurred" in line] == [
        "rack: 800 x 60 in place of 1440 x 108: it will look blurred on large screens"
    ]


def test_a_phone_held_upright_gets_its_own_crop_of_a_picture(workshop):
    whole = Image.new("RGB", (600, 400), "#102030")
    whole.paste("#c03010", (300, 0, 600, 400))
    whole.save(workshop.originals / "rack.jpg")
    workshop.describe('rack = "A rack."', "[upright]", "rack = [0.5, 0.0, 1.0, 1.0]")
    workshop.build()
    with workshop.image(workshop.entry("rack")["upright"]) as upright:
        assert upright.size == (300, 400)
        red, _, blue = upright.convert("RGB").getpixel((150, 200))
    assert red > blue


def test_a_phone_held_upright_gets_a_picture_of_its_own(workshop):
    (workshop.pictures / "upright").mkdir()
    tall = workshop.pictures / "upright" / "rack.jpg"
    Image.new("RGB", (500, 900), "#c03010").save(tall, exif=camera_notes())
    workshop.build()
    entry = workshop.entry("rack")
    with workshop.image(entry["upright"]) as upright:
        assert upright.size == (900, 500)  # rotated, as its metadata says
    assert entry["upright"].endswith(entry["jpeg"].rpartition(".")[0][-8:] + ".avif")
    with Image.open(tall) as kept:
        assert not dict(kept.getexif())
    Image.new("RGB", (500, 900), "#1030c0").save(tall)
    workshop.build()
    assert workshop.entry("rack")["upright"] != entry["upright"]
    tall.rename(tall.with_name("other.jpg"))
    with pytest.raises(PictureError, match="other: in upright/"):
        workshop.build()


def test_the_manifest_lists_the_files_and_only_avif_exceeds_960_pixels(workshop):
    workshop.paint("hall", (2560, 160))
    workshop.describe('hall = "A hall."', 'rack = "A rack."', "[crop]", "hall = [0.0, 0.0, 0.5, 0.5]")
    workshop.build()
    entry = workshop.entry("hall")
    assert (entry["alt"], entry["width"], entry["height"]) == ("A hall.", 1280, 80)
    assert list(entry["avif"]) == ["480", "768", "960", "1280"]
    files = [("AVIF", int(width), url) for width, url in entry["avif"].items()]
    for kind, width, url in [*files, ("WEBP", 960, entry["webp"]), ("JPEG", 960, entry["jpeg"])]:
        with workshop.image(url) as image:
            assert (image.format, image.size) == (kind, (width, width * 80 // 1280))
    ground = f".ground-{entry['colour']}{{background:color-mix(in srgb,#{entry['colour']} 30%,var(--coal))}}"
    assert picture_grounds([entry["colour"]]) == f"{ground}\n"


def test_a_picture_is_tinted_in_the_colour_that_alt_toml_names_for_it(workshop):
    gradient = Image.linear_gradient("L").rotate(90).resize((640, 80)).convert("RGB")
    for name in ("plain", "inked", "masked"):
        gradient.save(workshop.originals / f"{name}.jpg")
    (workshop.pictures / "masks").mkdir()
    Image.new("1", (640, 80)).save(workshop.pictures / "masks" / "masked.png")
    texts = (f'{name} = "Words."' for name in ("plain", "inked", "masked", "rack"))
    workshop.describe(*texts, "[print]", 'inked = "ink"', 'masked = "ember"')
    workshop.build()
    seen = {}
    for name in ("plain", "inked", "masked"):
        with workshop.image(workshop.entry(name)["jpeg"]) as image:
            seen[name] = list(image.convert("L").resize((5, 1), Image.Resampling.BOX).tobytes())
    assert seen["plain"][2] == pytest.approx(127, abs=12)  # grey is kept
    assert seen["inked"][0] < 40
    assert seen["inked"][4] > 200
    ember = Image.new("RGB", (1, 1), GYM.brand.colours.ember).convert("L").getpixel((0, 0))
    assert seen["masked"] == pytest.approx([ember] * 5, abs=12)
    assert [workshop.entry(name)["colour"] for name in ("inked", "masked")] == ["ink", "ember"]  # shown until it loads
    assert ".ground-ember{background:var(--ember)}" in picture_grounds(["ember", "ink"])
    workshop.paint("masked", (300, 400))
    with pytest.raises(PictureError, match=r"masked.*300 x 400.*delete"):
        workshop.build()


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (['rope = "A rope."'], r"rack.*alt\.toml"),
        (['rack = "A rack."', 'rope = "A rope."'], "rope"),
        (['rack = "A rack."', "[print]", 'rack = "blue"'], "rack"),
        *((['rack = "A rack."', "[crop]", f"rack = {part}"], "rack")
          for part in ("[0.5, 0.0, 0.2, 1.0]", "[0.0, 0.0, 1.2, 1.0]", "[0.0, 1.0]")),
    ],
)  # fmt: skip
def test_an_invalid_picture_description_is_reported_and_nothing_written(workshop, lines, message):
    workshop.describe(*lines)
    with pytest.raises(PictureError, match=message):
        workshop.build()
    assert not workshop.images.exists() or not list(workshop.images.iterdir())


@pytest.mark.parametrize("keep", [0, 900])
def test_an_unreadable_original_picture_is_reported(workshop, keep):
    path = workshop.originals / "rack.jpg"
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(PictureError, match=r"rack\.jpg"):
        workshop.build()


def test_without_the_packages_for_pictures_a_script_names_the_command_that_installs_them():
    script = "import runpy, sys; sys.modules['PIL'] = None; runpy.run_module('scripts.build_pictures')"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith("python -m pip install -r requirements-dev.txt\n")
    assert done.stderr.count("\n") == 1
