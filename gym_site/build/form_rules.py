"""Generates the script with the rules of all forms, which `assets/scripts/check.js` imports."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reflex_base import constants
from reflex_base.plugins.base import Plugin

from gym_site.forms.all_forms import FORMS
from gym_site.leads.direct import checks


class FormRules(Plugin):
    """Adds the script beside those of ``assets/scripts`` at every compilation."""

    def get_static_assets(self, **_context: Any) -> Sequence[tuple[Path, str]]:
        """Return the path and the content of the script. The path is relative to Reflex's folder."""
        rules = json.dumps({key: checks(form) for key, form in FORMS.items()}, ensure_ascii=False)
        return [(Path(constants.Dirs.PUBLIC) / "scripts" / "form_rules.js", f"export default {rules};\n")]
