{#-
The score records of every combination of the keys in one statement, which reads the source or its
count table once.

`plan` is as in `score`, `rolled` the same for counts whose partitions are applied already,
`lattice` as in `rolled_up`, and `origins` names each target's base_counts. A column of the classes
stands behind the columns of `score`.
-#}
{%- macro subset_scores(plan, rolled, lattice, origins) -%}
{%- set checked = [] -%}
{%- for target in plan.targets if target.recoding and target.recoding.unmapped == 'error' -%}
{%- do checked.append(target) -%}
{%- endfor -%}
{%- set lost = sqlmetrics.lost_keys(plan) -%}
with
{{ sqlmetrics.counts(plan) }}{{ sqlmetrics.unmapped_keys(plan) }},
{%- for target in plan.targets if target.attribute or not lattice.shared %}
{{ sqlmetrics.base_counts(plan, target) }},
{%- endfor %}
{%- if checked %}
-- a row per sum of records without a domain
unmapped_values as (
    {%- if lost %}
    select unmapped
    from unmapped_keys
    union all
    {%- endif %}
    {%- for target in checked %}
    select {{ sqlmetrics.as_integer(
        'sum(case when raw_value is not null and value is null then records else 0 end)') }} as unmapped
    from recoded_{{ target.number }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
-- one row
unmapped_records as (
    select sum(unmapped_values.unmapped) as unmapped
    from unmapped_values
),
{%- endif %}
{{ sqlmetrics.combined(rolled, lattice, origins, none, 'unmapped_records' if checked
    else 'unmapped_keys' if lost else none) }}
{%- endmacro %}
