"""Reflex's own settings. Reflex runs this file again in every process it starts."""

import os
import sys
from pathlib import Path

from gym_site.folder import early_setting, gym_folder
from lean_reflex.environment import prepare

prepare()
# Reload for changes in these folders only: the database's journal changes with every request. Vite follows `assets`.
_FOLDER = os.path.relpath(gym_folder(), Path(__file__).parent)  # on Windows, an absolute path contains a colon
os.environ.setdefault("REFLEX_HOT_RELOAD_OVERRIDE_PATHS", f"gym_site:lean_reflex:{_FOLDER}")
# Where the server may write. The folder is made when a page uses rx.upload.
os.environ.setdefault("REFLEX_UPLOADED_FILES_DIR", str(Path(__file__).with_name(".data") / "uploads"))
# The site migrates its database itself, and must start without one: Reflex's own check, which `reflex run` makes if it
# finds this file, would stop it. `reflex db` needs the file.
os.environ["ALEMBIC_CONFIG"] = str(Path(__file__).with_name("alembic.ini")) if sys.argv[1:2] == ["db"] else "none"

import reflex as rx
from dotenv import load_dotenv

from lean_reflex.build.radix import RadixOnItsPages
from lean_reflex.plugins import plugins

_RUNS = sys.argv[1:2] == ["run"]
_WATCHED = ("toml", "json")


def site_config() -> rx.Config:
    """Return the settings for the site. Raises `MistakesError`."""
    from gym_site.build.brand_files import BrandFiles
    from gym_site.build.mistakes_page import MistakesPage
    from gym_site.build.stylesheets import Stylesheets
    from gym_site.runtime import FOLDED, PRUNED, head_scripts, page_policy
    from gym_site.settings import SettingsError, load_settings
    from gym_site.site import edited, served

    makes_pages = sys.argv[1:2] in (["run"], ["export"])
    try:
        gym, settings = (edited if makes_pages else served)(load_settings())
    except SettingsError as error:
        sys.exit(f"Settings: {error}")
    if "REFLEX_FRONTEND_PATH" in os.environ:  # Reflex reads it itself, and takes a lone slash for a path
        os.environ["REFLEX_FRONTEND_PATH"] = settings.frontend_path

    return rx.Config(
        app_name="gym_site",
        backend_host=settings.host,
        db_url=settings.db_url,
        redis_url=settings.redis_url,
        state_manager_mode="redis" if settings.redis_url else "memory",
        redis_token_expiration=15 * 60,  # seconds, with or without Redis; a page copes with the loss of its state
        deploy_url=settings.site_url,
        frontend_path=settings.frontend_path,
        backend_path=settings.frontend_path,
        cors_allowed_origins=list(settings.allowed_origins),
        frontend_compression_formats=["brotli", "gzip"],
        telemetry_enabled=False,
        show_built_with_reflex=False,
        plugins=[
            *plugins(
                policy=page_policy(settings),
                server=settings.server_origin,
                has_server=settings.has_server,
                accepts_packages=settings.env_mode == "dev",
                missing="not-found",
                head=head_scripts(gym),
                folded=FOLDED,
                pruned=PRUNED,
                dev_host=settings.host,
                watched=_WATCHED,
            ),
            RadixOnItsPages(),
            Stylesheets(),
            BrandFiles(gym, settings),
            *([MistakesPage()] if _RUNS else []),
            rx.plugins.SitemapPlugin(trailing_slash="preserve" if settings.frontend_path else "never"),
        ],
    )


def start_config() -> rx.Config:
    """Return the settings for the process that `reflex run` starts first.

    It must not read the gym's folder: at each save it starts a copy of itself, with all that it has read. The copy
    imports the site, which then reads the settings for itself.
    """
    load_dotenv(Path(__file__).with_name(".env"))
    host = os.environ.get("REFLEX_BACKEND_HOST") or "127.0.0.1"
    below = early_setting("REFLEX_FRONTEND_PATH").strip("/")
    path = f"/{below}" if below else ""
    return rx.Config(
        app_name="gym_site",
        backend_host=host,
        frontend_path=path,
        backend_path=path,
        telemetry_enabled=False,
        show_built_with_reflex=False,
        plugins=[*plugins(accepts_packages=True, dev_host=host, watched=_WATCHED), rx.plugins.SitemapPlugin()],
    )


# An app reads this file again when it is made.
config = start_config() if _RUNS and "gym_site.app" not in sys.modules else site_config()
