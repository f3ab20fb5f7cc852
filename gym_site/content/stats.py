"""A figure with its label, for several sections."""

from gym_site.content.content_type import content_type


@content_type
class Stat:
    """A figure with its label."""

    value: str
    """Figure: such as 7,000+."""
    label: str
    """What it counts: such as Members helped."""
    unit: str = ""
    """In smaller letters beside the figure, such as sq ft."""
