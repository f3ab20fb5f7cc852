"""Publishes the gym's texts: a draft, or those of an earlier publication."""

import asyncio
import json
import logging
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from gym_site.cli.build import unbuildable
from gym_site.desk.app import Desk
from gym_site.desk.pictures import PhotoError, finish
from gym_site.desk.publications import Publication, Texts, TextsError, replaced
from gym_site.desk.text_mistakes import Elsewhere, placed_in
from gym_site.desk.wanted import asked_at, outcome, want
from gym_site.folder import Folder, MistakesError
from gym_site.gym import Gym

logger = logging.getLogger(__name__)

LOOK_SECONDS = 2.0
BUSY = "Texts are being published just now. Try again in a minute."


class Publisher:
    """Publishes texts, one publication at a time.

    The file ``publishing.json`` says which, until the pages are made or can't be: so a publication goes on after a
    restart, at whatever step it was.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk, self._texts = desk, desk.texts
        self._since = 0.0  # when this process began to follow

    @property
    def _begun(self) -> Path:
        return self._texts.folder / "publishing.json"

    @property
    def _failed(self) -> Path:
        return self._texts.folder / "failed.json"

    @property
    def is_publishing(self) -> bool:
        """Whether a publication is not yet on all pages."""
        return self._begun.exists()

    @property
    def failure(self) -> str:
        """Why the last publication failed; empty if it didn't."""
        return json.loads(self._failed.read_text(encoding="utf-8"))["said"] if self._failed.exists() else ""

    def publish(self, texts: Path, by: str, said: Sequence[str], *, changes: int = -1) -> None:
        """Publish the texts of a folder. ``changes``: how many changes of the draft these are, if they are a draft's.

        Raises `TextsError` if they can't be published, or others are being published.
        """
        with self._texts.alone():
            if self.is_publishing:
                raise TextsError(BUSY)
            try:
                texts = self._texts.in_this_format(texts)
            except MistakesError as error:
                raise TextsError(str(error)) from error
            if faults := faults_of(texts, self._desk):
                raise TextsError(" ".join(f"{fault.label}: {fault.text}" for fault in faults))
            self._failed.unlink(missing_ok=True)
            former = self._texts.current()
            number = self._texts.add(texts, by, tuple(said))
            stored = {"number": number, "former": former, "changes": changes}
            replaced(self._begun, json.dumps(stored).encode())
            self._ask(number)

    def former(self) -> Publication | None:
        """Return the publication before the one of which the site is built, or None."""
        current = self._texts.current()
        return next((one for one in self._texts.publications() if one.number < current), None)

    async def follow(self) -> None:
        """End publications whose pages are made, or can't be, until cancelled."""
        self._since = time.time()
        if outcome(self._desk, "aside").goes_on:  # the machine may have gone down with the build
            want(self._desk, "aside")
        while True:
            try:
                await asyncio.to_thread(self.settle)
            except (OSError, ValueError):
                logger.exception("A publication could not be ended")
            await asyncio.sleep(LOOK_SECONDS)

    def settle(self) -> None:
        """End the publication that was begun if its pages are made, or can't be."""
        with self._texts.alone():
            if not self._begun.exists():
                return
            begun = json.loads(self._begun.read_text(encoding="utf-8"))
            # Asked for again after a restart: the machine may have gone down with the build.
            if (asked_at(self._desk, "build") or 0) < max(self._begun.stat().st_mtime, self._since):
                self._ask(begun["number"])
                return
            found = outcome(self._desk, "build")
            if found.is_made:
                self._close_draft(begun["number"], begun["changes"])
                self._begun.unlink()
                self._texts.forget_old()
            elif found.failure:
                self._texts.use(begun["former"])
                replaced(self._failed, json.dumps({"said": found.failure}).encode())
                self._begun.unlink()
                self._texts.forget(begun["number"])
                want(self._desk, "build")  # the database has the records of the texts that failed

    def _ask(self, number: int) -> None:
        self._texts.use(number)
        want(self._desk, "build")

    def _close_draft(self, number: int, changes: int) -> None:
        """Close the draft that was published, or let it begin at this publication if it was changed since."""
        draft = self._texts.draft()
        if draft and 0 <= changes < len(draft.changes):
            merged, _ = self._texts.merged(draft, number)
            self._texts.reopen(merged, number, draft.changes[changes:])
        elif draft and changes >= 0:
            self._texts.discard()


def faults_of(texts: Path, desk: Desk) -> list[Elsewhere]:
    """Return a sentence for each mistake of a folder, and for whatever it lacks to be built, with its page.

    Pictures and cards that a draft lacks are made.
    """
    read = partial(Gym.read, texts, opens_at=desk.settings.expansion_opens_at)
    try:
        if texts.is_relative_to(desk.texts.folder / "drafts"):
            finish(texts, read())
        missing = unbuildable(read())
    except MistakesError as error:
        return placed_in(error.mistakes, Folder(texts))[1]
    except PhotoError as error:
        missing = [str(error)]
    return [Elsewhere(said.rpartition(": ")[2], "", "Files") for said in missing]


def merged_draft(texts: Texts) -> tuple[Path, list[str]]:
    """Return a folder with the draft's texts, brought up to date, and the files that were changed elsewhere too."""
    with texts.alone():
        draft = texts.draft()
        if draft is None:
            raise TextsError("No draft is open.")
        return texts.merged(draft, texts.current())
