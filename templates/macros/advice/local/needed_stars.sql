{#-
The fewest stars of each class, where these are `stars`: with a pattern of that number of stars, k
of all records agree in the rest. `state` has the columns of `matching_classes`, which come back.
-#}
{%- macro needed_stars(plan, state, patterns, stars, k) -%}
{%- set values = [] -%}
{%- set left = [] -%}
{%- for key in plan.quasi_identifiers -%}
{%- do values.append('value_' ~ key.number) -%}
{%- do left.append('left_' ~ key.number) -%}
{%- endfor -%}
select
        class_number, pattern, n, matched,
        case when known = 0 and n < {{ k }} and max(size) >= {{ k }} then {{ stars }}
            else known end as needed, {{ values | join(', ') }}
    from (
        select class_number, pattern, n, matched, known, {{ values
            | join(', ') }}, sum(n) over (partition by {{ left | join(', ') }}) as size
        from (
            select
                class_number, state.pattern as pattern, n, matched, needed as known, {{ values | join(', ') }}
                {%- for key in plan.quasi_identifiers %},
                kept_{{ key.number }} * value_{{ key.number }} as left_{{ key.number }}
                {%- endfor %}
            from {{ state }} state
            cross join {{ patterns }} patterns
            where patterns.stars = {{ stars }}
        ) tried
    ) sized
    group by class_number, pattern, n, matched, known, {{ values | join(', ') }}
{%- endmacro %}
