"""``check``: what is wrong with content, links, pictures, settings and database, with file and line."""

import argparse

from gym_site.check.database import check_database
from gym_site.check.drawn import check_drawn
from gym_site.check.environment import check_settings
from gym_site.check.gone import check_gone
from gym_site.check.parts import check_parts
from gym_site.check.pictures import check_pictures
from gym_site.check.posts import check_posts
from gym_site.check.records import check_records
from gym_site.cli.command import Commands, add_command, database_url, report


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    about = "tell what is wrong with words, links, pictures, settings and database"
    add_command(commands, "check", about, _check, as_json="as JSON")


def _check(chosen: argparse.Namespace) -> int:
    settings, findings = check_settings()
    findings += [*check_parts(), *check_records(), *check_posts(), *check_pictures(), *check_drawn(), *check_gone()]
    if settings:
        findings += check_database(database_url())
    return report(findings, as_json=chosen.json)
