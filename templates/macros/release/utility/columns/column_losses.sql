{#-
What each release keeps of each column: one row per column, release and form, with a column per
metric of plan.metrics, an expression over the columns of `facts`, and the counts that they are made
of. Form 1 takes the values as they are, form 2 as points of a range: by bins, where the column has
them. Each relation is read once, for all columns; the rest is arithmetic on their values.

plan is as in group_counts; each of its groups is a column, whose number it has
plan.columns  list of {number, slot, points, continuous, hierarchy}; points are its bins or none,
              hierarchy is none or {leaves, height, levels}
plan.metrics  the names of the metrics
-#}
{%- macro column_losses(plan) -%}
{%- set filled = [] -%}
{%- for slot in plan.slots -%}{%- do filled.append('code_' ~ slot ~ ' is not null') -%}{%- endfor -%}
{%- set filled = '(' ~ filled | join(' or ') ~ ')' -%}
{%- set releases = plan.relations[1:] -%}
{%- set trees = plan.columns | selectattr('hierarchy') | list -%}
{%- set listed = [] -%}
{%- for column in plan.columns -%}
{%- for release in releases -%}
{%- do listed.append([column.number, release.number, 1, 1]) -%}
{%- if column.points or column.continuous -%}
{%- do listed.append([column.number, release.number, 2, 2 if column.points else 1]) -%}
{%- endif -%}
{%- endfor -%}
{%- endfor -%}
with
{{ sqlmetrics.group_counts(plan, individuals=true) }},
-- a row per column and release
sums as (
    select
        group_number, release_number,
        sum(case when has_value = 1 and n_0 > 0 then 1 else 0 end) as distinct_values,
        sum(case when has_value = 1 and n_0 > 0 and n_0 <= 5000 then 1 else 0 end) as rare_values,
        sum(case when has_value = 1 then several_people else 0 end) as known_values,
        sum(case when has_value = 1 and n > 0 then several_people else 0 end) as recovered_values,
        sum(case when has_value = 1 and n_0 = 0 and n > 0 then 1 else 0 end) as unknown_values,
        sum(case when has_value = 1 then n_0 else 0 end) as filled,
        sum(case when has_value = 1 then n else 0 end) as released_filled,
        sum(n_0) as total, sum(n) as released_total,
        sum(case when has_value = 1 and n_0 > 0
            then {{ sqlmetrics.n_ln_n('case when n_0 > 0 then n_0 else 1 end') }}
                else 0 end) as filled_log_sum
    from {{ sqlmetrics.of_releases(plan, 'counts',
        ['group_number', 'several_people', 'case when ' ~ filled
        ~ ' then 1 else 0 end as has_value']) }} counted
    group by group_number, release_number
),
-- a row per column, form and value
points as (
    select group_number, 1 as form, {% for relation in plan.relations %}n_{{ relation.number }}{{ ', '
        if not loop.last }}{% endfor %}
    from counts
    {%- for kind in ['number', 'date'] %}
    {%- set binned = [] %}
    {%- for column in plan.columns if column.points
        and (column.points.kind == 'date') == (kind == 'date') %}{% do binned.append(column) %}{% endfor %}
    {%- if binned %}
    union all
    select group_number, 2 as form, {% for relation
        in plan.relations %}sum(n_{{ relation.number }}) as n_{{ relation.number }}{{ ', '
        if not loop.last }}{% endfor %}
    from (
        select
            group_number, case group_number{% for column
                in binned %} when {{ column.number }} then {{ sqlmetrics.binned(sqlmetrics.key_number('code_'
                ~ column.slot) if kind == 'number' else 'code_' ~ column.slot,
                column.points) }}{% endfor %} end as point,
            {% for relation in plan.relations %}n_{{ relation.number }}{{ ', ' if not loop.last }}{% endfor %}
        from counts
        where group_number in ({{ binned | map(attribute='number') | join(', ') }})
    ) binned
    group by group_number, point
    {%- endif %}
    {%- endfor %}
),
-- a row per column, form and release
shifts as (
    select
        counted.group_number as group_number, form, counted.release_number as release_number,
        sum(abs(n_0 * released_total - n * total)) / nullif(max(total), 0)
            / nullif(max(released_total), 0) as moved,
        sum(case when n_0 > 0 and n > 0
            then n_0 * {{ sqlmetrics.ln('case when n_0 > 0 and n > 0 then n_0 / n else 1 end') }}
                else 0 end) as log_ratio_sum,
        sum(case when n_0 > 0 and n = 0 then 1 else 0 end) as lost_values
    from {{ sqlmetrics.of_releases(plan, 'points', ['group_number', 'form']) }} counted
    join sums on sums.group_number = counted.group_number and sums.release_number = counted.release_number
    group by counted.group_number, form, counted.release_number
),
{%- if trees %}
-- a row per column, leaf and node above it
ancestors as (
    select column_number, leaf, node, {{ sqlmetrics.as_double('min(height)') }} as node_height
    from (
        {%- for column in trees %}
        {%- set last = loop.last %}
        {%- for pairs in column.hierarchy.levels %}
        select {{ column.number }} as column_number, listed.value as leaf, listed.domain as node,
        {{ loop.index0 }} as height
        from {{ sqlmetrics.mapping(pairs) }} listed
        {{- '\n        union all' if not (last and loop.last) }}
        {%- endfor %}
        {%- endfor %}
    ) listed_levels
    group by column_number, leaf, node
),
-- a row per column and value
texts as (
    select
        group_number, case group_number{% for column
            in trees %} when {{ column.number }} then {{ sqlmetrics.as_string('code_'
            ~ column.slot) }}{% endfor %} end as code,
        {% for relation in plan.relations %}n_{{ relation.number }}{{ ', ' if not loop.last }}{% endfor %}
    from counts
    where group_number in ({{ trees | map(attribute='number') | join(', ') }})
),
-- a row per column and node
nodes as (
    select column_number, node, min(node_height) as node_height,
    {{ sqlmetrics.as_double('count(*)') }} as node_leaves, sum(coalesce(n_0, 0)) as node_size
    from ancestors
    left join texts on group_number = column_number and code = leaf
    group by column_number, node
),
-- a row per column and release
steps as (
    select
        group_number, release_number,
        sum(case when code is not null and node_height is null then n else 0 end)
            + sum(case when code is not null and n_0 > 0 and coalesce(node_height, 1) > 0 then n_0
                else 0 end) as unplaced,
        sum(n * coalesce(node_height, 0)) as height_sum,
        sum(n * coalesce(node_leaves, 0)) as leaves_sum,
        sum(case when n > 0 and node_size = 0 then 1 else 0 end) as empty_nodes,
        sum(case when n > 0 and node_size > 0
            then n * {{ sqlmetrics.ln('case when node_size > 0 then node_size else 1 end') }}
                else 0 end) as node_log_sum,
        sum(case when code is not null and n > 0
            then {{ sqlmetrics.n_ln_n('case when n > 0 then n else 1 end') }} else 0 end) as released_log_sum,
        min(case when n > 0 then node_height end) as least_height,
        max(case when n > 0 then node_height end) as largest_height
    from {{ sqlmetrics.of_releases(plan, 'texts', ['group_number', 'code']) }} counted
    left join nodes on column_number = group_number and node = code
    group by group_number, release_number
),
{%- endif %}
-- a row per column, release and form
facts as (
    select
        listed.column_number as column_number, listed.release_number as release_number, listed.form as form,
        distinct_values, rare_values, known_values, recovered_values, unknown_values, filled, released_filled,
        total, released_total, moved, log_ratio_sum, lost_values,
        {%- for name in ['unplaced', 'height_sum', 'leaves_sum', 'empty_nodes', 'node_log_sum',
            'released_log_sum',
            'least_height', 'largest_height'] %}
        {{ sqlmetrics.as_double(name if trees else 'null') }} as {{ name }},
        {%- endfor %}
        {%- for name in ['height', 'leaves'] %}
        {%- if trees %}
        case listed.column_number
            {%- for column in trees %}
            when {{ column.number }} then {{ sqlmetrics.as_double(column.hierarchy[name]) }}
            {%- endfor %}
        end as {{ name }},
        {%- else %}
        {{ sqlmetrics.as_double('null') }} as {{ name }},
        {%- endif %}
        {%- endfor %}
        filled_log_sum
    from {{ sqlmetrics.number_rows(['column_number', 'release_number', 'form', 'shift_form'],
        listed) }} listed
    left join sums on sums.group_number = listed.column_number and sums.release_number = listed.release_number
    left join shifts on shifts.group_number = listed.column_number
        and shifts.release_number = listed.release_number and shifts.form = listed.shift_form
    {%- if trees %}
    left join steps on steps.group_number = listed.column_number
        and steps.release_number = listed.release_number
    {%- endif %}
)
select
    column_number, release_number, form, distinct_values, known_values, filled, released_filled, total,
    released_total, unplaced, lost_values, rare_values
    {%- for metric in plan.metrics %},
    {{ sqlmetrics[metric]() }} as {{ sqlmetrics.quoted(metric) }}
    {%- endfor %}
from facts
order by column_number, release_number, form
{%- endmacro %}
