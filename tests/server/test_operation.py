from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from knobel.core.options import options
from knobel.core.registry import all_games
from knobel.core.words import LANGUAGES
from knobel.server.caller import COOKIE, MAX_TOKENS, Caller
from tests.server.running import PATIENCE_S, running

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*-box.knobel"))


def measured(url: str) -> dict[str, float]:
    """What the house measures, by name."""
    lines = [line for line in httpx.get(url + "/metrics").text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_it_says_that_it_is_well_and_what_it_measures(url):
    assert httpx.get(url + "/healthz").text == "ok\n"
    assert httpx.get(url + "/readyz").text == "ready\n"
    before = measured(url)
    assert httpx.post(url + "/api/tables", json={"game": "pig"}).status_code == 201
    after = measured(url)
    for counted in ("knobel_events_total", 'knobel_requests_total{status="201"}'):
        assert after[counted] == before.get(counted, 0) + 1
    assert 'knobel_append_seconds_bucket{le="+Inf"}' in after


@pytest.mark.parametrize("proxy", ["X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"])
def test_measurements_are_for_this_machine_and_not_for_whom_a_proxy_on_it_asks_for(url, proxy):
    assert httpx.get(url + "/metrics").status_code == 200
    refused = httpx.get(url + "/metrics", headers={proxy: "192.0.2.7"})
    assert (refused.status_code, refused.json()["code"]) == (404, "no-metrics")


@pytest.mark.parametrize(("opened", "status"), [("false", 404), ("true", 200)])
def test_measurements_are_shown_to_other_machines_only_where_the_house_is_set_to(tmp_path, opened, status):
    """Whoever a trusted proxy asks for counts as the one who asks."""
    with running(tmp_path / "knobel.db", metrics_open=opened, proxies="127.0.0.1") as house:
        answer = httpx.get(house.url + "/metrics", headers={"X-Forwarded-For": "192.0.2.7"})
        assert answer.status_code == status


@pytest.mark.parametrize(
    ("client", "local"),
    [
        (("127.0.0.1", 5), True),
        (("::1", 5), True),
        (("192.0.2.7", 5), False),
        (("2001:db8::1", 5), False),
        (None, False),
    ],
)
def test_only_the_machines_own_addresses_are_local(client, local):
    assert Caller({"headers": [], "client": client}).local is local


def test_nobody_has_more_tokens_compared_than_a_family_at_one_device_holds():
    """Each is hashed, and held against every seat."""
    cookies = "; ".join(f"{COOKIE}{number}=t{number}" for number in range(500)).encode()
    bearer = ("Bearer " + ",".join(f"b{number}" for number in range(500))).encode()
    for headers in (
        [(b"cookie", cookies)],
        [(b"authorization", bearer)],
        [(b"authorization", bearer), (b"cookie", cookies)],
    ):
        assert len(Caller({"headers": headers, "client": None}).tokens) == MAX_TOKENS


def test_measurements_can_be_turned_off(tmp_path):
    with running(tmp_path / "knobel.db", metrics="false") as house:
        assert httpx.get(house.url + "/metrics").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_is_offered_with_its_options_presets_and_players(url, language):
    found = httpx.get(url + "/api/games", headers={"Accept-Language": language}).json()
    assert [game["name"] for game in found] == list(all_games())
    for shown in found:
        game = all_games()[shown["name"]]
        assert shown["title"] == game.title(language)
        assert [option["option"]["name"] for option in shown["options"]] == [o.name for o in options(game.options)]
        assert shown["offered"] in [preset["name"] for preset in shown["presets"]]
        assert "random" in shown["players"]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_record_sent_to_the_house_is_verified(url, path):
    found = httpx.post(url + "/api/verify", content=path.read_bytes(), timeout=60).json()
    assert found["verdict"] == "repeatable", found


def test_what_is_no_record_is_refused_in_words(url):
    refused = httpx.post(url + "/api/verify", content=b"nonsense")
    assert (refused.status_code, refused.json()["code"]) == (400, "record-not")
    huge = httpx.post(url + "/api/verify", content=b"x" * (5 * 1024 * 1024))
    assert huge.status_code == 413


def test_the_http_side_describes_itself(url):
    schema = httpx.get(url + "/api/schema/openapi.json").json()
    assert schema["openapi"].startswith("3.")
    assert "/api/tables/{table}/seats" in schema["paths"]


def test_a_house_whose_database_is_gone_acknowledges_nothing_more_and_closes_with_a_plain_word(tmp_path):
    with running(tmp_path / "knobel.db", beat_s=0.2) as house:
        assert httpx.post(house.url + "/api/tables", json={"game": "pig"}).status_code == 201
        (tmp_path / "knobel.db").unlink()
        assert house.process.wait(PATIENCE_S) != 0
    assert any("no longer the one that was opened" in str(line) for line in house.lines)


def test_a_second_house_on_one_file_says_who_has_it(tmp_path):
    path = tmp_path / "knobel.db"
    with running(path) as house:
        second = subprocess.run(
            [sys.executable, "-m", "knobel", "serve", "--port", "0", "--store", str(path)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert second.returncode != 0
        assert "Another house has the database" in second.stderr
        assert httpx.get(house.url + "/readyz").text == "ready\n"
