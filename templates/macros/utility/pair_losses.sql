{#- How alike the joint distributions of pairs of columns are: one row per pair and release. plan.pairs is a list of {number, columns}; the rest is as in column_losses. -#}
{%- macro pair_losses(plan) -%}
with
{%- for pair in plan.pairs %}
{%- set p = pair.number %}
tallies_{{ p }} as (
    {%- for relation in [{'number': 0, 'relation': plan.original}] + plan.releases if relation.number == 0 or p in relation.pairs %}
    select code_1, code_2, {{ relation.number }} as place, {{ sqlmetrics.count_records() }} as n
    from (
        select {% for column in pair.columns %}{{ sqlmetrics.column_code(column, column.bin, none if relation.number == 0 else plan.suppressed) }} as code_{{ loop.index }}{{ ', ' if not loop.last }}{% endfor %}
        from {{ relation.relation }} source
    ) input
    group by code_1, code_2
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
counts_{{ p }} as (
    select
        code_1, code_2,
        {%- for release in plan.releases %}
        {{ sqlmetrics.as_double('sum(case when place = ' ~ release.number ~ ' then n else 0 end)') }} as n_{{ release.number }},
        {%- endfor %}
        {{ sqlmetrics.as_double('sum(case when place = 0 then n else 0 end)') }} as n_0
    from tallies_{{ p }}
    group by code_1, code_2
),
weighed_{{ p }} as (
    select
        {%- for release in plan.releases %}
        n_{{ release.number }}, sum(n_{{ release.number }}) over () as total_{{ release.number }},
        {%- endfor %}
        n_0, sum(n_0) over () as total_0
    from counts_{{ p }}
),
{%- endfor %}
facts as (
    {%- for pair in plan.pairs %}
    {%- set last_pair = loop.last %}
    {%- for release in plan.releases %}
    select
        {{ pair.number }} as pair_number, {{ release.number }} as release_number, max(total_0) as total, max(total_{{ release.number }}) as released_total,
        sum(abs(n_0 / nullif(total_0, 0) - n_{{ release.number }} / nullif(total_{{ release.number }}, 0))) as moved
    from weighed_{{ pair.number }}
    {{- '\n    union all' if not (last_pair and loop.last) }}
    {%- endfor %}
    {%- endfor %}
)
select pair_number, release_number, total, released_total, {{ sqlmetrics.contingency_similarity() }} as metric_1
from facts
order by pair_number, release_number
{%- endmacro %}
