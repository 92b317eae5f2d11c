"""The page of the dialects, from the table of dialects."""

from __future__ import annotations

from documentation.attested import best_proof
from documentation.markdown import table
from sqlmetrics.statement.dialects import DIALECTS, Dialect

PAGE = "reference/dialects.md"

TEXT = """\
# Dialects

A statement is rendered for one of these dialects: by `--dialect`, by the database behind `--url`, or DuckDB's
by default. *Run* means that the tests run every metric on it and compare the numbers with DuckDB's to 1e-9. The
others are parsed by two independent grammars, and their facts come from the vendors' documentation. In the
tests a *relative* runs the [self-test](attested.md) of these, or another *reader* does.

{table}

- **Other names** are understood by `--dialect`, and as schemes of URLs.
- **Relatives** speak one of these dialects, or nearly, and are none of their own: {relatives}.
- **Names** says how a name without quotes is folded, so that a printed statement finds the columns of a table
  that was made without quotes. `--exact-names` prints names as you spelt them.
- **Time limit** says who stops a statement after `--timeout`.
- **Reads** is how often one printed statement reads the source. `--staged` makes it once everywhere
  ([the statement](../explanation/statement.md)). `score` reads once on Spark, too, as it keeps the counts.
- **`sql --as`** is what the database keeps of the scores and runs by its name, beside a `view`, which each can keep
  ([in your database](../how_to/warehouse.md#installed-once)).

[In your database](../how_to/warehouse.md) shows how to use them.
"""


def pages() -> dict[str, str]:
    """Return the page of the dialects by its path."""
    titles = ("dialect", "run", "other names", "`pip install`", "names", "time limit", "reads", "`sql --as`")
    relatives = "; ".join(f"{', '.join(one.relatives)} (`{one.name}`)" for one in DIALECTS.values() if one.relatives)
    return {PAGE: TEXT.format(table=table(titles, map(_row, DIALECTS.values())), relatives=relatives)}


def _row(dialect: Dialect) -> tuple[str, ...]:
    names = ", ".join(
        f"`{name}`" for name in dict.fromkeys((*dialect.aliases, *dialect.schemes)) if name != dialect.name
    )
    extra = f"`sqlmetrics[{dialect.extra}]`" if dialect.extra else ("itself" if dialect.client == "embedded" else "")
    folded = {"lower": "to lower case", "upper": "to upper case", None: "kept"}[dialect.folds]
    limit = "the server" if dialect.time_limit else "the driver" if any(one.cancel for one in dialect.drivers) else ""
    run = "run" if dialect.executed else f"parsed; {best_proof(dialect.name)}"
    reads = "once" if dialect.keeps_counts else "several times"
    forms = ", ".join(f"`{one.form}`" for one in dialect.installs)
    return f"`{dialect.name}`", run, names, extra, folded, limit, reads, forms
