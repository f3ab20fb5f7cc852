"""``check``: lists mistakes in content, links, pictures, settings and database, with file and line."""

from contextlib import chdir

from gym_site.check.database import check_database
from gym_site.check.drawn import check_drawn
from gym_site.check.environment import check_addresses, check_settings
from gym_site.check.findings import place_of
from gym_site.check.items import check_items
from gym_site.check.launch import Task, launch_list
from gym_site.check.machine import check_machine
from gym_site.check.marks import check_marks
from gym_site.check.mentions import check_mentions
from gym_site.check.parts import check_parts
from gym_site.check.pictures import check_pictures
from gym_site.check.posts import check_posts
from gym_site.check.storage import check_storage
from gym_site.cli.build import changed_since_build
from gym_site.cli.command import database_url, print_json, print_list, report
from gym_site.folder import MistakesError, gym_folder
from gym_site.gym import Gym
from gym_site.settings import ROOT, Settings
from gym_site.site import edited


def check(*, launch: bool = False, json: bool = False) -> int:
    """List mistakes in texts, links, pictures, settings and database.

    Args:
        launch: list what must be done before the launch
        json: as JSON
    """
    settings, findings = check_settings()
    try:
        gym = edited(settings)[0] if settings else Gym.read(gym_folder())
    except MistakesError as error:
        found = [place_of(one.file, one.line).error(one.message) for one in error.mistakes]
        return report(found, as_json=json)
    if launch and settings:
        return _launch(gym, settings, as_json=json)
    findings += [
        *check_marks(gym.folder),
        *check_parts(gym),
        *check_items(gym),
        *check_mentions(gym),
        *check_posts(gym),
        *check_pictures(gym),
        *check_drawn(gym),
    ]
    if settings:
        findings += [
            *check_addresses(settings, gym),
            *check_machine(settings),
            *check_database(database_url(), gym),
        ]
        if not any(finding.level == "error" for finding in findings):  # the app can be imported
            findings += check_storage(gym, _stored_by_browser())
    return report(findings, as_json=json)


def _stored_by_browser() -> list[tuple[str, str, str]]:
    """Return what the app, with all modules that it imports, stores in the browser."""
    with chdir(ROOT):  # where Reflex looks for assets
        import gym_site.app  # noqa: F401, defines the states
    from lean_reflex.reflex_internals import stored_by_browser

    return stored_by_browser()


def _launch(gym: Gym, settings: Settings, *, as_json: bool) -> int:
    tasks = tasks_before_launch(gym, settings)
    if as_json:
        print_json([{"name": name, **place._asdict(), "message": message} for name, place, message in tasks])
    else:
        print_list((f"{name}: {place}", message) for name, place, message in tasks)
        print(f"{len(tasks) or 'Nothing'} to do before the launch (docs/files.md).")
    return bool(tasks)


def tasks_before_launch(gym: Gym, settings: Settings) -> list[Task]:
    """Return the tasks before the launch, including a build if the pages are out of date."""
    tasks = launch_list(gym, settings)
    changed = changed_since_build()
    return tasks + ([Task("build", place_of(ROOT / changed), "Build again: this file has changed.")] if changed else [])
