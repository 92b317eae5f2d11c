{#-
Classes with numbers: class_number, n and, for each key, the number of its value from 1, as
value_1... NULL has a number of its own, the first; the numbers are the same on every engine.
-#}
{%- macro numbered_classes(plan, origin) -%}
{%- set order = [] -%}
{%- for key in plan.quasi_identifiers -%}
{%- do order.append(sqlmetrics.text_order('key_' ~ key.number)) -%}
{%- endfor -%}
select
        row_number() over (order by {{ order
            | join(', ') }}) as class_number, {{ sqlmetrics.key_columns(plan) }}, n
        {%- for key in plan.quasi_identifiers %},
        dense_rank() over (order by {{ order[loop.index0] }}) as value_{{ key.number }}
        {%- endfor %}
    from {{ origin }} key_classes
{%- endmacro %}
