"""Checks passwords, and slows whoever guesses them: an address has a number of tries, a name is never locked."""

import asyncio
import hashlib

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from gym_site.desk.people import People, Person, key_of
from lean_reflex.network import network

OF_ADDRESS = RateLimitItemPerMinute(20, 10)
OF_NAME = RateLimitItemPerMinute(1000, 15)  # counted only: it slows a try and refuses none
FREE = 5  # wrong tries for a name before the next is slowed
PAUSE, LONGEST = 1.0, 10.0  # seconds for each wrong try after these, at most
WAITING = 1000  # tries at a time, of browsers that are not known; further ones are refused
AT_ONCE = 2  # passwords that are checked at a time, each in 64 MB


class TooManyTriesError(Exception):
    """The try was refused without a look at the password; the text says when the next one may work."""


class SignIns:
    """Counts wrong tries in memory. One object per process."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._window = MovingWindowRateLimiter(MemoryStorage())
        self._waiting = 0
        self._checking, self._checking_known = asyncio.Semaphore(AT_ONCE), asyncio.Semaphore(1)

    async def person(self, name: str, password: str, *, address: str, browser: str) -> Person | None:
        """Return the person with this name and password, or None. Raises `TooManyTriesError`.

        ``browser``: the token of a browser in which somebody has signed in before, or empty. If that was the person
        with this name, others' wrong tries are not counted against this one.
        """
        name = name[:200]
        is_known = bool(browser) and await asyncio.to_thread(self._people.knows, browser, name)
        counted = f"browser {browser}" if is_known else f"address {network(address) or address}"
        if not self._window.hit(OF_ADDRESS, counted):  # before the look, as tries may come at the same moment
            raise TooManyTriesError("There were too many tries. Wait ten minutes, then try again.")
        if is_known:
            async with self._checking_known:
                found = await asyncio.to_thread(self._people.with_password, name, password)
        else:
            found = await self._slowly(name, password)
        if found:
            self._window.clear(OF_ADDRESS, counted)
        return found

    async def _slowly(self, name: str, password: str) -> Person | None:
        if self._waiting >= WAITING:
            raise TooManyTriesError("Many people sign in just now. Try again in a minute.")
        self._waiting += 1
        try:
            key = hashlib.sha256(key_of(name).encode()).hexdigest()[:16]  # the counter keeps what it was given
            tries = OF_NAME.amount - self._window.get_window_stats(OF_NAME, key).remaining
            self._window.hit(OF_NAME, key)
            await asyncio.sleep(min(LONGEST, PAUSE * max(0, tries - FREE)))
            async with self._checking:
                return await asyncio.to_thread(self._people.with_password, name, password)
        finally:
            self._waiting -= 1
