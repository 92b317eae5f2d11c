{#-
The score records of many tables of counts that were drawn again, by the macros that score one; the
quasi-identifiers of a record are the number of its table. DuckDB only.

samples  the relation of their cells: subset_number, target_number, key_1, value, n
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
-- a row per table of counts and cell
cells_{{ target.number }} as (
    select subset_number, key_1, value, n
    from {{ samples }}
    where target_number = {{ target.number }}
),
{{ sqlmetrics.classes(plan, target, within) }},
{{ sqlmetrics.marginals(plan, target, within) }},
{{ sqlmetrics.alike_classes(plan, target, within) }},
{%- endfor %}
{{ sqlmetrics.targets(plan, within, true) }}
{{- sqlmetrics.records(plan, names) }}
{%- endmacro %}
