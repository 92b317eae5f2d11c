{#-
Per class the earth mover's distance of its distribution from the table's over a hierarchy, where
the distance of two values is the level of their lowest common ancestor over the height: the sum
over inner nodes of level/height * min(their children's surplus, their children's deficit). Children
without a record in the class lack their whole share, so only those with one are listed. Columns
key_1.., hierarchical_distance. A value that the hierarchy does not hold makes the distance NULL.

The table's share of each node is computed from its values, once; a class's cells are then grouped
by their parents, level by level, and the shares that the nodes below had to move are added up on
the way.

Of several hierarchies hierarchical_distance is the largest, NULL where one of them does not hold a
value, and each has a column of its own distance.
-#}
{%- macro hierarchical_distances(plan, target) -%}
{%- set s = sqlmetrics.suffix(target) -%}
{%- set value = sqlmetrics.cell_value(plan, target) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set told = sqlmetrics.slice_aliases(plan) -%}
{%- set over_told = 'over (' ~ ('partition by ' ~ told[:-2] if told) ~ ')' -%}
{%- set several = target.hierarchies | length > 1 -%}
{%- for tree in target.hierarchies -%}
{%- set t = s ~ ('_of_' ~ loop.index if several) -%}
{%- set height = tree.levels | length -%}
-- a row per leaf of the hierarchy
hierarchy{{ t }} as (
    select level_1.value as node_0, {% for level
        in tree.levels %}level_{{ loop.index }}.domain as node_{{ loop.index }}{{ ', '
        if not loop.last }}{% endfor %}
    from {{ sqlmetrics.mapping(tree.levels[0]) }} level_1
    {%- for pairs in tree.levels[1:] %}
    join {{ sqlmetrics.mapping(pairs) }} level_{{ loop.index + 1 }} on level_{{ loop.index
        + 1 }}.value = level_{{ loop.index }}.domain
    {%- endfor %}
),
{%- if loop.first %}
-- a row per value
table_leaves{{ s }} as (
    select {{ sqlmetrics.slice_aliases(plan,
        given=true) }}{{ sqlmetrics.as_string(value) }} as leaf, sum(n) as leaf_size
    from cells{{ s }}
    group by {{ sqlmetrics.slice_columns(plan) }}{{ value }}
),
{%- endif %}
-- a row per value
placed_leaves{{ t }} as (
    select
        {{ told }}leaf, leaf_size, case when node_0 is null then 1 else 0 end as unplaced,
        {%- for level in range(1, height + 1) %}
        dense_rank() over (order by node_{{ level }}) as number_{{ level }}{{ ',' if not loop.last }}
        {%- endfor %}
    from table_leaves{{ s }}
    left join hierarchy{{ t }} on node_0 = leaf
),
-- a row per value
weighed_leaves{{ t }} as (
    select
        {{ told }}leaf, max(unplaced) {{ over_told }} as unplaced_0,
        {{ sqlmetrics.as_double('leaf_size') }} / sum(leaf_size) {{ over_told }} as share_0,
        {%- for level in range(1, height + 1) %}
        number_{{ level }}, {{ sqlmetrics.as_double('sum(leaf_size) over (partition by ' ~ told ~ 'number_'
            ~ level ~ ')') }} / sum(leaf_size) {{ over_told }} as share_{{ level }}{{ ',' if not loop.last }}
        {%- endfor %}
    from placed_leaves{{ t }}
),
{%- if loop.first %}
-- a row per cell
class_leaves{{ s }} as (
    select {{ keys }}, {{ sqlmetrics.as_string(value) }} as class_leaf,
    {{ sqlmetrics.as_double('n') }} / sum(n) over (partition by {{ sqlmetrics.window_keys(plan) }}) as held_0
    from cells{{ s }}
),
{%- endif %}
-- a row per cell
nodes{{ t }}_0 as (
    select
        {{ keys }}, held_0, 0 as moved_0, unplaced_0, share_0
        {%- for level
            in range(1,
            height + 1) %}, number_{{ level }} as number_0_{{ level }},
            share_{{ level }} as share_0_{{ level }}{% endfor %}
    from class_leaves{{ s }}
    join weighed_leaves{{ t }} on leaf = class_leaf{{ ' and ' ~ sqlmetrics.in_slice(plan) if plan.slices }}
),
{%- for level in range(1, height + 1) %}
{%- set below = level - 1 %}
{%- set share = 'share_0' if level == 1 else 'share_' ~ below ~ '_' ~ below %}
{%- set surplus %}sum(case when held_{{ below }} > {{ share }} then held_{{ below }} - {{ share }}
    else 0 end){% endset %}
{%- set deficit %}max(share_{{ below }}_{{ level }})
    - sum(case when held_{{ below }} < {{ share }} then held_{{ below }} else {{ share }} end){% endset %}
-- a row per class and node of level {{ level }}
nodes{{ t }}_{{ level }} as (
    select
        {{ keys }}, {{ 'sum(held_' ~ below ~ ') as held_' ~ level ~ ', '
            if level < height }}max(unplaced_{{ below }}) as unplaced_{{ level }},
        {%- for above in range(level + 1, height + 1) %}
        max(number_{{ below }}_{{ above }}) as number_{{ level }}_{{ above }},
        {%- endfor %}
        {%- for above in range(level, height + 1) if level < height %}
        max(share_{{ below }}_{{ above }}) as share_{{ level }}_{{ above }},
        {%- endfor %}
        sum(moved_{{ below }}) + {{ sqlmetrics.as_double(level) }} / {{ height }} * case
            when {{ surplus }} < {{ deficit }} then {{ surplus }} else {{ deficit }} end as moved_{{ level }}
    from nodes{{ t }}_{{ below }}
    group by {{ keys }}, number_{{ below }}_{{ level }}
),
{%- endfor %}
-- a row per class
hierarchical{{ t }} as (
    select {{ keys }},
    case when max(unplaced_{{ height }}) = 0 then sum(moved_{{ height }}) end as hierarchical_distance
    from nodes{{ t }}_{{ height }}
    group by {{ keys }}
)
{{- ',\n' if not loop.last }}
{%- endfor -%}
{%- if several -%},
-- a row per class: the largest distance of all hierarchies, beside each
hierarchical{{ s }} as (
    select
        {{ keys }}, case when count(distance) = {{ target.hierarchies
            | length }} then max(distance) end as hierarchical_distance,
        {%- for tree in target.hierarchies %}
        max(distance_{{ loop.index }}) as {{ tree.column }}{{ ',' if not loop.last }}
        {%- endfor %}
    from (
        {%- for tree in target.hierarchies %}
        {%- set number = loop.index %}
        select {{ keys }}, hierarchical_distance as distance{% for other
            in target.hierarchies %}, {{ 'hierarchical_distance' if loop.index == number
            else sqlmetrics.as_double('null') }} as distance_{{ loop.index }}{% endfor %}
        from hierarchical{{ s }}_of_{{ number }}
        {{- '\n        union all' if not loop.last }}
        {%- endfor %}
    ) distances
    group by {{ keys }}
)
{%- endif -%}
{%- endmacro %}
