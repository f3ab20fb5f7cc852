"""A figure with its label, for several sections."""

from gym_site.content.content_type import content_type


@content_type
class Stat:
    """A figure as text, such as ``7,000+``, and its label. ``unit`` is shown beside the figure in smaller type."""

    value: str
    label: str
    unit: str = ""
