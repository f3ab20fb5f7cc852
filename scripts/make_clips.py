"""Encode a video as a silent loop for the social grid: write it to assets/clips/, list it in gym/pictures/clips.json.

    python -m scripts.make_clips social-2 VIDEO

The loop is the video's middle square; its poster is the picture of the same name. Needs ffmpeg with libx264. A file's
name contains a hash of its content, so browsers may cache it for ever.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from gym_site.folder import PICTURES
from gym_site.settings import ROOT

CLIPS = ROOT / "assets" / "clips"
LIST = PICTURES / "clips.json"
SIZE = 720
LARGEST = 350_000  # bytes
QUALITIES = (21, 23, 25, 27, 29)  # of x264, best first; the first that keeps a clip within LARGEST is used


def encode(video: str) -> bytes:
    """Return the loop as an MP4. Raises `ValueError` if it is too large at every quality."""
    square = f"crop='min(iw,ih)':'min(iw,ih)',scale={SIZE}:{SIZE}:flags=lanczos:out_color_matrix=bt709:out_range=tv"
    colours = "-pix_fmt yuv420p -colorspace bt709 -color_primaries bt709 -color_trc bt709".split()
    command = ["ffmpeg", "-y", "-loglevel", "error", "-i", video, *"-an -r 25 -c:v libx264 -preset slow".split()]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "clip.mp4"
        for quality in QUALITIES:
            last = ["-crf", str(quality), "-movflags", "+faststart", str(out)]
            subprocess.run([*command, "-vf", square, *colours, *last], check=True)
            if out.stat().st_size <= LARGEST:
                return out.read_bytes()
    raise ValueError(f"more than {LARGEST:,} bytes at every quality")


def main() -> None:
    """Replace a clip and its entry in the list."""
    clips = json.loads(LIST.read_text(encoding="utf-8"))
    parser = argparse.ArgumentParser(prog="python -m scripts.make_clips")
    parser.add_argument("name", help=f"a picture's name; clips exist for {', '.join(clips)}")
    parser.add_argument("video")
    options = parser.parse_args()
    try:
        data = encode(options.video)
    except (FileNotFoundError, subprocess.CalledProcessError, ValueError) as error:
        sys.exit(f"make_clips: {options.name}: {error}")
    for old in CLIPS.glob(f"{options.name}.*.mp4"):
        old.unlink()
    file = CLIPS / f"{options.name}.{hashlib.sha256(data).hexdigest()[:8]}.mp4"
    file.write_bytes(data)
    clips[options.name] = {"width": SIZE, "height": SIZE, "mp4": f"/clips/{file.name}"}
    LIST.write_text(json.dumps(clips, indent=2) + "\n", encoding="utf-8")
    print(f"{file.name}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
