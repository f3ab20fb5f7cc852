"""The calls to action of every page, made from the labels in ``site.toml``."""

from gym_site.content.links import Call, LinkKey, NavLink, OutLink
from gym_site.gym import Gym


def free_consultation(gym: Gym) -> Call:
    """Return the call to ask for a consultation."""
    label = gym.site.buttons.consultation
    return Call(label=label, anchor="consultation", elsewhere=NavLink(label=label, key="consultation"))


def sign_up_online(gym: Gym) -> Call:
    """Return the call to choose a plan."""
    label = gym.site.buttons.sign_up
    return Call(label=label, anchor="membership", elsewhere=NavLink(label=label, anchor="membership"))


def trial_link(gym: Gym) -> OutLink | None:
    """Return the link to the trial, if the gym has one."""
    label = gym.site.buttons.trial
    return OutLink(label=label, link=LinkKey.TRIAL) if gym.trial and label else None


def service_links(gym: Gym) -> tuple[NavLink, ...]:
    """Return the links to the pages of the services."""
    return tuple(NavLink(label=gym.routes[key].label, key=key) for key in gym.routes.services)


def profile(gym: Gym) -> OutLink:
    """Return the link to the gym's profile at Instagram."""
    return OutLink(label=gym.brand.instagram, link=LinkKey.INSTAGRAM)
