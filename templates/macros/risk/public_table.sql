{#-
The public table of a plan: what a public certificate is measured from, in steps of `least` people.
A row per kind, target, band, class and place, with `amount`. The kinds are

size     the classes of `least` people or more whose size is shown as `band`: their number
small    all people in smaller classes, together; where individuals are named the people who are in
         at least one
people   where individuals are named all of them, each once
group    of a sensitive target: the people of a band of classes whose value is in `place` of its
         class, or after it; classes from the size `own` on are each a band, told apart by
         `class_number`, smaller ones share the band of their size in `bands`
value    of a sensitive target: the same over all these classes together, whose band is 0

A count is shown as `near`. Before all else the cells are cleaned: where fewer than `least` people in
all have a value that fewer than `least` have in their class, these people count with the commonest
value of their class. A cleaned table stays as it is when it is cleaned.

bands       the least sizes of the bands, the largest first
alone_from  the size from which a class may be a band of its own
most_own    the most classes that are one each, the largest
places      the last place that is counted
valued      whether values are counted
-#}
{%- macro public_table(plan, least, bands, alone_from, most_own, places, valued) -%}
{%- set targets = plan.targets | selectattr('attribute') | list if valued else [] -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{{ sqlmetrics.with_classes(plan) }},
{%- if plan.individual is not none %}
{{ sqlmetrics.persons(plan) }},
{%- endif %}
-- a row per size of classes of enough people, as it is shown
shown_sizes as (
    select {{ sqlmetrics.near('class_size',
        least) }} as shown_size, {{ sqlmetrics.count_records() }} as size_classes
    from classes_0
    where class_size >= {{ least }}
    group by {{ sqlmetrics.near('class_size', least) }}
),
{%- if targets %}
-- one row, the least size of the classes that are a band each
own_sizes as (
    select min(shown_size) as own_size
    from (
        select shown_size, sum(size_classes) over (order by shown_size desc) as no_smaller
        from shown_sizes
        where shown_size >= {{ alone_from }}
    ) largest
    where no_smaller <= {{ most_own }}
),
{%- endif %}
{%- for target in targets %}
{%- set t = target.number %}
-- a row per cell of a class of enough people
large_{{ t }} as (
    select
        {{ keys }}, value, n, class_people, {{ sqlmetrics.near('class_people', least) }} as shown_size,
        sum(case when n < {{ least }} then n else 0 end) over () as rare_people
    from (
        select {{ keys }}, value, n,
        sum(n) over (partition by {{ sqlmetrics.window_keys(plan) }}) as class_people
        from cells_{{ t }}
    ) sized
    where class_people >= {{ least }}
),
-- a row per cell, with its place in its class and the people of the class who have a rare value
placed_{{ t }} as (
    select
        value, n, shown_size, own_size, rare_people,
        row_number()
            over (partition by {{ sqlmetrics.window_keys(plan) }} order by n desc,
                {{ sqlmetrics.text_order(sqlmetrics.as_string('value')) }}) as place,
        sum(case when n < {{ least }} then n else 0 end)
            over (partition by {{ sqlmetrics.window_keys(plan) }}) as rare_in_class,
        dense_rank() over (order by {{ sqlmetrics.window_keys(plan) }}) as class_place
    from large_{{ t }}
    cross join own_sizes
),
-- a row per cell, cleaned
cleaned_{{ t }} as (
    select
        value, place,
        case when place = 1 and rare_people < {{ least }} then n + rare_in_class else n end as people,
        case when shown_size >= own_size then shown_size
            {%- for low in bands %} when shown_size >= {{ low }} then {{ low }}{% endfor %} end as band,
        case when shown_size >= own_size then class_place else 0 end as class_number
    from placed_{{ t }}
    where n >= {{ least }} or rare_people >= {{ least }}
),
-- a row per value, with its place
valued_{{ t }} as (
    select value_people, row_number() over (order by value_people desc) as place
    from (
        select sum(people) as value_people
        from cleaned_{{ t }}
        group by value
    ) summed
),
{%- endfor %}
-- a row per kind, target, band, class and place
public_rows as (
    select {{ plan.targets[0].number }} as target_number, 1 as kind, shown_size as band, 0 as class_number,
    0 as place, {{ sqlmetrics.as_integer('size_classes') }} as amount
    from shown_sizes
    union all
    {%- if plan.individual is not none %}
    select {{ plan.targets[0].number }}, 2, 0, 0, 0, {{ sqlmetrics.near('coalesce(sum(case when least_size < '
        ~ least ~ ' then 1 else 0 end), 0)', least) }}
    from persons
    union all
    select {{ plan.targets[0].number }}, 5, 0, 0, 0, {{ sqlmetrics.near('count(*)', least) }}
    from persons
    {%- else %}
    select {{ plan.targets[0].number }}, 2, 0, 0, 0, {{ sqlmetrics.near('coalesce(sum(case when class_size < '
        ~ least ~ ' then class_size else 0 end), 0)', least) }}
    from classes_0
    {%- endif %}
    {%- for target in targets %}
    {%- set t = target.number %}
    union all
    select {{ t }}, 3, band, class_number, place, {{ sqlmetrics.near('later', least) }}
    from (
        select band, class_number, place,
        sum(sum(people)) over (partition by band, class_number order by place desc) as later
        from cleaned_{{ t }}
        group by band, class_number, place
    ) ranked
    where place between 2 and {{ places }}
    union all
    select {{ t }}, 4, 0, 0, place, {{ sqlmetrics.near('later', least) }}
    from (
        select place, sum(value_people) over (order by place desc) as later
        from valued_{{ t }}
    ) ranked
    where place between 2 and {{ places }}
    {%- endfor %}
)
select
    target_number as {{ sqlmetrics.quoted('target_number') }},
    case kind when 1 then 'size' when 2 then 'small' when 3 then 'group' when 4 then 'value'
        else 'people' end as {{ sqlmetrics.quoted('kind') }},
    {{ sqlmetrics.as_integer('band') }} as {{ sqlmetrics.quoted('band') }},
    {{ sqlmetrics.as_integer('class_number') }} as {{ sqlmetrics.quoted('class_number') }},
    {{ sqlmetrics.as_integer('place') }} as {{ sqlmetrics.quoted('place') }},
    {{ sqlmetrics.as_integer('amount') }} as {{ sqlmetrics.quoted('amount') }}
from public_rows
where amount > 0
order by target_number, kind, band, class_number, place
{%- endmacro %}
