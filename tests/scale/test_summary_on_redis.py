"""Redis decides which process does a daily task."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

from gym_site.leads.rate_limit import RateLimiter
from gym_site.settings import Settings
from tests.site import free_port


def test_only_one_of_several_processes_sends_the_summary(redis):
    processes = [RateLimiter(Settings(redis_url=redis.url)) for _ in range(8)]
    for _ in range(5):
        name = f"summary of {uuid4().hex}"
        with ThreadPoolExecutor(len(processes)) as threads:
            assert sum(threads.map(lambda limits, name=name: limits.once(name), processes)) == 1


def test_without_redis_no_process_sends_the_summary():
    limits = RateLimiter(Settings(redis_url=f"redis://127.0.0.1:{free_port()}/0"))
    assert [limits.once("summary"), limits.once("summary")] == [False, False]
