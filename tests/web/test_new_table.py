"""The form of a new table follows the variant that is chosen."""

import pytest
from playwright.sync_api import expect

from companion.content.load import load
from companion.games import get
from companion.play.game.seats import free_seats, people_numbers
from tests.tiers import sample

CARD_GAME = "wotrcards"
SCENARIOS = load(CARD_GAME).info["variants"]


@pytest.fixture
def form(server, phones):
    """The form of the card game, folded out, on the owner's phone."""
    page = phones.take(server.address, cookies=dict(server.owner().cookies))
    page.locator(f"#new-{CARD_GAME} > summary").click()
    return page.locator(f"#new-{CARD_GAME} form")


@pytest.mark.parametrize("variant", sample(SCENARIOS, "duel"))
def test_as_many_names_as_people_play(form, variant):
    """So many names are asked, the least of them required, and only seats of the scenario are offered."""
    form.locator(f"[name=variant][value={variant}]").check(force=True)
    referee, content = get(CARD_GAME), load(CARD_GAME)
    numbers = people_numbers(referee, content, variant)
    names = form.locator(".player input:visible")
    expect(names).to_have_count(numbers[-1])
    assert form.locator(".player input:required").count() == numbers[0]
    offered = form.locator("[name='seat.0'] option").evaluate_all(
        "all => all.filter(o => !o.disabled).map(o => o.value)"
    )
    assert set(offered) == {"", *[row.id for row in free_seats(referee, content, variant)]}


@pytest.mark.tier("exhaustive")
def test_one_name_is_enough_where_the_app_takes_seats(form):
    """As the variant asks again without it."""
    form.locator("[name=variant][value=duel]").check(force=True)
    form.locator("[name=bot]").select_option("easy")
    assert form.locator(".player input:required").count() == 1
    form.locator("[name=bot]").select_option("")
    assert form.locator(".player input:required").count() == 2


def test_the_scenario_fits_the_number_of_names(form):
    """Two names begin a duel, four a trilogy; what was chosen by hand stays."""
    chosen = form.locator("[name=variant]:checked")
    form.locator("[name=bot]").select_option("easy")  # one person against the app
    expect(chosen).to_have_value("duel")
    for place, name in enumerate(("Ola", "Jan", "Ewa", "Kim")):
        form.locator(f"[name='name.{place}']").fill(name)
        if place:
            expect(chosen).to_have_value(("duel", "duel-3", "trilogy")[place - 1])
    form.locator("[name=variant][value=extended-trilogy]").check(force=True)
    form.locator("[name='name.3']").fill("")
    expect(chosen).to_have_value("extended-trilogy")


@pytest.mark.tier("exhaustive")
def test_who_played_before_is_one_tap(form, server):
    """The names of the owner's tables, each group once; a stranger's page has none."""
    owner = server.owner()
    for _ in range(2):
        fields = {"game": "dice", "name.0": "Zoe", "seat.0": "frodo", "name.1": "<Max>", "seat.1": "sam"}
        assert owner.send("/new", **fields).status == 303
    form.page.reload()
    form.page.locator(f"#new-{CARD_GAME} > summary").click()
    group = form.locator(".groups button").filter(has_text="Zoe")
    expect(group).to_have_text("Zoe, <Max>")
    group.click()
    expect(form.locator("[name='name.1']")).to_have_value("<Max>")
    expect(form.locator("[name=variant]:checked")).to_have_value("duel")
    assert "Zoe" not in server.phone().get("/").text


@pytest.mark.tier("exhaustive")
def test_a_seat_that_a_scenario_lacks_is_let_go(form, store):
    """Two names are enough for a table of two, whatever was chosen before."""
    form.locator("[name='seat.0']").select_option("aragorn")
    form.locator("[name=variant][value=duel]").check(force=True)
    expect(form.locator("[name='seat.0']")).to_have_value("")
    form.locator("[name='name.0']").fill("Ola")
    form.locator("[name='name.1']").fill("Jan")
    form.locator("button.go").click()
    expect(form).to_have_count(0)
    assert store.list()[0].game == CARD_GAME
