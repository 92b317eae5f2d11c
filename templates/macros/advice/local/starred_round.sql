{#-
One round of stars, a star being a value of its own: every open class tries all patterns of `stars`
stars, beside the groups that earlier rounds have made; it goes to the largest group that reaches k,
and among several such groups to the group of the least pattern; a group is kept where the records
that went there reach k. `state` has the columns of `open_classes`, which come back.
-#}
{%- macro starred_round(plan, state, patterns, stars, k) -%}
{{ return(adapter.dispatch('starred_round', 'sqlmetrics')(plan, state, patterns, stars, k)) }}
{%- endmacro %}

{%- macro default__starred_round(plan, state, patterns, stars, k) -%}
{%- set values = [] -%}
{%- set left = [] -%}
{%- set kept = [] -%}
{%- for key in plan.quasi_identifiers -%}
{%- do values.append('value_' ~ key.number) -%}
{%- do left.append('left_' ~ key.number) -%}
{%- do kept.append('kept_' ~ key.number) -%}
{%- endfor -%}
select
        class_number, n, case when members >= {{ k }} then pattern else 0 end as pattern, {{ values
            | join(', ') }}
        {%- for key in plan.quasi_identifiers %},
        case when members >= {{ k }} then left_{{ key.number }}
            else value_{{ key.number }} end as left_{{ key.number }}
        {%- endfor %}
    from (
        select class_number, n, pattern, {{ values | join(', ') }}, {{ left
            | join(', ') }}, sum(n) over (partition by {{ left | join(', ') }}) as members
        from (
            select
                class_number, n, pattern, {{ values | join(', ') }}, {{ left | join(', ') }},
                row_number()
                    over (partition by class_number order by case when size >= {{ k }} then 0 else 1 end,
                        size desc, pattern) as place
            from (
                select class_number, n, pattern, {{ values | join(', ') }}, {{ left
                    | join(', ') }}, sum(n) over (partition by {{ left | join(', ') }}) as size
                from (
                    select
                        class_number, n, case when patterns.pattern = 0 then state.pattern
                            else patterns.pattern end as pattern, {{ values | join(', ') }}
                        {%- for key in plan.quasi_identifiers %},
                        case when patterns.pattern = 0 then left_{{ key.number }}
                            else kept_{{ key.number }} * value_{{ key.number }} end as left_{{ key.number }}
                        {%- endfor %}
                    from {{ state }} state
                    join (
                        select 1 as is_open, pattern, {{ kept | join(', ') }}
                        from {{ patterns }} tried_patterns
                        where stars = 0 or stars = {{ stars }}
                        union all
                        select 0 as is_open, pattern, {{ kept | join(', ') }}
                        from {{ patterns }} no_pattern
                        where stars = 0
                    ) patterns on patterns.is_open = case when state.pattern = 0 then 1 else 0 end
                ) tried
            ) sized
            where size >= {{ k }} or pattern = 0
        ) placed
        where place = 1
    ) joined
{%- endmacro %}

{#- Groups are hashed there much faster than windows are sorted, and a CTE is computed once. -#}
{%- macro duckdb__starred_round(plan, state, patterns, stars, k) -%}
{%- set left = [] -%}
{%- set alike = [] -%}
{%- for key in plan.quasi_identifiers -%}
{%- do left.append('left_' ~ key.number) -%}
{%- do alike.append('sized.left_' ~ key.number ~ ' = tried.left_' ~ key.number) -%}
{%- endfor -%}
{%- set left = left | join(', ') -%}
with
    -- a row per open class and pattern of stars, and per class that has one
    tried as materialized (
        select
            class_number, n, patterns.pattern as pattern
            {%- for key in plan.quasi_identifiers %},
            kept_{{ key.number }} * value_{{ key.number }} as left_{{ key.number }}
            {%- endfor %}
        from {{ state }} state
        cross join {{ patterns }} patterns
        where state.pattern = 0 and patterns.stars = {{ stars }}
        union all
        select class_number, n, pattern, {{ left }}
        from {{ state }} state
        where pattern > 0
    ),
    -- a row per group of k records
    sized as (
        select {{ left }}, sum(n) as size
        from tried
        group by {{ left }}
        having sum(n) >= {{ k }}
    ),
    -- a row per class and group that it can go to
    placed as (
        select
            class_number, n, pattern{% for key
                in plan.quasi_identifiers %},
                tried.left_{{ key.number }} as left_{{ key.number }}{% endfor %},
            row_number() over (partition by class_number order by size desc, pattern) as place
        from tried
        join sized on {{ alike | join(' and ') }}
    ),
    -- a row per class, with the largest group
    joined as (
        select class_number, pattern, {{ left }}, sum(n) over (partition by {{ left }}) as members
        from placed
        where place = 1
    )
    select
        state.class_number as class_number, n, coalesce(joined.pattern, 0) as pattern
        {%- for key in plan.quasi_identifiers %},
        value_{{ key.number }}
        {%- endfor %}
        {%- for key in plan.quasi_identifiers %},
        coalesce(joined.left_{{ key.number }}, value_{{ key.number }}) as left_{{ key.number }}
        {%- endfor %}
    from {{ state }} state
    left join joined on joined.class_number = state.class_number and members >= {{ k }}
{%- endmacro %}
