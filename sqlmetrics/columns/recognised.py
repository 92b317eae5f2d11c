"""The kind that the values of a column tell by themselves, and the one that they bear out."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlmetrics.columns import values as of
from sqlmetrics.columns.kinds import words
from sqlmetrics.columns.names import Named
from sqlmetrics.columns.values import Share, Value, share

MOST = 0.8
"""The share of values that makes a column of their kind; some are always mistyped."""

SOME = 0.05
"""The share of values from which a text that holds e-mail addresses is worth a word."""

LENGTH = 400
"""The most characters that are read of a value."""

LONG = 300
"""The characters from which a text may hold anything."""

TRIED = 120
"""The most distinct values that libraries check."""


LEVELS = (
    "sex",
    "family",
    "occupation",
    "education",
    "region",
    "belief",
    "mind",
    "health",
    "outcome",
    "grade",
    "ethnicity",
)
"""The kinds that the words of a few texts tell, as `agree` and `disagree` do."""

FEW = 20
"""The most distinct texts that are levels."""

NAMED_PEOPLE = frozenset({"name", "person_id", "username", "occupation"})
"""The kinds by whose names a column may hold names of persons, as `account_manager` does."""

MOST_LEVELS = 0.5
"""The share of texts that speak of a kind; others say `other` or `unknown`."""


class RecognisedKind(NamedTuple):
    """A kind that values tell: its name, the shares that have it, and whether it is certain."""

    kind: str
    share: Share
    certain: bool


class Facts(NamedTuple):
    """What tests need of a column besides the values that are examined."""

    records: int
    nulls: int
    distinct: int

    @property
    def distinction(self) -> float:
        """The distinct values per record that has one."""
        held = self.records - self.nulls
        return self.distinct / held if held else 0.0


def recognised(values: Sequence[Value], facts: Facts, named: Named) -> RecognisedKind | None:
    """Return the kind that values tell, the most telling one first."""
    if not values:
        return None
    for finder in (_written, _numbered, _address, _described, _partly):
        if (found := finder(values, facts, named)) is not None:
            return found
    return None


WRITTEN: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("email", of.EMAIL.fullmatch),
    ("mac", of.MAC.fullmatch),
    ("iban", of.is_iban),
    ("coordinates", of.POINT.fullmatch),
)
"""The kinds with a form of their own."""


def _written(values: Sequence[Value], facts: Facts, named: Named) -> RecognisedKind | None:
    """Return a kind with a form of its own: e-mail, MAC, IBAN, point, IP."""
    for kind, test in WRITTEN:
        if (found := share(values, test, MOST / 2)).values:
            return RecognisedKind(kind, found, found.values >= MOST)
    ips = share(values, of.is_ip, MOST)
    if ips.values and not named.version:
        high = share(values, lambda text: of.is_ip(text) and of.has_high_octet(text)).values
        if high >= 0.3 or (named.kind is not None and named.kind.name == "ip"):
            return RecognisedKind("ip", ips, True)
    return None


def _numbered(values: Sequence[Value], facts: Facts, named: Named) -> RecognisedKind | None:
    """Return a kind with a check digit, which several values show, or a way of writing numbers."""
    tried = values[:TRIED]
    thing = named.kind is not None and named.kind.name == "thing"
    if len(values) >= of.SEVERAL and not (thing and named.of_thing):
        for kind, test in (("card", of.is_card), ("vin", of.has_vin_digit)):
            if (found := share(tried, test, MOST)).values:
                return RecognisedKind(kind, found, True)
        if (found := share(tried, of.is_imei, 0.9)).values:
            return RecognisedKind("device", found, True)
        if (found := share(tried, of.is_vin, 0.95)).values and facts.distinction >= 0.9:
            return RecognisedKind("vin", found, False)
        if (found := of.national_id(tried, MOST)).values:
            return RecognisedKind("national_id", found, True)
    written = share(values, of.written_as_phone, MOST / 2)
    if written.values and not thing:
        valid = of.phones(tried, MOST / 2)
        if valid.values:
            fax = named.kind is not None and named.kind.name == "fax"
            return RecognisedKind("fax" if fax else "phone", valid, valid.values >= MOST)
    return None


def _address(values: Sequence[Value], facts: Facts, named: Named) -> RecognisedKind | None:
    """Return web addresses of persons, or of things."""
    urls = share(values, of.URL.fullmatch, MOST / 2)
    if not urls.values:
        return None
    personal = share(values, of.PERSONAL.search).values >= 0.3
    things = named.of_thing or share(values, of.OF_THINGS.search).values >= 0.5
    if things and not personal:
        return RecognisedKind("thing", urls, True)
    return RecognisedKind("url", urls, personal or facts.distinction >= 0.5)


def _described(values: Sequence[Value], facts: Facts, named: Named) -> RecognisedKind | None:
    """Return names of persons, streets, cities, postcodes, free text or dates of birth."""
    streets = share(values, of.is_street, 0.4)
    if streets.values and not share(values, of.is_sentence, 0.5).values:
        return RecognisedKind("street", streets, streets.values >= MOST)
    if named.kind is None or named.kind.name in NAMED_PEOPLE:
        people = share(values, lambda text: of.has_given_name(text) and not of.is_company(text), 0.4)
        if people.values and facts.distinct >= of.SEVERAL and not named.of_thing:
            return RecognisedKind("name", people, people.values >= 0.6)
    cut = share(values, lambda text: len(text) >= LONG)
    if cut.records >= SOME:
        return RecognisedKind("free_text", cut, False)
    sentences = share(values, of.is_sentence, 0.4)
    if sentences.values and facts.distinction >= 0.3 and facts.distinct >= of.SEVERAL:
        return RecognisedKind("free_text", sentences, facts.distinction >= 0.7)
    cities = share(values, of.is_city, 0.4) if named.kind is None else of.NONE
    if cities.values and facts.distinct >= of.SEVERAL:
        return RecognisedKind("city", cities, False)
    codes = share(values, lambda text: of.POSTCODES.fullmatch(text.upper()), 0.9) if named.kind is None else of.NONE
    if codes.values and facts.distinct >= of.SEVERAL:
        return RecognisedKind("postcode", codes, False)
    return _dated(values, named) or _levels(values, facts, named)


def _levels(values: Sequence[Value], facts: Facts, named: Named) -> RecognisedKind | None:
    """Return the kind that most of a few texts speak of, where the name tells none."""
    if named.kind is not None or not 2 <= facts.distinct <= FEW:
        return None
    spoken = {kind: share(values, _speaks_of(kind), MOST_LEVELS) for kind in LEVELS}
    kind = max(spoken, key=lambda one: spoken[one].values)
    return RecognisedKind(kind, spoken[kind], False) if spoken[kind].values else None


def _speaks_of(kind: str) -> Callable[[str], bool]:
    """Return the test whether a text has a word of the levels of a kind."""
    return lambda text: not words(f"levels_{kind}").isdisjoint(of.tokens(text))


def _dated(values: Sequence[Value], named: Named) -> RecognisedKind | None:
    """Return dates: of birth where they are spread over a lifetime."""
    dated = share(values, of.date_of, 0.9)
    if not dated.values or (all(value.text.isdigit() for value in values) and named.kind is None):
        return None
    years = sorted(found.year for value in values if (found := of.date_of(value.text)) is not None)
    middle = [years[len(years) // 10], years[len(years) * 9 // 10]]
    if named.kind is None and middle[0] < 1975 and middle[1] - middle[0] >= 25 and len(values) >= of.SEVERAL:
        return RecognisedKind("birth_date", dated, False)
    return RecognisedKind("date", dated, True)


def _partly(values: Sequence[Value], facts: Facts, named: Named) -> RecognisedKind | None:
    """Return e-mail addresses or IBANs that stand in some of the values."""
    emails = share(values, lambda text: "@" in text and of.EMAIL.search(text))
    return RecognisedKind("email", emails, False) if emails.values >= SOME else None


def borne_out(need: str, values: Sequence[Value], facts: Facts) -> Share | None:
    """Return the shares of values of the form that a kind needs, None where they have another."""
    test, least = NEEDS[need]
    found = share(values, test, least) if test is not None else Share(1.0, 1.0)
    if not found.values:
        return None
    if need in {"number", "code", "card", "phone", "text", "long"} and facts.distinct < min(10, facts.records / 2):
        return None
    if need in {"number", "code"} and share(values, lambda text: of.decimals(text) > 0, 0.5).values:
        return None
    if need == "code" and facts.distinction < 0.05:
        return None
    if need == "letters" and share(values, of.is_company, 0.3).values:
        return None
    return found


def _in_words(text: str) -> bool:
    held = of.tokens(text)
    return 0 < len(held) <= 6 and of.digits(text) == 0 and len(text) <= 60


def _between(low: float, high: float) -> Callable[[str], bool]:
    def within(text: str) -> bool:
        number = of.number_of(text)
        return number is not None and low <= number <= high

    return within


def _is_age(text: str) -> bool:
    number = of.number_of(text)
    if number is not None:
        return 0 <= number <= of.OLDEST
    return re.fullmatch(r"[\[(<>]?=? ?\d{1,3}( ?(-|to|bis|,|\.\.) ?\d{1,3}|\+)?[\])]?.{0,8}", text) is not None


def _is_moment(text: str) -> bool:
    return of.date_of(text) is not None or _between(1850, 2100)(text) or _between(1, 31)(text)


NEEDS: dict[str, tuple[Callable[[str], object] | None, float]] = {
    "any": (None, 0.0),
    "letters": (_in_words, 0.7),
    "text": (lambda text: any(mark.isalpha() for mark in text) or " " in text, 0.3),
    "long": (lambda text: text.count(" ") >= 2, 0.4),
    "position": (_between(-180, 180), 0.9),
    "postcode": (lambda text: len(text) <= 10 and of.digits(text) >= 2, 0.8),
    "date": (of.date_of, 0.7),
    "year": (_between(1850, 2100), 0.9),
    "moment": (_is_moment, 0.8),
    "age": (_is_age, 0.9),
    "phone": (lambda text: of.digits(text) >= 6 and len(text) <= 25 and not of.date_of(text), 0.6),
    "email": (of.EMAIL.search, 0.3),
    "number": (lambda text: of.digits(text) >= 1 and len(text) <= 40, 0.7),
    "card": (lambda text: of.digits(text) >= 4 and len(text) <= 40, 0.7),
    "ip": (of.is_ip, 0.3),
    "url": (of.URL.search, 0.3),
    "code": (lambda text: len(text) <= 80 and text.count(" ") <= 2, 0.8),
}
"""The form of values that a kind needs, and the least share of them, where only the name tells."""
