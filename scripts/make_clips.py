"""Encode a video as a silent loop for the social grid: write it into the gym's public/clips/, list it in clips.json.

    python -m scripts.make_clips social-2 VIDEO

The loop is the video's middle square; its poster is the picture of the same name. If that is a print, the loop's frames
are printed in the same way, which takes some seconds for each. Needs ffmpeg with libx264. A file's name contains a hash
of its content, so browsers may cache it for ever.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from PIL import Image
from rich.progress import track

from gym_site.folder import Folder, MistakesError, gym_folder
from gym_site.pictures.prints import Style, inks_of, print_picture, styles_of
from gym_site.pictures.sizes import read_notes

SIZE = 720
LARGEST = 350_000  # bytes
SQUARE = f"crop='min(iw,ih)':'min(iw,ih)',scale={SIZE}:{SIZE}:flags=lanczos:out_color_matrix=bt709:out_range=tv"
PRINTS = 3  # frames of a printed loop in a second: grain makes large files, and each is seen to be a print
QUALITIES = (21, 23, 25, 27, 29, 32, 35, 38)  # of x264, best first; the first that keeps a clip within LARGEST is used


def run(*options: str) -> None:
    """Run ffmpeg. Raises `CalledProcessError` if it fails."""
    subprocess.run(["ffmpeg", "-y", "-loglevel", "error", *options], check=True)


def print_frame(style: Style, frame: Path) -> None:
    """Replace a frame by its print."""
    with Image.open(frame) as image:
        print_picture(image, style).resize((SIZE, SIZE), Image.Resampling.LANCZOS).save(frame)


def print_frames(video: str, style: Style, folder: Path) -> list[str]:
    """Print the frames of a video into a folder, and return the options with which ffmpeg reads them."""
    run("-i", video, "-vf", f"{SQUARE},fps={PRINTS}", str(folder / "%04d.png"))
    frames = sorted(folder.glob("*.png"))
    with ProcessPoolExecutor() as pool:
        list(track(pool.map(partial(print_frame, style), frames), "Printing frames", len(frames)))
    return ["-framerate", str(PRINTS), "-i", str(folder / "%04d.png")]


def encode(video: str, style: Style | None) -> bytes:
    """Return the loop as an MP4. Raises `ValueError` if it is too large at every quality."""
    colours = "-pix_fmt yuv420p -colorspace bt709 -color_primaries bt709 -color_trc bt709".split()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "clip.mp4"
        source = print_frames(video, style, Path(folder)) if style else ["-i", video]
        for quality in QUALITIES:
            last = ["-crf", str(quality), "-movflags", "+faststart", str(out)]
            run(*source, *"-an -r 25 -c:v libx264 -preset slow -vf".split(), SQUARE, *colours, *last)
            if out.stat().st_size <= LARGEST:
                return out.read_bytes()
    raise ValueError(f"more than {LARGEST:,} bytes at every quality")


def main() -> None:
    """Replace a clip and its entry in the list."""
    gym = Folder(gym_folder())
    pictures, folder = gym.pictures, gym.public("/clips")
    listed = pictures / "clips.json"
    clips = json.loads(listed.read_text(encoding="utf-8"))
    parser = argparse.ArgumentParser(prog="python -m scripts.make_clips")
    parser.add_argument("name", help=f"a picture's name; clips exist for {', '.join(clips)}")
    parser.add_argument("video")
    options = parser.parse_args()
    try:
        styles = styles_of(inks_of(gym))
        asked = read_notes(pictures / "alt.toml", pictures / "originals", styles).styles
        data = encode(options.video, styles.get(asked.get(options.name, "")))
    except (FileNotFoundError, subprocess.CalledProcessError, ValueError, MistakesError) as error:
        sys.exit(f"make_clips: {options.name}: {error}")
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"{options.name}.*.mp4"):
        old.unlink()
    file = folder / f"{options.name}.{hashlib.sha256(data).hexdigest()[:8]}.mp4"
    file.write_bytes(data)
    clips[options.name] = {"width": SIZE, "height": SIZE, "mp4": f"/clips/{file.name}"}
    listed.write_text(json.dumps(clips, indent=2) + "\n", encoding="utf-8")
    print(f"{file.name}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
