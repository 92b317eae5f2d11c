{#-
The score records of many tables of counts that were drawn again, by the macros that score one; the
quasi-identifiers of a record are the number of its table. DuckDB only.

samples  the relation of their cells: subset_number, target_number, key_1, alike (how many equal
         classes the key stands for), value, n
names    pairs (number, the same as text) of the tables
-#}
{%- macro resampled_scores(plan, samples, names) -%}
{%- set within = 'subset_number, ' -%}
with
-- a row per table of counts
subsets as (
    select subset_number
    from {{ samples }}
    group by subset_number
),
{%- for target in plan.targets %}
{%- set t = target.number %}
-- a row per table of counts and cell, with the records of its value and of the table
cells_{{ t }} as (
    select
        subset_number, alike, key_1, value, n,
        {{ sqlmetrics.as_double('sum(n * alike) over (partition by subset_number, value)') }} as value_total,
        {{ sqlmetrics.as_double('sum(n * alike) over (partition by subset_number)') }} as table_total
    from {{ samples }}
    where target_number = {{ t }}
),
-- a row per table of counts and cell, with the records of all classes that it stands for
stood_for_{{ t }} as (
    select subset_number, value, n * alike as n
    from cells_{{ t }}
),
{{ sqlmetrics.classes(plan, target, within ~ 'alike, ', carried=['value_total', 'table_total']) }},
{{ sqlmetrics.marginals(plan, target, within, origin='stood_for_' ~ t) }},
{{ sqlmetrics.alike_classes(plan, target, within, 'alike') }},
{%- endfor %}
{{ sqlmetrics.targets(plan, within, true) }}
{{- sqlmetrics.records(plan, names) }}
{%- endmacro %}
