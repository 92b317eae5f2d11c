"""What releases give away together, beside plain loops over their records, and on every engine."""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
import pytest

import sqlmetrics
from conftest import Run
from engines import Database
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.together.question import TogetherQuestion, series_of
from sqlmetrics.scoring.scores import ReleaseScores
from sqlmetrics.spec.call import call_spec
from statements import alike

Value = str | None


class Record(NamedTuple):
    """A record of a release."""

    person: int | None
    age: int | None
    place: Value
    disease: Value


COLUMNS = list(Record._fields)
WORDS: dict[str, Any] = {"quasi_identifiers": ["age", "place"], "sensitive": "disease"}
Key = tuple[str, str | None, int]
"""A metric, an attack, and a number of releases."""


def random_series(pick: random.Random) -> list[list[Record]]:
    """Return a few releases of the same people, some of whom change, come again or have no id."""
    people = [
        (number, pick.randrange(3), pick.choice("xy"), pick.choice(["a", "b", "c", None])) for number in range(14)
    ]
    releases = []
    for _ in range(pick.randint(2, 4)):
        coarse = pick.random() < 0.5
        rows = [Record(number, 0 if coarse else age, place, value) for number, age, place, value in people]
        rows = [row for row in rows if pick.random() < 0.8]
        rows += [rows[0]] if rows and pick.random() < 0.2 else []
        rows = [row._replace(disease="d") if pick.random() < 0.03 else row for row in rows]
        rows = [row._replace(person=None) if pick.random() < 0.05 else row for row in rows]
        releases.append([row._replace(place=None) if pick.random() < 0.1 else row for row in rows])
    return releases


def followed(releases: Sequence[Sequence[Record]]) -> dict[int, dict[int, Record]]:
    """Return the records of the people in several releases, once in each and with one value."""
    found: dict[int, list[tuple[int, Record]]] = defaultdict(list)
    for number, rows in enumerate(releases):
        for row in rows:
            if row.person is not None:
                found[row.person].append((number, row))
    return {
        person: dict(own)
        for person, own in found.items()
        if len(own) == len(dict(own)) > 1 and len({row.disease for _, row in own}) == 1
    }


def best(beliefs: dict[Value, float], value: Value) -> float:
    """Return the chance that the likeliest value is the right one, where equal ones share it."""
    most = max(beliefs.values())
    likeliest = [one for one, belief in beliefs.items() if math.isclose(belief, most, rel_tol=1e-9)]
    return (value in likeliest) / len(likeliest)


def expected(releases: Sequence[Sequence[Record]]) -> Iterator[tuple[Key, tuple[int, float | None]]]:
    """Yield the people and the value of each score, by loops."""
    classes = [defaultdict[Any, Counter[Value]](Counter) for _ in releases]
    whole = [Counter(row.disease for row in rows) for rows in releases]
    for number, rows in enumerate(releases):
        for row in rows:
            classes[number][row.age, row.place][row.disease] += 1
    people = followed(releases)
    for step in range(1, len(releases) + 1):
        left, alone, kept, together, surest = [], [], [], [], []
        for own in people.values():
            seen = {number: row for number, row in own.items() if number < step}
            if len(seen) < min(step, 2):
                continue
            shown = {number: classes[number][row.age, row.place] for number, row in seen.items()}
            value = next(iter(seen.values())).disease
            candidates = set.intersection(*(set(one) for one in shown.values()))
            left.append(len(candidates))
            alone.append(any(len(one) == 1 for one in shown.values()))
            kept.append(len({frozenset(one) for one in shown.values()}) == 1)
            beliefs = {}
            for one in candidates:
                shares = [(shown[n][one] / shown[n].total(), whole[n][one] / whole[n].total()) for n in shown]
                prior = math.exp(sum(math.log(q) for _, q in shares) / len(shares))
                beliefs[one] = prior * math.prod(p / q for p, q in shares)
            together.append(best(beliefs, value))
            sure = max(sorted(shown), key=lambda n: max(shown[n].values()) / shown[n].total())
            surest.append(best({one: float(times) for one, times in shown[sure].items()}, value))

        def mean(values: Sequence[float], step: int = step) -> float | None:
            return sum(values) / len(values) if values else None

        many = len(left)
        smallest = min((len(one) for number in range(step) for one in classes[number].values()), default=None)
        yield ("candidates_left", "intersection", step), (many, min(left, default=None))
        yield ("candidates_left", "single_release", step), (many, smallest)
        yield ("known_by_intersection", "intersection", step), (many, mean([one == 1 for one in left]))
        yield ("known_by_intersection", "single_release", step), (many, mean(alone))
        guesses = (mean(together), mean(surest))
        yield ("guessed", "intersection", step), (many, None if guesses[0] is None else max(guesses))  # type: ignore[type-var]
        yield ("guessed", "single_release", step), (many, guesses[1])
        if step > 1:
            yield ("signature_kept", "intersection", step), (many, mean(kept))
            came = Counter[Any]()
            for key in classes[step - 1]:
                before = classes[step - 2].get(key, Counter())
                for one, times in classes[step - 1][key].items():
                    came[key] += max(times - before[one], 0)
            grown = [number for number in came.values() if number]
            lone = mean([0.0] * (sum(grown) - grown.count(1)) + [1.0] * grown.count(1))
            yield ("newcomers_alone", "subtraction", step), (sum(grown), lone)


def as_frames(releases: Sequence[Sequence[Record]]) -> list[pd.DataFrame]:
    """Return releases as frames, whose numbers may be NULL."""
    types = {"person": "Int64", "age": "Int64", "place": "string", "disease": "string"}
    return [pd.DataFrame(rows, columns=COLUMNS).astype(types) for rows in releases]


def together(frames: Sequence[Any], **words: Any) -> ReleaseScores:
    """Return what frames give away together."""
    own = {"individual": "person"} | WORDS | words
    return sqlmetrics.compare(frames[0], list(frames), **own).attacks(together=True)


def by_key(scores: ReleaseScores) -> dict[Key, tuple[int, float | None]]:
    """Return the people and the value of each score."""
    return {
        (one.metric, one.attack, int(str(one.parameters).removeprefix("releases="))): (one.records, one.value)
        for one in scores
    }


@pytest.mark.parametrize("seed", range(12))
def test_scores_are_those_of_loops(seed: int) -> None:
    """Of random series, with NULLs, people who change, and people in one release only."""
    check_by_loops(random_series(random.Random(seed)))


def check_by_loops(releases: Sequence[Sequence[Record]]) -> None:
    """Compare the scores of a series with those of loops over its records."""
    found, wanted = by_key(together(as_frames(releases))), dict(expected(releases))
    assert found.keys() == wanted.keys()
    for key, (records, value) in wanted.items():
        assert found[key][0] == records, key
        assert found[key][1] == (None if value is None else pytest.approx(value, abs=1e-9)), key


def test_more_values_than_a_word_has_bits_are_told_apart() -> None:
    """Of 150 values in classes of dozens, people keep those that each of their classes shows."""
    pick = random.Random(5)
    people = [(number, f"{number % 150:03}" if number % 7 else None) for number in range(300)]
    releases = [
        [Record(number, pick.randrange(4), None, value) for number, value in people if pick.random() < 0.9]
        for _ in range(3)
    ]
    check_by_loops(releases)


def test_a_pseudonym_makes_people_with_the_same_classes_a_class() -> None:
    """By a loop over the sets of classes that people have in their releases."""
    releases = random_series(random.Random(5))
    traces = defaultdict[int, set[Any]](set)
    for number, rows in enumerate(releases):
        for row in rows:
            if row.person is not None:
                traces[row.person].add((number, row.age, row.place))
    sizes = Counter(map(frozenset, traces.values()))
    compared = sqlmetrics.compare(pd.DataFrame(), as_frames(releases), individual="person", **WORDS)
    followed = [one for one in compared.attacks(together=True, pseudonym=True) if one.attack == "pseudonym"]
    assert {one.metric: one.value for one in followed} == {
        "k_anonymity": min(sizes.values()),
        "uniqueness": pytest.approx(sum(size == 1 for size in sizes.values()) / len(traces)),
        "records_at_risk": pytest.approx(sum(size for size in sizes.values() if size < 5) / len(traces)),
    }


def shown_classes(pick: random.Random, people: int, values: int, shown: int, fixed: bool) -> list[pd.DataFrame]:
    """Return two releases in which each person's class shows so many equally likely values.

    The others of a class are nobody's records; they have the same values in both where `fixed`.
    """
    owned = [pick.randrange(values) for _ in range(people)]
    releases: list[list[Record]] = [[], []]
    for person, own in enumerate(owned):
        others = [value for value in range(values) if value != own]
        drawn = pick.sample(others, shown - 1)
        for rows in releases:
            drawn = drawn if fixed else pick.sample(others, shown - 1)
            rows += [Record(person, person, "x", str(own)), *(Record(None, person, "x", str(one)) for one in drawn)]
    return as_frames(releases)


@pytest.mark.parametrize(("values", "shown"), [(6, 3), (14, 2), (14, 5)])
def test_people_known_by_two_releases_are_as_many_as_expected(values: int, shown: int) -> None:
    """Of independent classes of l of S values one is left to C(S - l, l - 1) / C(S - 1, l - 1)."""
    people = 1500
    scores = by_key(together(shown_classes(random.Random(values + shown), people, values, shown, fixed=False)))
    chance = math.comb(values - shown, shown - 1) / math.comb(values - 1, shown - 1)
    known = scores["known_by_intersection", "intersection", 2][1]
    assert known == pytest.approx(chance, abs=4 * math.sqrt(chance * (1 - chance) / people))
    assert scores["known_by_intersection", "single_release", 2][1] == 0


def test_an_m_invariant_series_gives_nothing_away() -> None:
    """Where classes show the same values in each release, nothing is crossed out."""
    scores = by_key(together(shown_classes(random.Random(1), 20, 8, 3, fixed=True)))
    assert scores["signature_kept", "intersection", 2][1] == 1
    assert scores["candidates_left", "intersection", 2][1] == 3
    assert scores["known_by_intersection", "intersection", 2][1] == 0
    assert scores["guessed", "intersection", 2][1] == pytest.approx(1 / 3)


def test_a_release_twice_is_said_and_shows_nothing_new() -> None:
    """Its scores are those of one release, but for the people who are in several."""
    frame = as_frames([[Record(number, number % 2, "x", value) for number, value in enumerate("aabbcb")]])[0]
    result = together([frame, frame])
    scores = by_key(result)
    for metric in ("candidates_left", "known_by_intersection", "guessed"):
        assert scores[metric, "intersection", 2] == scores[metric, "intersection", 1]
    assert scores["newcomers_alone", "subtraction", 2] == (0, None)
    assert "the same as an earlier release" in result.notes[0]


def test_another_release_leaves_nobody_more_values() -> None:
    """The values left to people never grow, and signatures are never mended."""
    for seed in range(20, 26):
        scores = by_key(together(as_frames(random_series(random.Random(seed)))))
        for metric, better in (("known_by_intersection", 1), ("candidates_left", -1)):
            alone, joint = scores[metric, "single_release", 2][1], scores[metric, "intersection", 2][1]
            if joint is not None and alone is not None:
                assert better * joint >= better * alone - 1e-12


def test_the_reasons_of_people_who_are_not_followed_are_counted() -> None:
    """One in one release only, one who changed, one who comes twice, and a record of nobody."""
    first = [Record(1, 1, "x", "a"), Record(2, 1, "x", "a"), Record(3, 1, "x", "b"), Record(3, 1, "x", "b")]
    second = [Record(2, 1, "x", "b"), Record(3, 1, "x", "b"), Record(None, 1, "x", "c"), Record(4, 2, "y", "a")]
    result = together(as_frames([first, second]))
    assert [note.split(" ")[0] for note in result.notes] == ["2", "1", "1", "1"]
    assert {one.reason for one in result if one.metric != "newcomers_alone"} == {
        "nobody can be followed through several releases",
        None,
    }
    assert all("'a'" not in note and "'b'" not in note for note in result.notes)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda frames: together(frames[:1]), "name two or more"),
        (lambda frames: together(frames * 25), "48 at most"),
        (lambda frames: together([frames[0], frames[1].drop(columns="person")]), "has no column 'person'"),
        (lambda frames: together([frames[0], frames[1].drop(columns="place")]), "place"),
        (lambda frames: together(frames, sensitive=()), "name one"),
        (lambda frames: together(frames, level="class"), "level"),
        (lambda frames: together(frames, by="age"), "slices"),
        (lambda frames: together(frames, known=2), "known"),
        (
            lambda frames: sqlmetrics.compare(frames[0], frames, **WORDS).attacks(together=True, record_id="person"),
            "record id",
        ),
        (lambda frames: sqlmetrics.compare(frames[0], frames, **WORDS).attacks(pseudonym=True), "together"),
        (
            lambda frames: sqlmetrics.compare(frames[0], frames, **WORDS).attacks(together=True, everything=True),
            "need the original",
        ),
    ],
)
def test_bad_series_are_refused(call: Any, said: str) -> None:
    """With a sentence that says what to do."""
    frames = as_frames([[Record(1, 1, "x", "a")], [Record(1, 1, "x", "a")]])
    with pytest.raises(SpecError, match=said):
        call(frames)


@pytest.mark.engines("nested")
def test_every_engine_gives_the_same_scores(engine: Database, truth: Database) -> None:
    """Those of three releases, with guesses of everybody and of a few people who are drawn."""

    def rows(database: Database, targets: Any) -> list[Any]:
        words = {"individual": "id", "targets": targets, "database": "d", "suppressed": "*"}
        spec = call_spec(None, ["k", "zip"], ["x"], words)
        names = [database.written(name) for name in ("people", "released", "people")]
        question = TogetherQuestion(series_of(names, spec.place), spec)
        rows = [alike(row) for row in database.rows(question.printed(database.dialect))]
        return [(*row[:13], *row[14:]) for row in rows]

    for targets in ("all", 20):
        found, wanted = rows(engine, targets), rows(truth, targets)
        assert len(found) == len(wanted) > 0
        for one, other in zip(found, wanted, strict=True):
            texts = [(left, right) for left, right in zip(one, other, strict=True) if not isinstance(right, float)]
            numbers = [(left, right) for left, right in zip(one, other, strict=True) if isinstance(right, float)]
            assert [left for left, _ in texts] == [right for _, right in texts]
            assert [float(left) for left, _ in numbers] == pytest.approx([right for _, right in numbers], abs=1e-9)


def test_a_pattern_stands_for_its_files_in_their_order(tmp_path: Path, run: Callable[..., Run]) -> None:
    """A quoted pattern is what the shell makes of it, with a condition, too, and in Python."""
    for month in (1, 2, 3):
        rows = "".join(f"{i},{i % (month + 2)},{'flu' if i % 3 else 'gout'}\n" for i in range(60))
        (tmp_path / f"release_{month}.csv").write_text(f"id,age,disease\n{rows}")
    files = sorted(map(str, tmp_path.glob("*.csv")))
    pattern = str(tmp_path / "release_*.csv")
    flags = ("--together", "--individual", "id", "-q", "age", "-s", "disease", "-f", "json")
    for where in ((), ("--release-where", "age < 2")):
        named, quoted = (run("attacks", *names, *flags, *where) for names in (files, [pattern]))
        assert (quoted.code, quoted.out) == (0, named.out)
    sides = series_of([pattern])
    assert [sides.original, *sides.releases] == files
    refused = run("attacks", str(tmp_path / "none_*.csv"), *flags)
    assert (refused.code, refused.out) == (2, "")
