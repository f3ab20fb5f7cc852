"""Make a gym's pictures: pictures/originals/ in several sizes into public/images/ of its folder, and their manifest."""

import sys

from gym_site.folder import Folder, MistakesError, gym_folder, shown
from gym_site.pictures.sizes import PictureError, build, take_in


def main() -> int:
    """Rewrite new photos as plain JPEGs, then make what is missing; return how many pictures were made."""
    gym = Folder(gym_folder())
    for line in take_in(gym.pictures / "originals", gym.pictures / "upright"):
        print(line)
    number = build(gym, say=print)
    total = sum(path.stat().st_size for path in gym.public("/images").iterdir())
    print(f"{number} pictures encoded; {shown(gym.public('/images'))} contains {total / 1e6:.1f} MB")
    return number


if __name__ == "__main__":
    try:
        main()
    except (PictureError, MistakesError) as error:
        sys.exit(f"build_pictures: {error}")
