"""The gym that is tested, and the site of it with the default settings."""

from gym_site.db.staff_values import FolderRecords
from gym_site.folder import gym_folder
from gym_site.gym import Gym
from gym_site.settings import Settings
from gym_site.site import Current, Site

GYM = Gym.read(gym_folder())
SETTINGS = Settings().with_links(GYM.brand.links)
SITE = Site(gym=GYM, settings=SETTINGS, business=GYM.business, page_records=GYM.records)
CURRENT = Current(SITE, Settings())
"""Holds that site for what answers requests."""
RECORDS = FolderRecords(GYM)
IN_FORM = tuple(trainer.name for trainer in GYM.trainers if trainer.in_form)
"""The names of the trainers whom the consultation form offers."""
TOUR = GYM.facility.tour.photos if GYM.facility.tour else ()
"""The photos of the tour."""
