"""Utility for classifiers: scikit-learn, a reference, hand-derived cases, properties."""

from __future__ import annotations

import json
import math
import random
import re
import shlex
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

import sqlmetrics
from conftest import Run, defined, same
from sqlmetrics import SpecError, tradeoff
from sqlmetrics.engine.comparison import Compared, Sides
from sqlmetrics.release.utility.prediction_task import plan_task, task_entries
from sqlmetrics.release.utility.tradeoff import TradeoffQuestion
from sqlmetrics.scoring.chance import OF_ITSELF
from sqlmetrics.scoring.scores import ReleaseScores
from sqlmetrics.spec.call import call_spec
from sqlmetrics.spec.place import Place
from sqlmetrics.statement.render import render

Cell = tuple[Any, ...]


def people(count: int = 400, seed: int = 3) -> pd.DataFrame:
    """Return people whose disease and smoking depend on age and job; some jobs are unknown."""
    pick = random.Random(seed)
    rows = []
    for _ in range(count):
        age = pick.randrange(20, 60)
        job = pick.choice(["nurse", "miner", "clerk", None])
        smoker = pick.choice(["yes", "no", "no"]) if job != "miner" else "yes"
        sick = pick.random() < 0.1 + 0.01 * (age - 20) + (0.4 if smoker == "yes" else 0)
        rows.append((age, job, smoker, pick.choice(["flu", "asthma"]) if sick else "none"))
    return pd.DataFrame(rows, columns=["age", "job", "smoker", "disease"])


PEOPLE = people()
KEYS, SECRET, NEUTRAL = ["age", "job"], "disease", "smoker"


def decades(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a release with ages in decades, as text."""
    return frame.assign(age=(frame.age // 10 * 10).map(lambda start: f"{start}-{start + 9}"))


DECADES = {"cuts": [30, 40, 50], "labels": ["20-29", "30-39", "40-49", "50-59"]}


def held_out(counts: Counter[Cell], part: int, seed: int) -> Counter[Cell]:
    """Return how many records of each combination are held out.

    The rule is that of the README, in whole numbers.
    """
    prime = 16777213

    def code(value: Any) -> bytes:
        return b"none" if value is None else f"={value}=".encode()

    places = {}
    for place, cell in enumerate(sorted(counts, key=lambda cell: [code(value) for value in cell]), 1):
        once = (48271 * place + seed * 7919 % prime) % prime
        twice = (once * once + place) % prime
        places[cell] = ((twice * twice + once) % prime, place)
    start, reached, held = seed * 6151 % 10_000, 0, Counter[Cell]()
    for cell in sorted(counts, key=lambda cell: places[cell]):
        before = (reached * part + start) // 10_000
        reached += counts[cell]
        held[cell] = (reached * part + start) // 10_000 - before
    return held


def quality(
    learnt: dict[Cell, Fraction], tests: dict[Cell, int], target: int, keys: Sequence[int], classifier: str
) -> tuple[float, float]:
    """Return accuracy and macro F1 of a classifier that predicts one place of the cells.

    A tie is a guess at random.
    """
    labels: dict[Any, Fraction] = defaultdict(Fraction)
    for cell, weight in learnt.items():
        labels[cell[target]] += weight
    labels = {label: weight for label, weight in labels.items() if weight}
    places = [place for place in range(len(next(iter(tests)))) if place != target]
    shares: dict[Cell, Fraction] = defaultdict(Fraction)
    values: dict[int, set[Any]] = defaultdict(set)
    for cell, weight in learnt.items():
        for place in places:
            if weight:
                shares[place, cell[place], cell[target]] += weight
                values[place].add(cell[place])

    def guesses(cell: Cell) -> list[Any]:
        if classifier == "majority":
            votes: dict[Any, Fraction] = defaultdict(Fraction)
            for other, weight in learnt.items():
                if all(other[key] == cell[key] for key in keys):
                    votes[other[target]] += weight
            votes = votes if any(votes.values()) else labels
            return [label for label, weight in votes.items() if weight == max(votes.values())]
        scores = {}
        for label, weight in labels.items():
            logs = [math.log(weight / sum(labels.values()))]
            for place in places:
                if cell[place] in values[place]:
                    logs.append(math.log((shares[place, cell[place], label] + 1) / (weight + len(values[place]))))
            scores[label] = math.fsum(logs)
        return [label for label, score in scores.items() if score > max(scores.values()) - 1e-9]

    correct, predicted, truth = Counter[Any](), Counter[Any](), Counter[Any]()
    for cell, count in tests.items():
        truth[cell[target]] += count
        best = guesses(cell)
        for label in best:
            predicted[label] += count / len(best)  # type: ignore[assignment]
            correct[label] += count / len(best) if label == cell[target] else 0  # type: ignore[assignment]
    every = [label for label in {*truth, *predicted} if truth[label] + predicted[label]]
    f1 = sum(2 * correct[label] / (truth[label] + predicted[label]) for label in every) / len(every)
    return sum(correct.values()) / sum(truth.values()), f1


def cells(frame: pd.DataFrame) -> Counter[Cell]:
    """Return the combinations of values with their records."""
    plain = (
        [None if pd.isna(value) else value for value in row] for row in frame.astype(object).itertuples(index=False)
    )
    return Counter(tuple(row) for row in plain)


def people_held_out(units: pd.DataFrame, columns: list[str], part: int, seed: int) -> Counter[Cell]:
    """Return how many people of each combination are held out, each of them in all of theirs."""
    persons = held_out(Counter(set(cells(units[["person"]]))), part, seed)
    drawn = {person for person, count in persons.items() if count}
    return Counter({cell[1:]: 0 for cell in cells(units)}) + Counter(
        cell[1:] for cell in cells(units[["person", *columns]]) if cell[:1] in drawn
    )


def reference(
    original: pd.DataFrame, release: pd.DataFrame, target: str, recode: Callable[[Cell], Cell], seed: int = 1
) -> dict[str, float]:
    """Return U_base, U_san and U_max for each classifier and measure.

    They are computed by exact shares, without code of the product. Records of a `person` with the
    same values are one.
    """
    columns = [*KEYS, SECRET, NEUTRAL]
    place = columns.index(target)
    apart = "person" in original
    if apart:
        original, release = (frame[["person", *columns]].drop_duplicates() for frame in (original, release))
    counts = cells(original[columns])
    drawn = people_held_out(original, columns, 3000, seed) if apart else held_out(counts, 3000, seed)
    tests = {cell: count for cell, count in drawn.items() if count}
    left = {cell: Fraction(count - tests.get(cell, 0)) for cell, count in counts.items()}
    of_original, recoded_tests = Counter[Cell](), Counter[Cell]()
    for cell, count in counts.items():
        of_original[recode(cell)] += count
        recoded_tests[recode(cell)] += tests.get(cell, 0)
    released = {
        cell: count * (1 - Fraction(recoded_tests[cell], of_original[cell]) if of_original[cell] else Fraction(1))
        for cell, count in cells(release[columns]).items()
    }
    utilities: dict[str, float] = {}

    def without(hidden: Sequence[str], counted: dict[Cell, Any]) -> dict[Cell, Any]:
        gathered: dict[Cell, Any] = defaultdict(int)
        for cell, count in counted.items():
            gathered[
                tuple("?" if column in hidden else value for column, value in zip(columns, cell, strict=True))
            ] += count
        return gathered

    for classifier in ("majority", "naive_bayes"):
        hiding = [KEYS] if target == SECRET else [KEYS, [SECRET]]
        bases = [quality(without(hidden, left), without(hidden, tests), place, (0, 1), classifier) for hidden in hiding]
        tested = {cell: count for cell, count in recoded_tests.items() if count}
        for number, measure in enumerate(("accuracy", "f1")):
            utilities[f"u_base {classifier} {measure}"] = max(base[number] for base in bases)
            utilities[f"u_san {classifier} {measure}"] = quality(released, tested, place, (0, 1), classifier)[number]
            utilities[f"u_max {classifier} {measure}"] = quality(left, tests, place, (0, 1), classifier)[number]
    return utilities


def measured(result: ReleaseScores, target: str) -> dict[str, float | None]:
    """Return the utilities of an attribute, named as the reference names them."""
    return {
        f"{score.metric} {score.parameter('classifier')} {score.parameter('measure')}": score.value
        for score in result.scores
        if score.metric in {"u_base", "u_san", "u_max"} and score.target == target
    }


@pytest.mark.parametrize("seed", [1, -7, 123_456_789])
@pytest.mark.parametrize("target", [SECRET, NEUTRAL])
def test_utilities_are_those_of_the_reference(target: str, seed: int) -> None:
    """Both classifiers and measures agree for a release of recoded keys that lacks some records."""
    release = decades(PEOPLE).iloc[40:]
    result = tradeoff(
        PEOPLE, [release], KEYS, SECRET, workload=[SECRET, NEUTRAL], partitions={"age": DECADES}, seed=seed
    )

    def recode(cell: Cell) -> Cell:
        return (f"{cell[0] // 10 * 10}-{cell[0] // 10 * 10 + 9}", *cell[1:])

    assert measured(result, target) == pytest.approx(reference(PEOPLE, release, target, recode, seed), rel=1e-9)


@pytest.mark.parametrize("target", [SECRET, NEUTRAL])
def test_people_are_held_out_whole(target: str) -> None:
    """People of several records count once in each combination, and are tested or learnt from.

    One of them has no name, and two records of another are the same.
    """
    names = [None if number < 3 else f"p{number // 3}" for number in range(len(PEOPLE))]
    visits = PEOPLE.assign(person=pd.Series(names, dtype=object))
    people = pd.concat([visits, visits.iloc[10:14]])
    release = decades(people).iloc[40:]
    result = tradeoff(
        people,
        [release],
        KEYS,
        SECRET,
        workload=[SECRET, NEUTRAL],
        partitions={"age": DECADES},
        individual="person",
        nulls="category",
    )

    def recode(cell: Cell) -> Cell:
        return (f"{cell[0] // 10 * 10}-{cell[0] // 10 * 10 + 9}", *cell[1:])

    assert measured(result, target) == pytest.approx(reference(people, release, target, recode), rel=1e-9)
    assert "'person' tells people apart: each counts once in each combination, and people are held out whole" in (
        result.notes
    )
    alone = sqlmetrics.score(release, KEYS, SECRET, individual="person", metrics=["itpr", "k_anonymity"])
    for metric, of in (("itpr", SECRET), ("k_anonymity", "identity")):
        assert result.value(metric, target=of) == pytest.approx(alone.value(metric, target=of), rel=1e-12)
    with pytest.raises(SpecError, match="no column 'person', which tells people apart"):
        tradeoff(people, [release.drop(columns="person")], KEYS, SECRET, workload=SECRET, individual="person")


def test_a_person_with_many_records_is_one_to_classifiers() -> None:
    """Ten records of one person with the same values are worth as much as one of them."""
    people = PEOPLE.iloc[:60].assign(person=[f"p{number}" for number in range(60)])
    often = pd.concat([people, *[people.iloc[:3]] * 9])
    words: dict[str, Any] = {"workload": [SECRET], "individual": "person"}
    once, ten = (tradeoff(frame, [frame], KEYS, SECRET, **words) for frame in (people, often))
    assert defined([score.value for score in once.scores]) == same([score.value for score in ten.scores])
    records = tradeoff(often, [often], KEYS, SECRET, workload=[SECRET])
    assert [score.value for score in records.scores] != [score.value for score in ten.scores]


def test_naive_bayes_is_that_of_scikit_learn() -> None:
    """Joint log-likelihoods, accuracy and F1 are those of CategoricalNB with the same smoothing.

    Both learn from the same people.
    """
    from sklearn.metrics import accuracy_score, f1_score
    from sklearn.naive_bayes import CategoricalNB
    from sklearn.preprocessing import OrdinalEncoder

    known, control = people(500, 4).fillna("?"), people(300, 5).fillna("?")
    known, control = decades(known), decades(control)
    features = ["age", "job", "smoker"]
    encoder = OrdinalEncoder().fit(known[features])
    model = CategoricalNB(alpha=0.5).fit(encoder.transform(known[features]), known.disease)
    guessed = model.predict(encoder.transform(control[features]))
    result = tradeoff(known, [known], KEYS, SECRET, workload=SECRET, neutral=NEUTRAL, control=control, alpha=0.5)
    for metric in ("u_san", "u_max"):
        bayes = {"classifier": "naive_bayes", "alpha": "0.5"}
        assert result.value(metric, measure="accuracy", **bayes) == pytest.approx(
            accuracy_score(control.disease, guessed), abs=1e-9
        )
        f1 = f1_score(control.disease, guessed, average="macro")
        assert result.value(metric, measure="f1", **bayes) == pytest.approx(f1, abs=1e-9)
    spec = call_spec(None, KEYS, SECRET, {})
    task = plan_task(spec, [SECRET], neutral=[NEUTRAL], alpha=0.5)
    columns = tuple((column, "") for column in task.columns)
    relation, others = Compared("known", "known", columns), Compared("control", "control", columns)
    entries = task_entries(relation, relation, task, SECRET, others) | {"likelihoods": True}
    with duckdb.connect() as connection:
        connection.register("known", known)
        connection.register("control", control)
        rows = connection.execute(render("tradeoff", entries)).fetchall()
    plain = {(origin, *(text.strip("=") for text in (*values, label))): log for origin, *values, _, label, log in rows}
    expected = model.predict_joint_log_proba(encoder.transform(control[features]))
    checked = 0
    for person, logs in zip(control.itertuples(), expected, strict=True):
        for label, log in zip(model.classes_, logs, strict=True):
            values = (str(person.age), str(person.job), str(person.disease), str(person.smoker))
            assert plain["original", *values, label] == pytest.approx(log, abs=1e-9)
            checked += 1
    assert checked == 3 * len(control)


def test_naive_bayes_of_adult_is_that_of_scikit_learn(adult: Path) -> None:
    """Accuracy and F1 agree on Adult's 30,162 records, of which two thirds are learnt from.

    The records that are tested have no value that the others lack.
    """
    from sklearn.metrics import accuracy_score, f1_score
    from sklearn.naive_bayes import CategoricalNB
    from sklearn.preprocessing import OrdinalEncoder

    frame = pd.read_csv(adult / "adult.csv", sep=";")
    keys, target = ["age", "education", "sex", "race", "occupation", "native-country"], "salary-class"
    known = frame[frame.index % 3 != 0]
    control = frame[frame.index % 3 == 0]
    control = control[control.age.isin(known.age) & control["native-country"].isin(known["native-country"])]
    encoder = OrdinalEncoder().fit(known[keys])
    guessed = (
        CategoricalNB().fit(encoder.transform(known[keys]), known[target]).predict(encoder.transform(control[keys]))
    )
    result = tradeoff(known, [known], keys, target, workload=target, control=control)
    parameters = {"classifier": "naive_bayes", "target": target}
    assert result.value("u_max", measure="accuracy", **parameters) == pytest.approx(
        accuracy_score(control[target], guessed), abs=1e-9
    )
    assert result.value("u_max", measure="f1", **parameters) == pytest.approx(
        f1_score(control[target], guessed, average="macro"), abs=1e-9
    )
    assert {score.records for score in result.scores if score.metric == "u_san"} == {len(control)}


def test_a_release_of_the_original_itself_is_worth_the_original() -> None:
    """U_san is U_max for all classifiers, and with hierarchies that such a release does not use."""
    result = tradeoff(PEOPLE, [PEOPLE], KEYS, SECRET, workload=[SECRET, NEUTRAL], partitions={"age": DECADES})
    for target in (SECRET, NEUTRAL):
        for classifier in ("majority", "naive_bayes"):
            for measure in ("accuracy", "f1"):
                parameters = {"target": target, "classifier": classifier, "measure": measure}
                assert result.value("u_san", **parameters) == pytest.approx(
                    result.value("u_max", **parameters), abs=1e-12
                )


def test_a_release_that_is_the_trivial_sanitization_gains_nothing() -> None:
    """A release with all keys in one class has a gain of 0, and so has the adversary."""
    release = PEOPLE.assign(age="*", job="*")
    partitions = {"age": {"intervals": {"*": "(-inf, inf)"}}, "job": {"domains": {"*": ["nurse", "miner", "clerk"]}}}
    known = PEOPLE.dropna()
    result = tradeoff(
        known, [release[PEOPLE.job.notna()]], KEYS, SECRET, workload=SECRET, neutral=NEUTRAL, partitions=partitions
    )
    for classifier in ("majority", "naive_bayes"):
        for measure in ("accuracy", "f1"):
            assert result.value("utility_gain", classifier=classifier, measure=measure) == pytest.approx(0, abs=1e-12)
    assert result.value("a_acc") == result.value("a_know") == 0
    assert result.notes[-1].endswith(
        "utility gain 0.0 points over trivial sanitization, at 0.0 points of adversary gain (A_acc of disease)"
    )


def test_an_accuracy_has_its_confidence_interval() -> None:
    """An accuracy has Wilson's interval, by its bounds' equation; F1 and the gain have none."""
    result = tradeoff(PEOPLE, [PEOPLE], KEYS, SECRET, workload=SECRET)
    for score in result.scores:
        if score.metric == "u_max" and score.parameter("measure") == "accuracy":
            share, count = Fraction(str(round(score.value or 0, 12))), 120
            for bound in (score.low, score.high):  # the bounds p solve (share - p)^2 = z^2 p (1 - p) / n
                assert bound is not None
                assert (float(share) - bound) ** 2 == pytest.approx(
                    1.959963984540054**2 * bound * (1 - bound) / count, rel=1e-6
                )
            assert score.low is not None
            assert score.low < share < (score.high or 0)
        elif score.parameter("measure") == "f1" or score.metric == "utility_gain":
            assert (score.low, score.high) == (None, None)


def test_the_order_of_records_and_the_names_of_values_change_nothing() -> None:
    """The hold-out depends on records' values, not on their order; another seed changes it."""
    first = tradeoff(PEOPLE, [PEOPLE], KEYS, SECRET, workload=SECRET)
    mixed = PEOPLE.sample(frac=1, random_state=1)
    again = tradeoff(mixed, [mixed[["disease", "smoker", "job", "age"]]], KEYS, SECRET, workload=SECRET)
    assert measured(again, SECRET) == pytest.approx(measured(first, SECRET), abs=1e-12)
    other = tradeoff(PEOPLE, [PEOPLE], KEYS, SECRET, workload=SECRET, seed=2)
    assert measured(other, SECRET) != pytest.approx(measured(first, SECRET), abs=1e-12)
    assert {score.records for score in first.scores if score.metric == "u_san"} == {120}


def hand_made(folder: Path) -> tuple[Path, Path]:
    """Return eight records and their release, whose hold-out does not depend on the seed.

    A hold-out of one half has two records of each combination.
    """
    rows = "zip,disease\n" + "11,flu\n" * 4 + "12,cold\n" * 4
    (folder / "o.csv").write_text(rows)
    (folder / "r.csv").write_text(rows.replace("11", "1*").replace("12", "1*"))
    (folder / "zip.csv").write_text("11;1*;*\n12;1*;*\n")
    return folder / "o.csv", folder / "r.csv"


def test_a_case_by_hand(run: Callable[..., Run], tmp_path: Path) -> None:
    """The zip tells the disease and the release tells no zip: a gain of 0, derived by hand.

    Half of the guesses on the release are right, and all of those on the original.
    """
    original, release = hand_made(tmp_path)
    command = [
        "tradeoff",
        original,
        release,
        *shlex.split("-q zip -s disease -w disease"),
        "--hierarchy",
        f"zip={tmp_path}/zip.csv",
    ]
    ended = run(*command, "--holdout", 0.5, "-f", "json")
    assert ended.code == 0, ended.err
    result = json.loads(ended.out)
    utilities = {
        (score["metric"], score["parameters"].split(",")[0].partition("=")[2]): score["value"]
        for score in result["scores"]
        if score["target"] == "disease" and "measure=accuracy" in (score["parameters"] or "")
    }
    for classifier in ("majority", "naive_bayes"):
        assert utilities["u_base", classifier] == utilities["u_san", classifier] == 0.5
        assert utilities["u_max", classifier] == 1
        assert utilities["utility_gain", classifier] == 0
    k = next(score for score in result["scores"] if score["metric"] == "k_anonymity")
    assert (k["value"], k["release"]) == (8, str(release))
    sentence = "utility gain 0.0 points over trivial sanitization, at 0.0 points of adversary gain (A_acc of disease)"
    assert f"{release}, disease by majority: {sentence}" in result["notes"]


def test_values_find_their_level(tmp_path: Path) -> None:
    """Each value takes the finest level in the release, where one zip stands as it is.

    The others are generalized.
    """
    (tmp_path / "zip.csv").write_text("11;1*;*\n12;1*;*\n21;2*;*\n31;3*;*\n")
    original = pd.DataFrame(
        {"zip": [11] * 9 + [12] * 9 + [21] * 9 + [31] * 9, "x": list("abc" * 3) + ["a"] * 9 + ["b"] * 9 + ["c"] * 9}
    )
    release = original.assign(zip=["11"] * 9 + ["1*"] * 9 + ["*"] * 18)
    result = tradeoff(
        original, [release], "zip", "x", workload="x", hierarchies={"zip": tmp_path / "zip.csv"}, holdout=0.3334
    )
    # all three records held out of 12 are guessed right
    # 21 and 31 share a class, where a guess among b and c is right in half of the cases
    parameters: dict[str, Any] = {"classifier": "majority", "measure": "accuracy"}
    assert result.value("unseen_classes") == 0
    assert result.value("u_max", **parameters) == pytest.approx((3 * 1 / 3 + 9) / 12)
    assert result.value("u_san", **parameters) == pytest.approx((3 * 1 / 3 + 3 + 6 / 2) / 12)


def test_a_class_that_nobody_is_left_of_takes_the_most_frequent_value() -> None:
    """Held-out records without their class in the release take its most frequent value.

    They are counted, and a note gives their share.
    """
    original = pd.DataFrame({"zip": [1] * 10 + [2] * 10, "x": ["a"] * 10 + ["b"] * 10})
    result = tradeoff(original, [original.iloc[:10]], "zip", "x", workload="x", holdout=0.5)
    assert result.value("unseen_classes") == 0.5
    assert result.value("u_san", classifier="majority", measure="accuracy") == 0.5
    assert any("50.0% of the held-out records have nobody to learn from" in note for note in result.notes)


def test_scikit_learns_classifiers_find_what_is_there() -> None:
    """Each classifier learns a rule from the original, not from a release without it.

    The sample is bounded, and a note says so.
    """
    pick = random.Random(1)
    frame = pd.DataFrame(
        [
            (age, job, "ill" if (age > 2) == (job == "b") else "well")
            for age in range(6)
            for job in "ab"
            for _ in range(20)
        ]
    )
    frame.columns = pd.Index(["age", "job", "x"])
    release = frame.assign(job=[pick.choice("ab") for _ in range(len(frame))])
    forest, tree = "random_forest", "decision_tree"
    result = tradeoff(
        frame, [frame, release], ["age", "job"], "x", workload="x", classifiers=[forest, tree, "logistic_regression"]
    )
    first, second = result.releases
    for classifier in (forest, tree):
        assert result.value("u_max", release=first, classifier=classifier, measure="accuracy") == 1
        assert result.value("u_san", release=first, classifier=classifier, measure="f1") == 1
        gain = result.value("utility_gain", release=second, classifier=classifier, measure="accuracy")
        assert gain is not None
        assert gain < 0.3
    linear = result.value("u_max", release=first, classifier="logistic_regression", measure="accuracy")
    assert linear is not None
    assert linear < 0.8
    bounded = tradeoff(frame, [frame], ["age", "job"], "x", workload="x", classifiers=tree, sample=5)
    assert any("given 5 combinations" in note for note in bounded.notes)


def test_missing_scikit_learn_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the extra."""
    monkeypatch.setattr("sqlmetrics.release.utility.classifiers.find_spec", lambda name: None)
    with pytest.raises(SpecError, match=r"pip install 'sqlmetrics\[ml\]'"):
        tradeoff(PEOPLE, [PEOPLE], KEYS, SECRET, workload=SECRET, classifiers="decision_tree")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"workload": []}, "name columns to predict"),
        ({"workload": "age"}, "'age' is a quasi-identifier"),
        ({"workload": "diseases"}, "has no column 'diseases'; did you mean 'disease'"),
        ({"workload": SECRET, "neutral": "job"}, "column 'job' has 2 roles"),
        ({"workload": SECRET, "holdout": 1}, "between 0 and 1"),
        ({"workload": SECRET, "holdout": 0.00001}, "between 0 and 1"),
        ({"workload": SECRET, "alpha": 0}, "alpha, the number that smoothing adds"),
        (
            {"workload": SECRET, "classifiers": "bayes"},
            r"'bayes'; did you mean 'naive_bayes'\? There are: majority, naive_bayes",
        ),
        (
            {"workload": SECRET, "partitions": {"disease": {"flu": "x"}}},
            "'disease' is a workload attribute and predicted as it is",
        ),
        ({"workload": SECRET, "partitions": {"smoker": {"yes": "x"}}}, "'smoker' is recoded, but has no role"),
        ({"workload": SECRET, "partitions": {"job": {"cuts": [1]}}}, "intervals need a column of numbers"),
    ],
)
def test_tasks_that_cannot_be_learnt_are_an_error(options: dict[str, Any], message: str) -> None:
    """The message says what to do."""
    with pytest.raises(SpecError, match=message):
        tradeoff(PEOPLE, [PEOPLE], KEYS, SECRET, **options)


def reasons(result: ReleaseScores, metric: str) -> set[str | None]:
    """Return the reasons of a metric's values."""
    return {score.reason for score in result.scores if score.metric == metric}


def test_what_is_undefined_says_why() -> None:
    """An undefined value is never 0 and never left out; its reason is given.

    The causes: one value, nobody held out, an empty release, an attribute that the release lacks or
    that has other values there.
    """
    alike = tradeoff(PEOPLE.assign(disease="flu"), [PEOPLE.assign(disease="flu")], KEYS, SECRET, workload=SECRET)
    assert reasons(alike, "u_max") == reasons(alike, "utility_gain") == {"the workload attribute has a single value"}
    none = tradeoff(PEOPLE.iloc[:2], [PEOPLE], KEYS, SECRET, workload=SECRET, holdout=0.0001)
    assert reasons(none, "u_base") == reasons(none, "u_san") == {"no record is held out"}
    empty = tradeoff(PEOPLE, [PEOPLE.iloc[:0]], KEYS, SECRET, workload=SECRET)
    assert reasons(empty, "u_san") == reasons(empty, "utility_gain") == {"the release has no record to learn from"}
    assert reasons(empty, "u_max") == {None}
    lacking = tradeoff(PEOPLE, [PEOPLE.drop(columns=["disease", "job"])], KEYS, SECRET, workload=[SECRET, NEUTRAL])
    assert reasons(lacking, "utility_gain") == {"the release does not have the attribute", None}
    assert reasons(lacking, "a_acc") == {"the release does not have the attribute"}
    assert any("has no column 'job': its classifiers learn without it" in note for note in lacking.notes)
    others = tradeoff(PEOPLE, [PEOPLE.assign(disease="x")], KEYS, SECRET, workload=SECRET)
    assert reasons(others, "u_san") == {"none of the release's values of the attribute are the original's"}
    nothing = tradeoff(PEOPLE.iloc[:0], [PEOPLE.iloc[:0]], KEYS, SECRET, workload=SECRET)
    assert all(score.value is None and score.reason for score in nothing.scores)


def test_numbers_of_two_types_are_the_same_values() -> None:
    """A column that became floats in the release, as frames' do, is compared as numbers."""
    result = tradeoff(PEOPLE, [PEOPLE.astype({"age": "float64"})], KEYS, SECRET, workload=SECRET)
    for classifier in ("majority", "naive_bayes"):
        parameters: dict[str, Any] = {"classifier": classifier, "measure": "f1"}
        assert result.value("u_san", **parameters) == pytest.approx(result.value("u_max", **parameters), abs=1e-12)


def test_the_printed_statement_is_what_runs(run: Callable[..., Run], tmp_path: Path) -> None:
    """The twin needs no database; what it prints gives the command's numbers."""
    original, release = tmp_path / "o.csv", tmp_path / "r.csv"
    PEOPLE.to_csv(original, index=False)
    decades(PEOPLE).to_csv(release, index=False)
    (tmp_path / "age.csv").write_text("".join(f"{age};{age // 10 * 10}-{age // 10 * 10 + 9};*\n" for age in range(100)))
    command = [
        "tradeoff",
        original,
        release,
        "-q",
        "age",
        "-q",
        "job",
        "-s",
        SECRET,
        "-w",
        SECRET,
        "--hierarchy",
        f"age={tmp_path}/age.csv",
    ]
    text = run(*command, "--print-sql").out
    rows = duckdb.connect().execute(text).fetchall()
    shown = {tuple(row[:1] + row[3:5]): row[6] for row in rows}
    document = json.loads(run(*command, "-f", "json").out)
    values = {
        score["metric"]: score["value"]
        for score in document["scores"]
        if "majority, measure=f1" in (score["parameters"] or "")
    }
    assert len(values) == 4
    for metric, value in values.items():
        assert shown[metric, "majority", "f1"] == pytest.approx(value, abs=1e-12)
    assert "age_1" not in run(*command, "--print-sql", "--dialect", "spark").out
    assert run(*command, "--print-sql", "--dialect", "klingon").code == 2
    spec = plan_task(call_spec(None, KEYS, SECRET, {}), [SECRET], classifiers=["random_forest"])
    with pytest.raises(SpecError, match="only majority and naive_bayes are statements"):
        TradeoffQuestion(Sides("o.csv", ["r.csv"]), spec).printed()


@pytest.mark.parametrize("dialect", ["databricks", "mysql", "oracle", "redshift", "snowflake", "sqlserver", "trino"])
def test_what_is_printed_for_other_databases_is_their_sql(dialect: str) -> None:
    """A grammar reads the statement where no engine runs here; it keeps to the portable subset."""
    import sqlglot

    spec = call_spec(None, KEYS, SECRET, {"partitions": {"age": DECADES}})
    task = plan_task(spec, [SECRET, NEUTRAL], seed=3)
    text = TradeoffQuestion(Sides("o", ["r", "it's"], Place(database="d")), task, "c").printed(dialect)
    trees = sqlglot.parse(text, read={"sqlserver": "tsql"}.get(dialect, dialect), error_level=sqlglot.ErrorLevel.RAISE)
    assert len([tree for tree in trees if tree is not None]) == 4
    assert not re.search(r"\n\s*\n|\t| \n|select \*|%|::|\bqualify\b|\busing\b|\blimit\b", text)


def test_tables_of_a_database_are_compared_where_they_are(run: Callable[..., Run], tmp_path: Path) -> None:
    """Tables of a DuckDB file and of a URL give the numbers of the files, and stay unchanged.

    One of the releases is a file beside the tables.
    """
    import sqlite3

    known, control = PEOPLE, people(100, 9)
    for name, frame in {"o": known, "r": decades(known), "c": control}.items():
        frame.to_csv(tmp_path / f"{name}.csv", index=False)
        with sqlite3.connect(tmp_path / "t.sqlite") as database:
            frame.to_sql(name, database, index=False)
        with duckdb.connect(str(tmp_path / "t.duckdb")) as connection:
            connection.register("frame", frame)
            connection.execute(f"create table {name} as select * from frame")
    (tmp_path / "age.csv").write_text("".join(f"{age};{age // 10 * 10}-{age // 10 * 10 + 9};*\n" for age in range(100)))
    before = [(tmp_path / f"t.{ending}").read_bytes() for ending in ("sqlite", "duckdb")]
    words = [
        "-q",
        "age",
        "-q",
        "job",
        "-s",
        SECRET,
        "-w",
        SECRET,
        "--hierarchy",
        f"age={tmp_path}/age.csv",
        "-f",
        "json",
    ]
    files = [tmp_path / "o.csv", tmp_path / "r.csv", "--control", tmp_path / "c.csv"]
    results = []
    for arguments in (
        files,
        ["o", "r", "--control", "c", "--database", tmp_path / "t.duckdb"],
        ["o", tmp_path / "r.csv", "--control", "c", "--database", tmp_path / "t.duckdb"],
        ["o", "r", "--control", "c", "--url", f"sqlite:///{tmp_path}/t.sqlite"],
    ):
        ended = run("tradeoff", *arguments, *words)
        assert ended.code == 0, ended.err
        results.append([score["value"] for score in json.loads(ended.out)["scores"]])
    assert all(values == pytest.approx(results[0], rel=1e-9, abs=1e-12) for values in results)
    assert [(tmp_path / f"t.{ending}").read_bytes() for ending in ("sqlite", "duckdb")] == before
    both = run("tradeoff", "o", "r", *words, "--database", tmp_path / "t.duckdb", "--url", "sqlite:///x")
    assert (both.code, "`database` (--database) and `url` (--url) name different places" in both.err) == (2, True)


def test_the_report_says_the_papers_sentence(run: Callable[..., Run], tmp_path: Path) -> None:
    """Gain and risk stand in one sentence, in points; values are there as Markdown and CSV too."""
    original, release = hand_made(tmp_path)
    command = ["tradeoff", original, release, original, "-q", "zip", "-s", "disease", "-w", "disease"]
    command += ["--hierarchy", f"zip={tmp_path}/zip.csv", "--holdout", 0.5]
    ended = run(*command)
    assert (
        "o, disease by naive bayes: utility gain 50.0 points over trivial sanitization, "
        "at 50.0 points of adversary gain" in ended.out
    )
    said = [line.removeprefix("sqlmetrics: ") for line in ended.err.splitlines()]
    assert said == [OF_ITSELF, "U_base of disease uses no attribute but its own distribution"]
    markdown = run(*command, "-f", "markdown").out
    assert "| naive bayes | o | 0.5000 | 1 | 1 | 0.5000 |" in markdown
    notes = json.loads(run(*command, "--utility", "utility_gain", "--risk", "k_anonymity", "-f", "json").out)["notes"]
    assert not any("dominated" in note for note in notes)  # the original is worth more, the release has the higher k
    lines = run(*command, "-f", "csv").out.splitlines()
    assert lines[0].startswith("metric,target,quasi_identifiers")
    assert sum(line.startswith("k_anonymity,identity,zip") for line in lines) == 2
    assert run(*command, "-f", "parquet").code == 2
    refused = run(*command[:-4])
    assert (refused.code, "column 'zip' is a number (BIGINT)" in refused.err) == (2, True)
