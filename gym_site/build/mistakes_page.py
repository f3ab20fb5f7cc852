"""Makes Vite show a page with the mistakes in the gym's folder or the code, at every path, under ``reflex run``."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reflex_base.plugins.base import Plugin

from gym_site.check.mistakes import PAGE_FILE

_IMPORT = f'import mistakes from "{Path(__file__).with_name("mistakes_page.mjs").as_posix()}";\n'
_PLUGINS = "\n  plugins: [\n"


class MistakesPage(Plugin):
    """Adds the plugin of ``mistakes_page.mjs`` to Vite. A compilation ends the display of mistakes."""

    def get_static_assets(self, **_context: Any) -> Sequence[tuple[Path, str]]:
        """Return the empty page."""
        return [(PAGE_FILE, "")]

    def pre_compile(self, **context: Any) -> None:
        """Register the change to Vite's configuration."""
        context["add_modify_task"]("vite.config.js", _with_plugin)


def _with_plugin(config: str) -> str:
    if _IMPORT in config:
        return config
    if config.count(_PLUGINS) != 1:
        raise RuntimeError("Vite's configuration has no list of plugins in the expected form.")
    file = f"fileURLToPath(new URL({json.dumps(PAGE_FILE.as_posix())}, import.meta.url))"
    return _IMPORT + config.replace(_PLUGINS, f"{_PLUGINS}    mistakes({file}),\n")
