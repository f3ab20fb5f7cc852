"""What pages on a static host do, with those built without a server and below a path."""

import pytest

from tests.e2e.test_static_host import (
    test_a_missing_post_redirects_to_the_blog_without_a_history_entry,
    test_a_page_opened_by_the_name_of_its_file_shows_itself_alone,
    test_interactive_elements_and_links_work_without_a_server,
    test_the_404_page_logs_the_unknown_path_and_links_home,
)

__all__ = [
    "test_a_missing_post_redirects_to_the_blog_without_a_history_entry",
    "test_a_page_opened_by_the_name_of_its_file_shows_itself_alone",
    "test_interactive_elements_and_links_work_without_a_server",
    "test_the_404_page_logs_the_unknown_path_and_links_home",
]


@pytest.fixture
def static_host(early_host) -> str:
    """The host of those pages."""
    return early_host
