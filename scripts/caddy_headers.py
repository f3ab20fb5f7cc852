"""Write deploy/headers.caddy and deploy/unavailable.html for the pages in dist/, as ``python -m gym_site export`` does.

python -m scripts.caddy_headers
"""

from __future__ import annotations

from gym_site.server.caddy import write_for_caddy
from gym_site.settings import ROOT

if __name__ == "__main__":
    write_for_caddy(ROOT / "dist")
