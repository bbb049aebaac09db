"""Calendar words and pure date arithmetic: months, weekdays, holidays by name, clamped month steps."""

from __future__ import annotations

from datetime import date, timedelta

MONTHS = {
    "janeiro": 1, "jan": 1, "fevereiro": 2, "fev": 2, "marco": 3, "mar": 3, "abril": 4, "abr": 4, "maio": 5, "mai": 5,
    "junho": 6, "jun": 6, "julho": 7, "jul": 7, "agosto": 8, "ago": 8, "setembro": 9, "set": 9, "outubro": 10,
    "out": 10, "novembro": 11, "nov": 11, "dezembro": 12, "dez": 12, "fevereio": 2, "fevrero": 2, "setenbro": 9,
    "dezenbro": 12, "novenbro": 11,
}  # fmt: skip
SHORT_MONTHS = frozenset({"jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez"})
WEEKDAYS = {
    "segunda": 0, "seg": 0, "terca": 1, "ter": 1, "quarta": 2, "qua": 2, "quinta": 3, "qui": 3, "sexta": 4, "sex": 4,
    "sabado": 5, "sab": 5, "domingo": 6, "dom": 6, "sabadao": 5, "domingao": 6, "sextou": 4, "segundona": 0,
    "segunda-feira": 0, "terca-feira": 1, "quarta-feira": 2, "quinta-feira": 3, "sexta-feira": 4, "sextafeira": 4,
}  # fmt: skip
# "dom" and "sex", "set" and "mar" are words too, so short forms need a sign that a day is meant.
SHORT_WEEKDAYS = frozenset({"seg", "ter", "qua", "qui", "sex", "sab", "dom"})

Span = tuple[date, date]


def easter(year: int) -> date:
    """Gregorian computus (Meeus)."""
    a, b, c = year % 19, year // 100, year % 100
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return date(year, month, day + 1)


def nth_sunday(year: int, month: int, nth: int) -> date:
    first = date(year, month, 1)
    return first + timedelta(days=(6 - first.weekday()) % 7 + 7 * (nth - 1))


def black_friday(year: int) -> date:
    first = date(year, 11, 1)
    return first + timedelta(days=(3 - first.weekday()) % 7 + 22)


def holiday(name: str, year: int) -> date | None:
    """The day a named holiday falls on that year."""
    fixed = {
        "natal": (12, 25), "ano novo": (1, 1), "reveillon": (12, 31), "vespera de natal": (12, 24),
        "tiradentes": (4, 21), "dia do trabalho": (5, 1), "dia do trabalhador": (5, 1), "independencia": (9, 7),
        "dia das criancas": (10, 12), "finados": (11, 2), "dia dos namorados": (6, 12), "sao joao": (6, 24),
        "proclamacao da republica": (11, 15), "consciencia negra": (11, 20), "dia de sao joao": (6, 24),
    }  # fmt: skip
    if name in fixed:
        return date(year, *fixed[name])
    moving = {
        "pascoa": lambda: easter(year),
        "carnaval": lambda: easter(year) - timedelta(days=47),
        "sexta santa": lambda: easter(year) - timedelta(days=2),
        "corpus christi": lambda: easter(year) + timedelta(days=60),
        "dia das maes": lambda: nth_sunday(year, 5, 2),
        "dia dos pais": lambda: nth_sunday(year, 8, 2),
        "black friday": lambda: black_friday(year),
    }
    return moving[name]() if name in moving else None


HOLIDAYS = (
    "vespera de natal", "natal", "ano novo", "reveillon", "tiradentes", "dia do trabalho", "dia do trabalhador",
    "independencia", "dia das criancas", "finados", "dia dos namorados", "dia de sao joao", "sao joao",
    "proclamacao da republica", "consciencia negra", "pascoa", "carnaval", "sexta santa", "corpus christi",
    "dia das maes", "dia dos pais", "black friday",
)  # fmt: skip


FEASTS = frozenset({"natal", "reveillon", "carnaval", "pascoa", "tiradentes", "finados", "independencia", "sao"})
"""The words that feasts are known by, and things and places are called after."""


def safe_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def last_day(year: int, month: int) -> int:
    """Days of a month. The standard library's `calendar` tells it too, and costs two milliseconds to import."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in {4, 6, 9, 11} else 31


def month_span(year: int, month: int) -> Span:
    return date(year, month, 1), date(year, month, last_day(year, month))


def plus_months(day: date, months: int) -> date:
    """The same day so many months on, clamped to the month's end."""
    years, index = divmod(day.year * 12 + day.month - 1 + months, 12)
    if not 1 <= years <= 9999:
        return day
    return date(years, index + 1, min(day.day, last_day(years, index + 1)))


def week_span(today: date, weeks: int) -> Span:
    """Monday to Sunday."""
    monday = today - timedelta(days=today.weekday()) + timedelta(weeks=weeks)
    return monday, monday + timedelta(days=6)


def day_of_month(today: date, number: int, *, future: bool) -> date | None:
    """The nearest such day on this side of today, today included; months without it are skipped."""
    step = 1 if future else -1
    for months in range(13):
        month = plus_months(today.replace(day=1), step * months)
        found = safe_date(month.year, month.month, number)
        if found and (found >= today if future else found <= today):
            return found
    return None


def day_and_month(today: date, month: int, number: int, *, future: bool) -> date | None:
    """That day in the nearest year on this side of today (29 February may be some years away)."""
    step = 1 if future else -1
    for years in range(9):
        found = safe_date(today.year + step * years, month, number)
        if found and (found >= today if future else found <= today):
            return found
    return None


def named_month(today: date, month: int, *, future: bool) -> Span:
    """The nearest month of that name, the current one included."""
    if future:
        return month_span(today.year + (month < today.month), month)
    return month_span(today.year - (month > today.month), month)


def weekday(today: date, number: int, *, future: bool) -> date:
    """Strictly before or after today."""
    if future:
        return today + timedelta(days=(number - today.weekday() - 1) % 7 + 1)
    return today - timedelta(days=(today.weekday() - number - 1) % 7 + 1)


def weekend(today: date, weeks: int) -> Span:
    """Saturday and Sunday of the week so many weeks away."""
    monday, sunday = week_span(today, weeks)
    return monday + timedelta(days=5), sunday
