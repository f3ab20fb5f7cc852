"""A figure with its label, the way every section shows it."""

from gym_site.content.record import record


@record
class Stat:
    """A figure as text, such as ``7,000+``, and what it counts. ``unit`` stands beside the figure in smaller type."""

    value: str
    label: str
    unit: str = ""
