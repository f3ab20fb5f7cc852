"""Two server processes on one database, without Redis: tests/scale has them with it, on PostgreSQL, behind Caddy."""

from concurrent.futures import ThreadPoolExecutor

from tests.posting import Stranger, statuses
from tests.site import PrebuiltSite, wait_for

SITE = "https://gym.example"


def test_two_processes_on_one_database_deliver_each_form_once_and_survive_each_other(pages, service, tmp_path):
    """Both start at once on an empty database; every form is posted to both at once."""
    settings = {"GYM_FORM_ENDPOINT": service.endpoint, "REFLEX_DB_URL": f"sqlite:///{tmp_path / 'gym.db'}"}
    folders = [tmp_path / name for name in ("one", "other")]
    for folder in folders:
        folder.mkdir()
    one, other = (PrebuiltSite(folder, GYM_SITE_URL=SITE, **settings) for folder in folders)
    one.database = other.database = tmp_path / "gym.db"
    service.answers(delay=0.3)
    with ThreadPoolExecutor() as threads:
        try:
            list(threads.map(PrebuiltSite.start, (one, other)))
            forms = [Stranger(one.url, SITE) for _ in range(4)]
            twins = [Stranger(other.url, SITE) for _ in forms]
            for form, twin in zip(forms, twins, strict=True):
                twin.entries, twin.key = form.entries, form.key
            list(threads.map(Stranger.send, [*forms, *twins]))
            assert [statuses(one, form.mark) for form in forms] == [["sent"]] * len(forms)
            assert [len(service.posts(form.mark)) for form in forms] == [1] * len(forms)

            service.answers(delay=2)
            cut, kept = Stranger(one.url, SITE), Stranger(other.url, SITE)
            sending = [threads.submit(cut.attempt), threads.submit(kept.send)]
            wait_for(lambda: service.posts(cut.mark) and service.posts(kept.mark))
            one.kill()
            assert [work.result() for work in sending][1].is_success
            assert cut.cut_off
            assert (statuses(other, kept.mark), statuses(other, cut.mark)) == (["sent"], ["sending"])
        finally:
            for server in (one, other):
                server.__exit__()
