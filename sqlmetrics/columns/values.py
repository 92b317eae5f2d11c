"""What a value looks like: each test takes a text and tells whether it looks like one kind."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Sequence
from datetime import date
from functools import cache
from importlib import import_module
from typing import NamedTuple

from sqlmetrics.columns.kinds import data_rows, words
from sqlmetrics.columns.names import folded

EMAIL = re.compile(r"[\w.+'-]+@[\w-]+(\.[\w-]+)*\.[A-Za-z]{2,}")
URL = re.compile(r"(https?://|www\.)\S+\.\S+", re.IGNORECASE)
MAC = re.compile(r"([0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}|([0-9A-Fa-f]{4}\.){2}[0-9A-Fa-f]{4}")
IBAN = re.compile(r"[A-Z]{2}\d{2}( ?[A-Z0-9]{1,4}){3,9}")
CARD = re.compile(r"4(\d{12}|\d{15}|\d{18})|(5[1-5]|2[2-7])\d{14}|3[47]\d{13}|6\d{15,18}")
VIN = re.compile(r"(?=.*[A-Z])(?=.*\d)[A-HJ-NPR-Z0-9]{17}")
UUID = re.compile(r"[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
HEX = re.compile(r"(0x)?([0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})", re.IGNORECASE)
IP = re.compile(r"[0-9A-Fa-f:.]{3,45}(/\d{1,3})?")
PHONE = re.compile(r"[+(\d][\d\s()/.+x-]*(ext\.? ?\d+)?")
NATIONAL_PHONE = re.compile(r"0\d{1,4}[ /-]\d[\d \-/]{4,}|\d{3}[-. ]\d{3}[-. ]\d{4}|0\d( ?\d\d){4}")
TOKEN = re.compile(r"[a-z]+")
NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?([eE][+-]?\d+)?")
YMD = re.compile(r"(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})([ T]\d{2}:\d{2}.*)?")
DMY = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})([ T]\d{2}:\d{2}.*)?")
PERSONAL = re.compile(
    r"(linkedin|facebook|instagram|twitter|xing|tiktok|researchgate|orcid|github|mastodon|gravatar)\.|//x\.com"
    r"|/(~|users?/|u/|profiles?/|people/|author/|members?/|in/|@)|/\?user",
    re.IGNORECASE,
)
"""Addresses that lead to a person."""
OF_THINGS = re.compile(
    r"/(products?|produkte?|items?|articles?|artikel|shop|store|catalog|docs?|wiki|categor\w+|assets|news|dp|p|sku"
    r"|images?|static|media|downloads?|api)([/?-]|$)",
    re.IGNORECASE,
)
"""Addresses that lead to a product or another thing."""
POINT = re.compile(r"(point ?\()?-?\d{1,3}\.\d{2,}[ ,;]+-?\d{1,3}\.\d{2,}\)?", re.IGNORECASE)
HOUSE = re.compile(r"(?<![\w.])\d{1,4} ?[a-zA-Z]?(?![\w.])")
IMEI = re.compile(r"\d{15}")
POSTCODES = re.compile(
    r"[1-9]\d{3} ?[A-Z]{2}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d"
    r"|\d{2}-\d{3}|\d{5}-\d{4}|\d{4}-\d{3}|\d{3} \d{2}|(D|A|CH|F|I)-\d{4,5}"
)
"""Postcodes whose form is their own: Dutch, British, Canadian, Polish, Portuguese, Swedish."""

SMALL_ZIPS = frozenset(
    ["036", "059", "063", "102", "203", "556", "692", "790", "821",
     "823", "830", "831", "878", "879", "884", "890", "893"]
)  # fmt: skip
"""The 17 three-digit ZIPs of at most 20,000 people in the Census of 2000.

Source: HHS, guidance on de-identification by 45 CFR 164.514 (26 November 2012), Safe Harbor method.
"""

REGIONS = ("US", "GB", "DE", "FR", "ES", "IT", "PT", "NL", "BE", "AT", "CH", "PL", "SE", "DK", "NO", "FI", "CZ", "IE")
"""The countries whose national telephone numbers are tried."""

SEVERAL = 5
"""The number of distinct values from which on a valid check digit tells a kind."""


class Value(NamedTuple):
    """A distinct value of a column and the number of its records in the sample."""

    text: str
    records: int


class Share(NamedTuple):
    """The shares of distinct values and of records that pass a test."""

    values: float
    records: float


NONE = Share(0.0, 0.0)


def share(values: Sequence[Value], test: Callable[[str], object], least: float = 0.0) -> Share:
    """Return the shares of values and of records that pass a test; 0 where there are none.

    They are 0 as well where the share of values does not reach `least`; the test ends as soon as
    that is certain.
    """
    passed = records = 0
    spare = int((1 - least) * len(values)) + 1
    for text, held in values:
        if test(text):
            passed += 1
            records += held
        else:
            spare -= 1
            if spare < 0:
                return NONE
    if not passed or passed / len(values) < least:
        return NONE
    return Share(passed / len(values), records / sum(held for _, held in values))


OLDEST = 130
"""The most years that an age has."""


def is_number(text: str) -> bool:
    """Return whether a text is a number."""
    return NUMBER.fullmatch(text) is not None


def is_whole_number(text: str) -> bool:
    """Return whether a text is a whole number, without a sign before it."""
    return text.isascii() and text.isdigit() and len(text) < 19


def is_year(text: str) -> bool:
    """Return whether a text is a number that a person's life may have as a year."""
    return is_whole_number(text.removesuffix(".0")) and 1850 <= float(text) <= 2100


def is_above_89(text: str) -> bool:
    """Return whether a text is an age above 89; 999 is none, but a code."""
    number = number_of(text)
    return number is not None and 89 < number <= OLDEST


def number_of(text: str) -> float | None:
    """Return the number that a text is, or None."""
    return float(text.replace(",", ".")) if is_number(text) else None


def decimals(text: str) -> int:
    """Return the digits behind the decimal point of a number; a whole DOUBLE has none.

    It is written as `12.0`, and so is an id of a frame where some are missing.
    """
    return len(text.removesuffix(".0").replace(",", ".").partition(".")[2]) if is_number(text) else 0


def date_of(text: str) -> date | None:
    """Return the date that a text begins with, or None."""
    if match := YMD.fullmatch(text):
        year, month, day = (int(part) for part in match.groups()[:3])
    elif match := DMY.fullmatch(text):
        day, month, year = (int(part) for part in match.groups()[:3])
        if month > 12:
            day, month = month, day
        year += (1900 if year > 30 else 2000) if year < 100 else 0
    else:
        return None
    try:
        return date(year, month, day) if 1850 <= year <= 2100 else None
    except ValueError:
        return None


def is_ip(text: str) -> bool:
    """Return whether a text is an IP address, with a prefix length or without."""
    if IP.fullmatch(text) is None or ("." not in text and text.count(":") < 2):
        return False
    try:
        ipaddress.ip_interface(text)
    except ValueError:
        return False
    return True


def has_high_octet(text: str) -> bool:
    """Return whether an IP address has a part that no version number has."""
    return ":" in text or any(int(part) >= 100 for part in text.partition("/")[0].split("."))


def is_iban(text: str) -> bool:
    """Return whether a text is an IBAN with its check digits."""
    return text[:1].isalpha() and IBAN.fullmatch(text.upper()) is not None and _valid("iban", text)


def is_card(text: str) -> bool:
    """Return whether a text is the number of a payment card: first digits, length and Luhn's."""
    digits = text.replace(" ", "").replace("-", "")
    return CARD.fullmatch(digits) is not None and _valid("luhn", digits)


def is_imei(text: str) -> bool:
    """Return whether a text is the number of a mobile device, with Luhn's check digit."""
    digits = text.replace(" ", "").replace("-", "").replace("/", "")
    return IMEI.fullmatch(digits) is not None and _valid("imei", text)


def is_vin(text: str) -> bool:
    """Return whether a text has the form of a vehicle identification number."""
    return VIN.fullmatch(text) is not None


def has_vin_digit(text: str) -> bool:
    """Return whether a vehicle identification number has the check digit of North America."""
    if not is_vin(text):
        return False
    letters = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", map(int, "12345678123457923456789"), strict=True))
    weights = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
    total = sum(w * (int(c) if c.isdigit() else letters[c]) for w, c in zip(weights, text, strict=True))
    return text[8] == ("X" if total % 11 == 10 else str(total % 11))


@cache
def validator(module: str) -> Callable[[str], bool]:
    """Return the check of a number by python-stdnum."""
    valid: Callable[[str], bool] = import_module(f"stdnum.{module}").is_valid
    return valid


def _valid(module: str, text: str) -> bool:
    return bool(validator(module)(text))


@cache
def national_ids() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the modules of national numbers, each with the form that a text has first."""
    return tuple((row["module"], re.compile(row["pattern"])) for row in data_rows("national_ids.csv"))


def _number_of(module: str, form: re.Pattern[str]) -> Callable[[str], bool]:
    """Return the test of a country's numbers: their form first, then their check by a library."""
    return lambda text: form.fullmatch(text) is not None and _valid(module, text)


def national_id(values: Sequence[Value], least: float) -> Share:
    """Return the shares of values that are numbers of one country, the one that most of them are.

    They are 0 where fewer values than `least` are.
    """
    upper = [Value(text.upper(), held) for text, held in values]
    most = NONE
    for module, form in national_ids():
        if share(upper[:20], form.fullmatch, 0.5).values:
            most = max(most, share(upper, _number_of(module, form), least), key=lambda one: one.values)
    return most


def is_zip(text: str) -> bool:
    """Return whether a text is a ZIP of three, five or nine digits."""
    return re.fullmatch(r"[0-9]{3}|[0-9]{5}(-[0-9]{4})?", text) is not None


def is_zip_of_nine(text: str) -> bool:
    """Return whether a text is a ZIP of nine digits, as the United States alone write them."""
    return re.fullmatch(r"[0-9]{5}-[0-9]{4}", text) is not None


def digits(text: str) -> int:
    """Return the number of digits in a text."""
    return sum(map(str.isdigit, text))


def may_be_phone(text: str) -> bool:
    """Return whether a text has the marks and the number of digits of a telephone number."""
    return PHONE.fullmatch(text) is not None and 6 <= digits(text) <= 15


def phones(values: Sequence[Value], least: float) -> Share:
    """Return the shares of valid telephone numbers, in one country where they name none.

    They are 0 where fewer values than `least` are.
    """
    import phonenumbers

    def valid_in(region: str | None) -> Callable[[str], bool]:
        def valid(text: str) -> bool:
            if not may_be_phone(text):
                return False
            given = "+" + text[2:] if text.startswith("00") else text
            try:
                return bool(phonenumbers.is_valid_number(phonenumbers.parse(given, region)))
            except phonenumbers.NumberParseException:
                return False

        return valid

    international = share(values, lambda text: text.startswith(("+", "00")), 0.9)
    if international.values:
        return share(values, valid_in(None), least)
    best, most = "", 0.0
    for region in REGIONS:
        if most < 1 and share(values[:8], valid_in(region)).values:
            found = share(values[:30], valid_in(region)).values
            best, most = (region, found) if found > most else (best, most)
    return share(values, valid_in(best), least) if best else NONE


def written_as_phone(text: str) -> bool:
    """Return whether a text is written as nothing but a telephone number is."""
    return (
        may_be_phone(text)
        and not date_of(text)
        and (text.startswith(("+", "00", "(")) or NATIONAL_PHONE.fullmatch(text) is not None)
    )


def tokens(text: str) -> list[str]:
    """Return the words of a text, folded."""
    return TOKEN.findall(folded(text))


def _wordy(text: str) -> bool:
    """Return whether a text has no digit."""
    return not any(map(str.isdigit, text))


def has_given_name(text: str) -> bool:
    """Return whether a short text without digits holds a common given name."""
    held = tokens(text) if _wordy(text) else []
    return 0 < len(held) <= 5 and not words("given").isdisjoint(held)


def is_company(text: str) -> bool:
    """Return whether a text ends or begins as the name of a company."""
    held = tokens(text)
    return len(held) > 1 and bool({held[-1], held[0], "".join(held[-2:])} & words("companies"))


def is_street(text: str) -> bool:
    """Return whether a text is a street with a house number."""
    if " " not in text or len(text) > 100 or HOUSE.search(text) is None:
        return False
    held = tokens(text)
    return not words("streets").isdisjoint(held) or any(len(word) > 5 and word.endswith(SUFFIXES) for word in held)


SUFFIXES = (
    "strasse", "str", "weg", "platz", "allee", "gasse", "straat", "laan", "plein", "gracht", "kade", "gatan", "vagen",
    "gade", "vej", "veien", "gata", "katu", "tie", "polku", "ring", "damm",
)  # fmt: skip
"""The ends of street names that are one word."""


def is_city(text: str) -> bool:
    """Return whether a text is or begins with a large city."""
    held = tokens(text) if _wordy(text) else []
    return 0 < len(held) <= 4 and not words("cities").isdisjoint((held[0], held[-1]))


def is_of_words(text: str) -> bool:
    """Return whether a text has four words or more, as a note has and a label seldom."""
    return len(text.split()) >= 4


def is_sentence(text: str) -> bool:
    """Return whether a text is as long as free text: six words or more."""
    return text.count(" ") >= 5 and len(text) > 30
