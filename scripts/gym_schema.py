"""Write the JSON Schemas of the gym's folder, by which editors complete and check its files.

python -m scripts.gym_schema
"""

from gym_site.folder import FOLDER
from gym_site.reading.schemas import schemas

if __name__ == "__main__":
    (FOLDER / ".schema").mkdir(exist_ok=True)
    for name, text in schemas().items():
        (FOLDER / ".schema" / name).write_text(text, encoding="utf-8")
