"""The gym's clock and daylight for the coming years, so that no browser needs time zone data of its own."""

import math
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from gym_site.brand import Brand

_DAY, _HALF_HOUR = timedelta(days=1), timedelta(minutes=30)  # clocks change only at whole and half hours of UTC


def offsets(zone: ZoneInfo, now: datetime) -> list[tuple[int, int | None]]:
    """Return a zone's offsets from UTC in minutes, each with the time in Unix seconds from which on it is valid.

    The first is valid at any earlier time too. The last is None: it ends the list, two to three years from ``now``.
    """
    time, end = now.astimezone(UTC).replace(minute=0, second=0, microsecond=0), datetime(now.year + 3, 1, 1, tzinfo=UTC)
    valid: list[tuple[int, int | None]] = []
    while time < end:
        offset = _offset(zone, time)
        if not valid or valid[-1][1] != offset:
            valid.append((int(time.timestamp()) if valid else 0, offset))
        time += _DAY if _offset(zone, time + _DAY) == offset else _HALF_HOUR
    return [*valid, (int(end.timestamp()), None)]


def daylight(brand: Brand, zone: ZoneInfo, now: datetime) -> list[tuple[int, int]]:
    """Return the minute of the day at which the sun rises, and for how many it stays, in the middle of each month.

    These are the coming twelve months, listed from January. Without latitude and longitude, the list has one entry for
    all months: from 6 am to 6 pm.
    """
    if brand.latitude is None or brand.longitude is None:
        return [(6 * 60, 12 * 60)]
    days = (datetime(now.year + (month < now.month), month, 15, 12, tzinfo=UTC) for month in range(1, 13))
    return [_sun(brand.latitude, brand.longitude, day.timetuple().tm_yday, _offset(zone, day)) for day in days]


def _sun(latitude: float, longitude: float, day: int, offset: int) -> tuple[int, int]:
    """Return a day's sunrise and length, right to a few minutes. Where the sun doesn't rise, the length is 0."""
    season = 2 * math.pi * (day - 81) / 365
    declination, north = math.radians(23.45) * math.sin(season), math.radians(latitude)
    equation_of_time = 9.87 * math.sin(2 * season) - 7.53 * math.cos(season) - 1.5 * math.sin(season)
    horizon = math.sin(math.radians(-0.833))  # refraction, and the sun's upper edge
    way = (horizon - math.sin(north) * math.sin(declination)) / (math.cos(north) * math.cos(declination))
    half = 4 * math.degrees(math.acos(max(-1, min(1, way))))  # a degree takes four minutes
    noon = 720 - 4 * longitude - equation_of_time + offset
    return round(noon - half) % 1440, round(2 * half)


def _offset(zone: ZoneInfo, time: datetime) -> int:
    offset = time.astimezone(zone).utcoffset()
    return round((offset or timedelta()) / timedelta(minutes=1))
