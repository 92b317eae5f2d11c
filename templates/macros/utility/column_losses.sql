{#-
What each release keeps of each column: one row per column, release and form, with a column per metric of plan.metrics and the counts that
they are made of. Form 1 takes the values as they are, form 2 as points of a range: by bins, where the column has them. A column is grouped
once in each relation; the rest is arithmetic on its values.

plan.columns      list of {number, name, text, marked, bin, continuous, hierarchy}; hierarchy is none or {leaves, height, levels}
plan.original     the original as the text of a FROM clause
plan.releases     list of {number, relation, columns}: the numbers of the columns that it has
plan.individual   the column that tells individuals apart, or none
plan.suppressed   a release's mark of a suppressed value, or none
-#}
{%- macro column_losses(plan) -%}
{%- set zero = sqlmetrics.as_double('0') -%}
with
{%- for column in plan.columns %}
{%- set c = column.number %}
tallies_{{ c }} as (
    select code, 0 as place, {{ sqlmetrics.count_records() }} as n,
        {%- if plan.individual is none %}
        case when count(*) > 1 then 1 else 0 end as several
        {%- else %}
        case when min(individual) <> max(individual) or (count(individual) > 0 and count(individual) < count(*)) then 1 else 0 end as several
        {%- endif %}
    from (
        select {{ sqlmetrics.column_code(column, none, none) }} as code
            {%- if plan.individual is not none %}, {{ sqlmetrics.group_key('source.' ~ sqlmetrics.quoted(plan.individual)) }} as individual{% endif %}
        from {{ plan.original }} source
    ) input
    group by code
    {%- for release in plan.releases if c in release.columns %}
    union all
    select code, {{ release.number }} as place, {{ sqlmetrics.count_records() }} as n, 0 as several
    from (
        select {{ sqlmetrics.column_code(column, none, plan.suppressed) }} as code
        from {{ release.relation }} source
    ) input
    group by code
    {%- endfor %}
),
counts_{{ c }} as (
    select
        code, max(several) as several_people,
        {%- for release in plan.releases %}
        {{ sqlmetrics.as_double('sum(case when place = ' ~ release.number ~ ' then n else 0 end)') }} as n_{{ release.number }},
        {%- endfor %}
        {{ sqlmetrics.as_double('sum(case when place = 0 then n else 0 end)') }} as n_0
    from tallies_{{ c }}
    group by code
),
{%- if column.bin %}
bins_{{ c }} as (
    select
        bin,
        {%- for release in plan.releases %}
        sum(n_{{ release.number }}) as n_{{ release.number }},
        {%- endfor %}
        sum(n_0) as n_0
    from (
        select {{ sqlmetrics.binned(sqlmetrics.key_number('code'), column.bin) }} as bin, {% for release in plan.releases %}n_{{ release.number }}, {% endfor %}n_0
        from counts_{{ c }}
    ) binned
    group by bin
),
{%- endif %}
{%- if column.hierarchy %}
ancestors_{{ c }} as (
    select leaf, node, min(height) as node_height
    from (
        {%- for pairs in column.hierarchy.levels %}
        select listed.value as leaf, listed.domain as node, {{ loop.index0 }} as height
        from {{ sqlmetrics.mapping(pairs) }} listed
        {{- '\n        union all' if not loop.last }}
        {%- endfor %}
    ) listed_levels
    group by leaf, node
),
nodes_{{ c }} as (
    select node, min(node_height) as node_height, {{ sqlmetrics.as_double('count(*)') }} as node_leaves, sum(coalesce(n_0, 0)) as node_size
    from ancestors_{{ c }}
    left join counts_{{ c }} on {{ sqlmetrics.as_string('code') }} = leaf
    group by node
),
placed_{{ c }} as (
    select
        code, node_height, node_leaves, node_size,
        {%- for release in plan.releases %}
        n_{{ release.number }},
        {%- endfor %}
        n_0
    from counts_{{ c }}
    left join nodes_{{ c }} on node = {{ sqlmetrics.as_string('code') }}
),
{%- endif %}
{%- for release in plan.releases %}
{%- set n = 'n_' ~ release.number %}
values_{{ c }}_{{ release.number }} as (
    select
        sum(case when code is not null and n_0 > 0 then 1 else 0 end) as distinct_values,
        sum(case when code is not null and n_0 > 0 and n_0 <= 5000 then 1 else 0 end) as rare_values,
        sum(case when code is not null then several_people else 0 end) as known_values,
        sum(case when code is not null and {{ n }} > 0 then several_people else 0 end) as recovered_values,
        sum(case when code is not null and n_0 = 0 and {{ n }} > 0 then 1 else 0 end) as unknown_values,
        sum(case when code is not null then n_0 else 0 end) as filled,
        sum(case when code is not null then {{ n }} else 0 end) as released_filled,
        sum(n_0) as total, sum({{ n }}) as released_total,
        sum(case when n_0 > 0 then {{ sqlmetrics.n_ln_n('case when n_0 > 0 then n_0 else 1 end') }} else 0 end) as log_sum,
        sum(case when code is not null and n_0 > 0 then {{ sqlmetrics.n_ln_n('case when n_0 > 0 then n_0 else 1 end') }} else 0 end) as filled_log_sum
    from counts_{{ c }}
),
{%- for form in [1, 2] if form == 1 or column.bin %}
shifts_{{ c }}_{{ release.number }}_{{ form }} as (
    select
        sum(abs(n_0 / nullif(total, 0) - {{ n }} / nullif(released_total, 0))) as moved,
        sum(case when n_0 > 0 and {{ n }} > 0 then n_0 * {{ sqlmetrics.ln('case when n_0 > 0 and ' ~ n ~ ' > 0 then n_0 / ' ~ n ~ ' else 1 end') }} else 0 end) as log_ratio_sum,
        sum(case when n_0 > 0 and {{ n }} = 0 then 1 else 0 end) as lost_values
    from {{ 'counts' if form == 1 else 'bins' }}_{{ c }}
    cross join values_{{ c }}_{{ release.number }}
),
{%- endfor %}
{%- if column.hierarchy %}
steps_{{ c }}_{{ release.number }} as (
    select
        sum(case when code is not null and node_height is null then {{ n }} else 0 end) + sum(case when code is not null and n_0 > 0 and coalesce(node_height, 1) > 0 then n_0 else 0 end) as unplaced,
        sum({{ n }} * coalesce(node_height, 0)) as height_sum,
        sum({{ n }} * coalesce(node_leaves, 0)) as leaves_sum,
        sum(case when {{ n }} > 0 and node_size = 0 then 1 else 0 end) as empty_nodes,
        sum(case when {{ n }} > 0 and node_size > 0 then {{ n }} * {{ sqlmetrics.ln('case when node_size > 0 then node_size else 1 end') }} else 0 end) as node_log_sum,
        sum(case when code is not null and {{ n }} > 0 then {{ sqlmetrics.n_ln_n('case when ' ~ n ~ ' > 0 then ' ~ n ~ ' else 1 end') }} else 0 end) as released_log_sum,
        min(case when {{ n }} > 0 then node_height end) as least_height, max(case when {{ n }} > 0 then node_height end) as largest_height
    from placed_{{ c }}
),
{%- endif %}
{%- endfor %}
{%- endfor %}
facts as (
    {%- set first = [] %}
    {%- for column in plan.columns %}
    {%- for release in plan.releases %}
    {%- for form in [1, 2] if form == 1 or column.bin or column.continuous %}
    {{ 'union all' if first }}
    {%- do first.append(1) %}
    select
        {{ column.number }} as column_number, {{ release.number }} as release_number, {{ form }} as form,
        distinct_values, rare_values, known_values, recovered_values, unknown_values, filled, released_filled, total, released_total, moved, log_ratio_sum, lost_values,
        {%- for name in ['unplaced', 'height_sum', 'leaves_sum', 'empty_nodes', 'node_log_sum', 'released_log_sum', 'least_height', 'largest_height'] %}
        {{ sqlmetrics.as_double(name if column.hierarchy else 'null') }} as {{ name }},
        {%- endfor %}
        {{ sqlmetrics.as_double(column.hierarchy.height if column.hierarchy else 'null') }} as height, {{ sqlmetrics.as_double(column.hierarchy.leaves if column.hierarchy else 'null') }} as leaves,
        filled_log_sum
    from values_{{ column.number }}_{{ release.number }}
    cross join shifts_{{ column.number }}_{{ release.number }}_{{ form if column.bin else 1 }}
    {%- if column.hierarchy %}
    cross join steps_{{ column.number }}_{{ release.number }}
    {%- endif %}
    {%- endfor %}
    {%- endfor %}
    {%- endfor %}
)
select
    column_number, release_number, form, distinct_values, known_values, filled, released_filled, total, released_total, unplaced, lost_values, rare_values
    {%- for metric in plan.metrics %},
    {{ sqlmetrics[metric]() }} as metric_{{ loop.index }}
    {%- endfor %}
from facts
order by column_number, release_number, form
{%- endmacro %}
