"""Today is the household's day, whatever UTC says."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from mel.shared.clock import DEFAULT_ZONE, system_clock, today_in
from mel.shared.ids import new_id


@pytest.mark.parametrize(
    ("moment", "zone", "day"),
    [
        # 23:40 on 31 January in São Paulo is already February in UTC.
        (datetime(2026, 2, 1, 2, 40, tzinfo=UTC), "America/Sao_Paulo", date(2026, 1, 31)),
        (datetime(2026, 2, 1, 3, 0, tzinfo=UTC), "America/Sao_Paulo", date(2026, 2, 1)),
        (datetime(2027, 1, 1, 2, 59, tzinfo=UTC), "America/Sao_Paulo", date(2026, 12, 31)),
        (datetime(2026, 2, 1, 2, 40, tzinfo=UTC), "America/Rio_Branco", date(2026, 1, 31)),
        (datetime(2026, 2, 1, 2, 40, tzinfo=UTC), "Europe/Amsterdam", date(2026, 2, 1)),
        # In the last summer time of Brazil, midnight came an hour earlier in UTC.
        (datetime(2019, 1, 1, 2, 30, tzinfo=UTC), "America/Sao_Paulo", date(2019, 1, 1)),
    ],
)
def test_the_day_is_the_households(moment: datetime, zone: str, day: date) -> None:
    assert today_in(zone, moment) == day


def test_the_clock_knows_its_zone_and_the_house_is_in_sao_paulo() -> None:
    assert system_clock().tzinfo is not None
    assert DEFAULT_ZONE == "America/Sao_Paulo"


def test_ids_are_unique_and_keep_their_prefix() -> None:
    made = {new_id("op-") for _ in range(2000)}

    assert len(made) == 2000
    assert all(id_.startswith("op-") for id_ in made)
