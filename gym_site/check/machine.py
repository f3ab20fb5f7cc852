"""Checks the programs beside the server on this machine: Caddy's version, and whether Redis writes to the disk."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from typing import cast

from redis import Redis, RedisError

from gym_site.check.findings import Finding, Place
from gym_site.settings import Settings

# The first version with a golang.org/x/net (0.23) that survives CVE-2023-44487 and CVE-2023-45288.
FIRST_GOOD_CADDY = (2, 8)
TIMEOUT = 5.0  # seconds


def check_machine(settings: Settings) -> Iterator[Finding]:
    """Yield what the operator of this machine should change."""
    yield from _caddy()
    if settings.redis_url:
        yield from _redis(settings.redis_url)


def _caddy() -> Iterator[Finding]:
    if not (caddy := shutil.which("caddy")):
        return
    try:
        done = subprocess.run([caddy, "version"], capture_output=True, text=True, timeout=TIMEOUT, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return
    version = re.match(r"v?(\d+)\.(\d+)\S*", done.stdout)
    if version and (int(version[1]), int(version[2])) < FIRST_GOOD_CADDY:
        yield Place("Caddy").note(
            f"Caddy {version[0]} has holes through which one visitor can stop the site (docs/keep-it-patched.md)."
        )


def _redis(url: str) -> Iterator[Finding]:
    place = Place("Redis (REFLEX_REDIS_URL)")
    limits = {"socket_timeout": TIMEOUT, "socket_connect_timeout": TIMEOUT}
    try:
        with Redis.from_url(url, decode_responses=True, **limits) as redis:
            kept = cast("dict[str, str]", redis.config_get("appendonly", "save"))
    except (RedisError, OSError) as error:
        yield place.note(f"The settings of Redis can't be read ({type(error).__name__}).")
        return
    if kept["appendonly"] != "no" or kept["save"]:
        yield place.note(
            "Redis keeps visitors' addresses on disk, longer than the privacy page says: set appendonly no and save "
            '"" (docs/operations.md).'
        )
