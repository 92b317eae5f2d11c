{#-
The whole statement, from a relation, which is read once, or from its count table to the score
records.

The macros take these entries as `plan`; Python makes them in statement/entries.py, dbt in the macro
`plan`.

plan.relation           the relation, as text of a FROM clause
plan.counted            the count table made by `count_table`, as such text, or none
plan.population         the relation that the population is counted from, as such text, or none
plan.weight             the column of survey weights, where a metric needs it, or none
plan.household          the column of households, where a metric needs it, or none
plan.suppressed         list of {column, text}: the marks of suppression; records that have all of
                        them are left out
plan.quasi_identifiers  list of key: the columns of slices before the columns that an attacker may know
plan.slices             how many of these are columns of slices
plan.show_slices        whether records name their slices, which have numbers otherwise
plan.most_slices        the most slices that are returned, the largest, none for all
plan.attributes         list of sensitive columns, each once
plan.value_aliases      list of these columns' own names, none for one that the statement numbers
plan.targets            list of target, the identity first; in a statement of scores alone the
                        targets that have a metric
plan.metrics            list of metric
plan.facts              the facts of `needed_facts` that they need; a column that no metric needs is
                        left out
plan.withheld           {targets, reason, slices}: the numbers of the targets whose small counts are
                        withheld and whose scores are NULL, and why; of slices the condition of those
                        where they are; or none
plan.individual         the column of individuals, or none
plan.points             the plan of the points where the only key is a person's trace, or none
plan.nulls              category | drop | any: NULL matches every value
plan.level              table | class
plan.expected           whether a metric needs the mutual information that chance gives
plan.often              the mean number of records from which chance is an expansion: see
                        `expectation`
plan.sizes              whether the last columns are class_sizes and value_sizes: of the discrimination rate
of
                        an attribute, how many classes and values have each size (DuckDB)
plan.hidden             whether a metric needs the number of records that suppression leaves out
plan.show_values        whether class records name the class's key values
plan.named_keys         whether class_facts keeps the keys, as scored_records needs them
plan.limit              how many of the riskiest classes to keep per target, or none
plan.numbered           whether the last column is the number of classes of the target
plan.way                auto | textbook | near-unique | sorted: how it counts, where it can: see is_coded

key.number              from 1
key.column              the column
key.name                its name as a field of CSV
key.alias               its own name, where the statement has it by that, or none
key.recoding            recoding or none

target.number           from 0, the identity
target.name             the sensitive column, or identity
target.attribute        its number in plan.attributes from 1, or none
target.recoding         recoding or none
target.scopes           the kinds of metric that it has: any, identity, population, weighted,
                        households, sensitive, ordered, hierarchical
target.cell_measures    list of {name, parameters}: the measures over the cells of a class
target.measured         the names of the measures that its classes have
target.carried          list of {name, aggregate, parameters, of_sizes, partial, column}: the
                        measures that are carried from classes to the table; of_sizes where they
                        measure a class's size, partial where they may be NULL
target.persons          the same of measures over people, each once: see `persons`
target.order            none, natural, or the list of values in order
target.hierarchies      list of {name, levels, column}: levels are a list of pairs (node, parent) per
                        level; of several, each has a column of classes with its own distance
target.parameters       list of {metric, text}: parameters of metrics that are this target's alone

metric.name             the name
metric.unit             the unit of its values
metric.direction        higher is riskier | higher is safer
metric.targets          the kind of target that has it, one of target.scopes
metric.undefined        the reason where it is NULL
metric.of_people        whether its expression counts people, each once
metric.parameters       its parameters by name
metric.parameter_text   the same as text, or none

recoding.name           the name of the partition
recoding.unmapped       the treatment of values without a domain: error | keep | name
recoding.rest           the domain of such values, where they have one
recoding.zero           the domain of negative zero, where it is mapped
recoding.kind           prefix | date | first | intervals | values | table | grid
recoding.length         of a prefix, or of first characters: their number
recoding.part           of a date: hour | day | week | month | year | decade
recoding.form           of a date that texts write otherwise than as 2026-11-23: DD.MM.YYYY, or none
recoding.label          of a date: whether it has the words of a released table, such as 1950s, and no stars
recoding.domains        list of {name, members} or {name, low, high, low_closed, high_closed}: of
                        values, or of intervals
recoding.pairs          of a table: list of pairs (value, domain)
recoding.grid           {start, size, ends, last, step}: where cells of coordinates begin, their width, the
                        least and the greatest number in one, the cell of what lies at the far end
                        (none where there is no end), and what a cell's name counts by
-#}
{%- macro score(plan) -%}
with
{{ sqlmetrics.count_facts(plan) }}
{{- sqlmetrics.trace_facts(plan) if plan.points }}
{{- sqlmetrics.records(plan) }}
{%- endmacro %}
