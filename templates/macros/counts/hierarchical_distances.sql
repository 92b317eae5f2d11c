{#-
Per class the earth mover's distance of its distribution from the table's over a hierarchy, where two values are as far apart as the level of
their lowest common ancestor over the height: the sum over inner nodes of level/height * min(what its children have too much, too little).
Children without a record in the class lack their whole share, so only those with one are listed. Columns key_1.., hierarchical_distance.
A value that the hierarchy does not hold makes the distance NULL.
-#}
{%- macro hierarchical_distances(plan, target) -%}
{%- set t = target.number -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set height = target.hierarchy[0] | length - 1 -%}
hierarchy_{{ t }} as (
    {%- for row in target.hierarchy %}
    select {% for node in row %}{{ sqlmetrics.literal(node) }} as node_{{ loop.index0 }}{{ ', ' if not loop.last }}{% endfor %}{{ sqlmetrics.one_row() }}{{ ' union all' if not loop.last }}
    {%- endfor %}
),
leaves_{{ t }} as (
    select
        {{ keys }}, n, max(case when node_0 is null then 1 else 0 end) over () as unplaced,
        {% for level in range(height + 1) %}node_{{ level }}{{ ', ' if not loop.last }}{% endfor %}
    from cells_{{ t }}
    left join hierarchy_{{ t }} on node_0 = {{ sqlmetrics.as_string('value') }}
),
{%- for level in range(1, height + 1) %}
children_{{ t }}_{{ level }} as (
    select
        {{ keys }}, node_{{ level }} as node, max(unplaced) as unplaced_here,
        {{ sqlmetrics.as_double('sum(n)') }} / sum(sum(n)) over (partition by {{ sqlmetrics.window_keys(plan) }}) as class_share,
        {{ sqlmetrics.as_double('sum(sum(n)) over (partition by node_' ~ level ~ ', node_' ~ (level - 1) ~ ')') }} / sum(sum(n)) over () as child_share,
        {{ sqlmetrics.as_double('sum(sum(n)) over (partition by node_' ~ level ~ ')') }} / sum(sum(n)) over () as node_share
    from leaves_{{ t }}
    group by {{ keys }}, node_{{ level }}, node_{{ level - 1 }}
),
nodes_{{ t }}_{{ level }} as (
    select
        {{ keys }}, {{ sqlmetrics.as_double(level) }} / {{ height }} as cost, max(unplaced_here) as unplaced,
        sum(case when class_share > child_share then class_share - child_share else 0 end) as surplus,
        sum(case when class_share < child_share then -class_share else -child_share end) + max(node_share) as deficit
    from children_{{ t }}_{{ level }}
    group by {{ keys }}, node
),
{%- endfor %}
hierarchical_{{ t }} as (
    select
        {{ keys }},
        case when max(unplaced) = 0 then sum(cost * case when surplus < deficit then surplus else deficit end) end as hierarchical_distance
    from (
        {%- for level in range(1, height + 1) %}
        select {{ keys }}, cost, unplaced, surplus, deficit from nodes_{{ t }}_{{ level }}{{ ' union all' if not loop.last }}
        {%- endfor %}
    ) nodes
    group by {{ keys }}
)
{%- endmacro %}
