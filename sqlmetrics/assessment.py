"""The five attacks of the Discrimination Rate: what releases give away of their original, attack by attack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.api import Level, asked_spec, check_mapped, comment
from sqlmetrics.catalogue import every_metric
from sqlmetrics.comparison import Compared, Comparison, compared, kind
from sqlmetrics.engine import fetch
from sqlmetrics.errors import DialectError, SpecError
from sqlmetrics.findings import Finding, Findings
from sqlmetrics.partition import Partition
from sqlmetrics.plan import IDENTITY, Plan, Target, build_plan, csv_field, is_numeric
from sqlmetrics.relation import relation_sql
from sqlmetrics.render import DIALECTS, render
from sqlmetrics.spec import Spec
from sqlmetrics.version import __version__

NOT_LINKED = "nothing links the release to the original: name a record id, or how the keys were recoded"
NO_PARTNER = "no record of the release has a partner in the original"
NO_STRANGER = "no record of the external table has these keys"
UNMAPPED = "a partition has no domain for some values"
EMPTY = "the table has no records"


class Use(NamedTuple):
    """What an attack takes from a kind of view: a metric, in a column of its own or by the metric's expression."""

    attack: str | None
    metric: str
    kind: str
    column: str | None = None
    combined: bool = False


USES = (
    Use("identity_white_box", "discrimination_rate", "white", "rate"),
    Use("identity_white_box", "linked_records", "white_link", combined=True),
    Use("identity_black_box", "discrimination_rate", "identity", "rate"),
    Use("identity_grey_box", "discrimination_rate", "grey", "rate"),
    Use("identity_grey_box", "linked_records", "grey", combined=True),
    Use("homogeneity", "discrimination_rate", "sensitive", "rate"),
    Use("background_knowledge", "background_knowledge", "sensitive", "remaining"),
    Use("skewness", "skewness_gain", "sensitive"),
    Use("skewness", "a_diff", "sensitive", "shift"),
    Use("semantic", "discrimination_rate", "model", "rate"),
    Use(None, "suppressed_records", "suppressed", combined=True),
)
"""The attacks in the order of the result, and what each is measured by."""

ATTACKS = tuple(dict.fromkeys(use.attack for use in USES if use.attack is not None))
"""The names of the attacks."""


@dataclass(frozen=True)
class Assessed:
    """What is asked of an attack-driven assessment: the plan of one release's score, and what links releases to the original.

    `names` says what a column of the releases is called in the original and in the external table, where that differs.
    """

    plan: Plan
    record_id: str | None
    external: bool
    names: Mapping[str, str]
    limit: int | None

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys as the releases call them."""
        return self.plan.quasi_identifiers

    @property
    def sensitive(self) -> tuple[str, ...]:
        """The sensitive attributes as the releases call them, once each."""
        return tuple(dict.fromkeys(target.column for target in self.plan.targets if target.column is not None))

    @property
    def recoded(self) -> bool:
        """Whether the recoding of the keys links releases to the original."""
        return self.record_id is None and bool(self.plan.recodings)

    @property
    def known(self) -> list[tuple[int, ...]]:
        """The sets of known keys by their places: each alone, then all together."""
        alone = [(place,) for place in range(len(self.keys))]
        return alone if len(alone) == 1 else [*alone, tuple(range(len(alone)))]

    def there(self, column: str) -> str:
        """Return what a column of the releases is called in the original."""
        return self.names.get(column, column)


def attacks(
    releases: Any,
    original: Any,
    quasi_identifiers: Sequence[str] | str,
    sensitive: Sequence[str] | str = (),
    *,
    record_id: str | None = None,
    external: Any = None,
    names: Mapping[str, str] | None = None,
    partitions: Mapping[str, Any] | None = None,
    suppressed: str | Mapping[str, str] | None = None,
    keep_suppressed: bool = False,
    level: Level = "table",
    limit: int | None = None,
    connection: Any = None,
    database: Path | str | None = None,
    url: str | None = None,
) -> Findings:
    """Return what each attack reaches on each release: identity (white, black and grey box), homogeneity, background knowledge,
    skewness and semantic, for each key alone and for all together.

    The values are discrimination rates: shares of 0 to 1, higher is riskier; background knowledge is one minus it, and skewness the rate
    of the original keys minus that of the released ones, with the largest shift of a class's distribution (`a_diff`). `releases` is one
    relation or a list of them, named as in `score`, `original` what they were made of. `record_id` names a column that tells records apart
    in both, and links them row by row; without it the `partitions` of the keys, applied to the original, do. `external` is a relation of
    people by their keys, which the same partitions recode, for the grey box. `partitions` of sensitive attributes are the attackers' models
    of the semantic attack. `names` maps a column of the releases to its name in the original. Records with the mark `suppressed` in every
    key are left out, unless `keep_suppressed`. NULL is a value of its own; each record is one individual.

    Raises SpecError for what cannot be measured as asked, QueryError where the engine fails. Source: Sondeck, Laurent and Frey 2017.
    """
    spec = assessed_spec(quasi_identifiers, sensitive, partitions, suppressed, keep_suppressed, level)
    many = list(releases) if isinstance(releases, list | tuple) else [releases]
    place = {"connection": connection, "database": database, "url": url}
    return assess(many, original, spec, record_id=record_id, external=external, names=names, show_values=True, limit=limit, **place)


def attacks_sql(
    releases: Sequence[str] | str,
    original: str,
    quasi_identifiers: Sequence[str] | str,
    sensitive: Sequence[str] | str = (),
    *,
    dialect: str = "duckdb",
    record_id: str | None = None,
    external: str | None = None,
    names: Mapping[str, str] | None = None,
    partitions: Mapping[str, Any] | None = None,
    suppressed: str | Mapping[str, str] | None = None,
    keep_suppressed: bool = False,
    level: Level = "table",
    limit: int | None = None,
) -> str:
    """Return the statement that `attacks` runs, in a dialect; it needs no database. Raises SpecError."""
    spec = assessed_spec(quasi_identifiers, sensitive, partitions, suppressed, keep_suppressed, level)
    many = [releases] if isinstance(releases, str) else list(releases)
    return assess_sql(
        many, original, spec, dialect=dialect, record_id=record_id, external=external, names=names, show_values=True, limit=limit
    )


def assessed_spec(
    quasi_identifiers: Sequence[str] | str,
    sensitive: Sequence[str] | str,
    partitions: Mapping[str, Any] | None,
    suppressed: str | Mapping[str, str] | None,
    keep_suppressed: bool,
    level: Level,
) -> Spec:
    """Return the spec of a release's score."""
    asked = {"partitions": partitions, "suppressed": suppressed, "keep_suppressed": keep_suppressed, "level": level}
    return asked_spec(quasi_identifiers, sensitive, asked)  # type: ignore[arg-type]


def assess(
    releases: Sequence[Any],
    original: Any,
    spec: Spec,
    *,
    record_id: str | None = None,
    external: Any = None,
    names: Mapping[str, str] | None = None,
    show_values: bool = False,
    limit: int | None = None,
    connection: Any = None,
    database: Path | str | None = None,
    url: str | None = None,
    progress: bool = False,
) -> Findings:
    """Return the attacks of a spec; see `attacks`. Class records name their key values only with `show_values`."""
    asked = _asked(spec, record_id, external is not None, names, show_values, limit)
    if not releases:
        raise SpecError("name at least one release")
    with compared(original, releases, connection=connection, database=database, url=url) as comparison:
        strangers = None if external is None else comparison.beside(external)
        _check(asked, comparison, strangers)
        engine = comparison.engine
        _check_dialect(engine.dialect)
        called = release_names([release.name for release in comparison.releases])
        froms = [release.from_sql for release in comparison.releases]
        entries = _entries(
            asked, comparison.original.from_sql, froms, called, None if strangers is None else strangers.from_sql, engine.dialect
        )
        about = ", ".join(called)
        rows = fetch(engine, render("attacks", entries, dialect=engine.dialect), about, progress=progress)
        found = tuple(_finding(row) for row in rows)
        if any(finding.reason == UNMAPPED for finding in found):
            _explain_unmapped(asked, comparison, strangers)
    return Findings(
        original=comparison.original.name,
        releases=tuple(called),
        dialect=engine.dialect,
        version=__version__,
        findings=found,
        notes=tuple(_notes(asked, called, found)),
    )


def assess_sql(
    releases: Sequence[str],
    original: str,
    spec: Spec,
    *,
    dialect: str,
    tables: bool = False,
    record_id: str | None = None,
    external: str | None = None,
    names: Mapping[str, str] | None = None,
    show_values: bool = False,
    limit: int | None = None,
) -> str:
    """Return the statement of `assess`; with `tables` the relations are names of tables, whatever they look like."""
    asked = _asked(spec, record_id, external is not None, names, show_values, limit)
    if dialect not in DIALECTS:
        raise DialectError(f"unknown dialect '{dialect}'; there are: {', '.join(DIALECTS)}")
    _check_dialect(dialect)
    first, *froms = (relation_sql(relation, dialect, table=tables) for relation in (original, *releases))
    others = None if external is None else relation_sql(external, dialect, table=tables)
    entries = _entries(asked, first, froms, release_names(releases), others, dialect)
    about = comment(
        f"sqlmetrics {__version__}: the five attacks on {', '.join(releases)}, made of {original}",
        f"what {', '.join(asked.keys)} tell about {', '.join((IDENTITY, *asked.sensitive))}; {_link(asked)}",
        "a row per release, attack, known keys, metric and target: direction says which way value is riskier, and reason why it is NULL",
    )
    return about + render("attacks", entries, dialect=dialect) + "\n"


def release_names(names: Sequence[str]) -> list[str]:
    """Return what releases are called, those of one name told apart by a number."""
    return [name if names.count(name) == 1 else f"{name} ({names[:place].count(name) + 1})" for place, name in enumerate(names)]


def _asked(
    spec: Spec, record_id: str | None, external: bool, names: Mapping[str, str] | None, show_values: bool, limit: int | None
) -> Assessed:
    """Return what is asked, checked as far as no relation is needed for it."""
    models = {column: spec.partitions.get(column, []) for column in spec.sensitive}
    raw = {column: [*(() if "raw" in entries else ("raw",)), *entries] for column, entries in models.items()}
    metrics = ["discrimination_rate", *(["a_diff"] if spec.sensitive else [])]
    plan = build_plan(
        spec.model_copy(update={"partitions": spec.partitions | raw, "metrics": metrics, "nulls": "category", "population": None}),
        show_values=show_values,
        limit=limit,
    )
    renamed = dict(names or {})
    for column in renamed:
        if column not in (*plan.quasi_identifiers, *spec.sensitive):
            raise SpecError(f"'{column}' is renamed, but is neither a quasi-identifier nor sensitive")
    if record_id is not None and record_id in (*plan.quasi_identifiers, *spec.sensitive):
        raise SpecError(f"column '{record_id}' is named twice, as the record id and for the attack; each column has one role")
    return Assessed(plan, record_id, external, renamed, limit)


def _check_dialect(dialect: str) -> None:
    """Raise DialectError where the statement cannot be written."""
    if dialect == "sqlserver":
        raise DialectError(
            "SQL Server takes no `with` inside a query, which the attacks' one statement needs; `score` and `sql` measure a release there"
        )


def _check(asked: Assessed, comparison: Comparison, strangers: Compared | None) -> None:
    """Raise SpecError where a relation lacks a column, or has one that cannot be compared as is asked."""
    original = comparison.original
    own = (asked.record_id,) if asked.record_id is not None else ()
    original.check(*(asked.there(column) for column in (*asked.keys, *asked.sensitive)), *own)
    for release in comparison.releases:
        release.check(*asked.keys, *asked.sensitive, *own)
    if strangers is not None:
        strangers.check(*(asked.there(key) for key in asked.keys))
    for key, partition in asked.plan.recodings.items():
        for relation in (original, *(() if strangers is None else (strangers,))):
            type_name = relation.type_of(asked.there(key))
            if partition.intervals and type_name and not is_numeric(type_name):
                raise SpecError(
                    f"partition of '{key}': intervals need a column of numbers, and '{asked.there(key)}' of {relation.name} is"
                    f" {type_name}; map its values instead, or cast it in a view"
                )
    for release in comparison.releases:
        if asked.recoded:
            _check_kinds(asked, release, original)
        if strangers is not None:
            _check_kinds(asked, release, strangers)
    if asked.record_id is not None:
        for relation in (original, *comparison.releases):
            _check_ids(asked.record_id, relation, comparison)
        for release in comparison.releases:
            one, other = kind(release.type_of(asked.record_id)), kind(original.type_of(asked.record_id))
            if one is not None and other is not None and one != other:
                raise SpecError(
                    f"the record id '{asked.record_id}' is a {other} in {original.name} and a {one} in {release.name};"
                    " cast one of them in a view"
                )


def _check_kinds(asked: Assessed, release: Compared, other: Compared) -> None:
    """Raise SpecError where a key that no partition recodes is of another kind in the release than where it is linked to."""
    for key in asked.keys:
        one, two = kind(release.type_of(key)), kind(other.type_of(asked.there(key)))
        if key not in asked.plan.recodings and one is not None and two is not None and one != two:
            raise SpecError(
                f"'{key}' is a {one} in {release.name} and '{asked.there(key)}' a {two} in {other.name};"
                f" say how it was recoded: --partition {key}=FILE, or partitions"
            )


def _check_ids(record_id: str, relation: Compared, comparison: Comparison) -> None:
    """Raise SpecError where record ids are NULL or stand more than once."""
    engine = comparison.engine
    ((_, without, repeated),) = fetch(engine, render("record_ids", relation.from_sql, record_id, dialect=engine.dialect), relation.name)
    found = [
        text
        for text, count in ((f"{without} records without one", int(without)), (f"{repeated} records that share theirs", int(repeated)))
        if count
    ]
    if found:
        raise SpecError(
            f"'{record_id}' is no record id of {relation.name}: it has {' and '.join(found)};"
            " name a column that tells every record apart, or link by the recoding of the keys (--partition)"
        )


def _explain_unmapped(asked: Assessed, comparison: Comparison, strangers: Compared | None) -> None:
    """Raise SpecError with some of the values that a partition leaves out."""
    engine = comparison.engine
    by_key = {key: replace(partition, column=asked.there(key)) for key, partition in asked.plan.recodings.items()}
    for relation in (comparison.original, strangers):
        if relation is not None:
            check_mapped(engine, list(by_key.values()), relation.from_sql, relation.name)
    models = [target.partition for target in asked.plan.targets if target.partition is not None]
    for release in comparison.releases:
        check_mapped(engine, models, release.from_sql, release.name)


def _entries(
    asked: Assessed, original: str, releases: Sequence[str], called: Sequence[str], external: str | None, dialect: str
) -> dict[str, Any]:
    """Return what the template `attacks` takes."""
    plan = asked.plan
    uses = [use for use in USES if not (use.combined or use.metric == "skewness_gain") or plan.level == "table"]
    hidden = [] if plan.keep_suppressed else plan.marks
    there = [{"column": asked.there(key), "recoding": _recoding(plan.recodings.get(key))} for key in asked.keys]
    attributes = [asked.there(column) for column in asked.sensitive]
    side = {"relation_keys": there, "attributes": attributes, "record_id": asked.record_id, "general": asked.recoded, "suppressed": []}
    whole = side | {"relation": original}
    own = side | {
        "relation_keys": [{"column": key, "recoding": None} for key in asked.keys],
        "attributes": list(asked.sensitive),
        "general": False,
        "suppressed": hidden,
    }
    strangers = side | {"relation": external, "attributes": [], "record_id": None, "general": True}
    bases: dict[str, str] = {}
    sources: dict[str, str] = {}

    def add(name: str, macro: str, *arguments: Any) -> None:
        """Add a count relation, as the statement defines it and as a query within one reads it."""
        bases[name] = render(macro, *arguments, dialect=dialect)
        sources[name] = render("outer_source", name, bases[name], dialect=dialect)

    if asked.record_id is not None:
        add("originals", "attack_input", whole, "original")
    add("original_counts", "attack_grouped", whole, "original", sources.get("originals"))
    for number, from_sql in enumerate(releases, 1):
        add(f"release_counts_{number}", "attack_grouped", own | {"relation": from_sql}, "released", sources.get("originals"))
    if external is not None:
        add("external_counts", "attack_grouped", strangers, "external")
    views = list(_views(asked, len(releases), sources, bool(hidden), dialect))
    for number, view in enumerate(views, 1):
        view["number"] = number
    return {
        "bases": [{"name": name, "text": text} for name, text in bases.items()],
        "releases": [{"number": number, "name": name} for number, name in enumerate(called, 1)],
        "views": views,
        "uses": [use._asdict() | {"unit": every_metric()[use.metric].unit, "direction": every_metric()[use.metric].direction} for use in uses],
        "combined": len(asked.known),
        "level": plan.level,
        "limit": asked.limit,
        "show_values": plan.show_values,
    }


def _recoding(partition: Partition | None) -> dict[str, Any] | None:
    return None if partition is None else partition.recoding()


def _views(asked: Assessed, releases: int, sources: Mapping[str, str], hidden: bool, dialect: str) -> Iterator[dict[str, Any]]:
    """Return the views of the statement: what is known of each relation, and what that tells."""
    everything = range(len(asked.keys))
    values = [f"value_{place}" for place in range(1, len(asked.sensitive) + 1)]
    by_table = asked.plan.level == "table"
    shown = "suppressed = 0" if hidden else None
    for known_number, known in enumerate(asked.known, 1):
        names = [asked.keys[place] for place in known]
        line = ",".join(csv_field(name) for name in names)
        sub = replace(asked.plan, quasi_identifiers=tuple(names), recodings={}, suppressed=None, keep_suppressed=False)
        plain = replace(sub, metrics=tuple(metric for metric in sub.metrics if metric.name == "discrimination_rate"))
        base = {"known_number": known_number, "known": line}
        rated = base | {"macro": "attack_rates", "lost": None, "empty": EMPTY}

        def counted(
            plan: Plan, source: str, column: str, expressions: list[str], condition: str | None, places: tuple[int, ...] = known
        ) -> dict[str, Any]:
            keys = [f"{column}_{place + 1}" for place in places]
            return plan.entries("", render("attack_counts", source, keys, expressions, condition, dialect=dialect))

        if values and by_table:
            score = counted(plain, sources["original_counts"], "original", values, None)
            yield rated | {"kind": "original", "release": 0, "score": score}
        for release in range(1, releases + 1):
            of_release = {"release": release}
            source = sources[f"release_counts_{release}"]
            yield rated | of_release | {"kind": "released", "score": counted(sub, source, "released", values, shown)}
            learnt = [*known, *((everything,) if len(known) > 1 else ())]
            targets = (Target(IDENTITY), *(_original_target(asked, each) for each in learnt))
            expressions = [_original_value(each, dialect) for each in learnt]
            white = replace(plain, targets=targets)
            if asked.record_id is not None:
                condition = " and ".join(["linked = 1", *((shown,) if shown else ())])
                score = counted(white, source, "released", expressions, condition)
                yield rated | of_release | {"kind": "white", "score": score, "empty": NO_PARTNER}
            elif asked.recoded:
                score = counted(white, sources["original_counts"], "general", expressions, None)
                yield rated | of_release | {"kind": "white", "score": score, "lost": sources["original_counts"]}
            combined = len(known) == len(asked.keys)
            link = base | of_release | {"macro": "attack_link", "target": IDENTITY, "shown": hidden, "empty": EMPTY}
            met = base | of_release | {"macro": "attack_strangers", "shown": hidden, "score": sub.entries(""), "own": source, "target": IDENTITY}
            met |= {
                "pairs": [
                    {"released": f"released_{place + 1}", "general": f"general_{place + 1}", "text": asked.keys[place] in asked.plan.recodings}
                    for place in known
                ]
            }
            if asked.external:
                yield met | {"kind": "grey", "others": sources["external_counts"], "empty": NO_STRANGER}
            if combined and by_table:
                if asked.record_id is not None:
                    yield link | {"kind": "white_link", "column": "linked"}
                elif asked.recoded:
                    yield met | {"kind": "white_link", "others": sources["original_counts"], "empty": NO_PARTNER}
                else:
                    name = _original_target(asked, everything).name
                    yield link | {"kind": "white", "column": None, "target": name, "empty": NOT_LINKED}
                if hidden:
                    yield link | {"kind": "suppressed", "column": "suppressed", "shown": False}


def _original_target(asked: Assessed, places: int | range) -> Target:
    """Return an original key, or all of them together, as what an attacker wants to learn."""
    if isinstance(places, int):
        return Target(asked.there(asked.keys[places]), str(places))
    return Target(",".join(csv_field(asked.there(key)) for key in asked.keys), "all" if len(places) > 1 else "0")


def _original_value(places: int | range, dialect: str) -> str:
    """Return the expression of an original key, or of all of them together as one text."""
    if isinstance(places, int):
        return f"counted.original_{places + 1}"
    separator = render("literal", ",", dialect=dialect)
    parts: list[str] = []
    for place in places:
        parts += [separator] if parts else []
        parts.append(render("csv_field", f"counted.original_{place + 1}", dialect=dialect))
    return render("concat", parts, dialect=dialect)


def _finding(row: Sequence[Any]) -> Finding:
    """Return a row of the statement as a record; drivers' own kinds of numbers and text are made plain."""
    plain: list[Any] = [part.decode() if isinstance(part, bytes | bytearray) else part for part in row]
    found = Finding(*plain)
    return found._replace(records=int(found.records), value=None if found.value is None else float(found.value))


def _link(asked: Assessed) -> str:
    """Return what links releases to the original, in words."""
    if asked.record_id is not None:
        return f"releases and original are linked by the record id '{asked.record_id}'"
    if not asked.recoded:
        return NOT_LINKED
    recoded = ", ".join(f"{key} (as {asked.plan.recodings[key].name})" if key in asked.plan.recodings else f"{key} (as it is)" for key in asked.keys)
    return f"releases and original are linked by the recoding of the keys: {recoded}"


def _notes(asked: Assessed, called: Sequence[str], found: Sequence[Finding]) -> Iterator[str]:
    """Return what a reader of the numbers must know."""
    yield _link(asked)
    for name in called:
        own = [finding for finding in found if finding.release == name]
        for finding in own:
            if finding.metric == "suppressed_records" and finding.value:
                yield f"{name}: {round(finding.records * finding.value):,} records are fully suppressed and left out"
        if not any(finding.records for finding in own):
            yield f"{name} has no records to attack: {'every one is suppressed' if asked.plan.marks else 'it is empty'}, and nothing is defined"
            continue
        whole = next((finding.records for finding in own if finding.attack == "identity_black_box"), 0)
        for finding in own:
            if finding.metric != "linked_records" or finding.value is None or finding.value == 1:
                continue
            alone = whole - round(whole * finding.value)
            if finding.attack == "identity_grey_box":
                yield f"{name}: {alone:,} of {whole:,} records match nobody in the external table; the grey box is of the others"
            elif asked.record_id is not None:
                yield f"{name}: {alone:,} of {whole:,} records have no partner in the original; the white box is of the others"
            else:
                yield (
                    f"{name}: {alone:,} of {whole:,} records have keys that no record of the original has once recoded;"
                    " the release was made in another way than the partitions say"
                )
