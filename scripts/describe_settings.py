"""Write the table of docs/settings.md, from the fields of `Settings` and the docstrings below them.

python -m scripts.describe_settings
"""

import ast
import inspect
from dataclasses import fields
from itertools import pairwise

from gym_site.brand import Links
from gym_site.settings import ROOT, Settings

PAGE = ROOT / "docs" / "settings.md"
_HEAD = "| variable | default | acts at | what it does |\n|---|---|---|---|\n"
_LINKS = {f"{name}_url" for name in Links.model_fields}
_FILES = dict.fromkeys(_LINKS, "gym.toml") | {"expansion_opens_at": "expansion.toml"}
"""The files of the gym's folder that have what is used if these settings are unset."""


def described(page: str) -> str:
    """Return the page with a row for each setting that an owner can change."""
    by_name = {setting.name: setting for setting in fields(Settings)}
    (declaration,) = ast.iter_child_nodes(ast.parse(inspect.getsource(Settings)))
    rows = ""
    for declared, said in pairwise(ast.iter_child_nodes(declaration)):
        match declared, said:
            case (
                ast.AnnAssign(target=ast.Name(name), value=ast.Call(args=[_, *_])),
                ast.Expr(ast.Constant(str(text))),
            ) if name != "env_mode":  # which Reflex sets itself
                metadata, value = by_name[name].metadata, by_name[name].default
                shown = _FILES.get(name) or str(value).replace(f"{ROOT}/", "")
                cell = "unset" if shown in ("None", "") else f"`{shown.replace('True', 'yes')}`"
                rows += f"| `{metadata['variable']}` | {cell} | {metadata['acts_at']} | {' '.join(text.split())} |\n"
    return page.partition(_HEAD)[0] + _HEAD + rows


if __name__ == "__main__":
    PAGE.write_text(described(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
