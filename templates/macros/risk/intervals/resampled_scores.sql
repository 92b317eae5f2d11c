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
-- a table of counts
subsets as (
    select subset_number
    from {{ samples }}
    group by subset_number
),
{%- for target in plan.targets %}
{%- set t = target.number %}
-- a cell of a table of counts, with the records of its value and of the table
cells_{{ t }} as (
    select
        subset_number, alike as classes_alike, key_1, value, n,
        {{ sqlmetrics.as_double('sum(n * alike) over (partition by subset_number, value)') }} as n_x,
        {{ sqlmetrics.as_double('sum(n * alike) over (partition by subset_number)') }} as total,
        dense_rank() over (partition by subset_number order by value) as table_values
    from {{ samples }}
    where target_number = {{ t }}
),
{{ sqlmetrics.classes(plan, target, within ~ 'classes_alike, ', ['n_x', 'total', 'table_values']) }},
{%- endfor %}
{{ sqlmetrics.targets(plan, within, alike='classes_alike', complete=true) }}
{{- sqlmetrics.records(plan, names) }}
{%- endmacro %}
