"""Grids have no gap in their last row, whatever the number of their cells."""

import pytest

from gym_site.components.rows import after_first, cards, mosaic, mosaic_classes, with_call

MOST = 40
# Returns the share of each grid that its cells and the gaps between them cover, by the grid's name, if it isn't all.
COVERED = """() => Object.fromEntries([...document.querySelectorAll("[data-grid]")].map((grid) => {
  const { columnGap, rowGap, paddingInlineStart } = getComputedStyle(grid);
  const area = (box) => (box.width + parseFloat(columnGap)) * (box.height + parseFloat(rowGap));
  const cells = [...grid.querySelectorAll("[data-cell]")].map((cell) => area(cell.getBoundingClientRect()));
  return [grid.dataset.grid, cells.reduce((sum, cell) => sum + cell, 0) / area({ width: grid.scrollWidth - 2 * parseFloat(paddingInlineStart), height: grid.clientHeight })];
}).filter(([, share]) => Math.abs(share - 1) > 0.02))"""


def grid(name, count, classes, cell, last=""):
    """Return the HTML of a grid."""
    return f'<div data-grid="{name} {count}" class="{classes}">{"".join(map(cell, range(count)))}{last}</div>'


def grids(count):
    """Return the HTML of a grid of each kind."""
    tiles, (wall, wide), (pairs, last) = mosaic(count), with_call("wall", count, 4), with_call("pair-grid", count, 4)
    return "".join(
        (
            f"<div class=membership>{grid('plans', count, cards('plan-grid', count), lambda _: '<div data-cell>a</div>')}</div>",
            grid("cards", count, cards("card-row", count, even_if_few=True), lambda _: "<div data-cell>a</div>"),
            grid("posts", count, after_first("post-list", count), lambda _: "<div data-cell class=post-card>a</div>"),
            grid("photos", count, mosaic_classes("photo-grid", tiles), lambda n: f"<li data-cell class=tile-{tiles[n]}></li>"),
            grid("pairs", count, pairs, lambda _: "<div data-cell>a</div>", f'<div data-cell class="grid-call {last}">a</div>'),
            grid(
                "wall", count, wall,
                lambda _: '<div class="trainer"><div class="poster" data-cell>a</div></div>', f'<div data-cell class="grid-call {wide}">a</div>',
            ),
        )
    )  # fmt: skip


@pytest.mark.parametrize("width", [390, 768, 1440])
@pytest.mark.long
def test_no_grid_has_a_gap_in_its_last_row(browser, pages, width):
    (sheet,) = pages.glob("assets/__reflex_global_styles-*.css")
    page = browser.new_page(viewport={"width": width, "height": 900})
    # Cells of one row are equally high. Below 64rem the last poster of an odd number stands in the middle of its row.
    even = ".wall { align-items: stretch } @media (width < 64rem) { .odd > * > .poster { width: auto !important; justify-self: auto !important } }"
    body = "".join(map(grids, range(1, MOST + 1)))
    page.set_content(f"<style>{sheet.read_text()}{even}</style><main class=frame>{body}</main>")
    assert page.evaluate(COVERED) == {}
    page.close()
