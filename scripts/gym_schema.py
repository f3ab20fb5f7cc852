"""Write the JSON Schemas of the gym's folder, by which editors complete and check its files.

python -m scripts.gym_schema
"""

from gym_site.check.schemas import schemas
from gym_site.folder import gym_folder

if __name__ == "__main__":
    (gym_folder() / ".schema").mkdir(exist_ok=True)
    for name, text in schemas().items():
        (gym_folder() / ".schema" / name).write_text(text, encoding="utf-8")
