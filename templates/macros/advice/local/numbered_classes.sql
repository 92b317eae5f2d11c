{#-
Classes with numbers: class_number, n and, for each key, the number of its value from 1, as
value_1... NULL has a number of its own.
-#}
{%- macro numbered_classes(plan, origin) -%}
select
        row_number() over (order by {{ sqlmetrics.key_columns(plan) }}) as class_number, {{ sqlmetrics.key_columns(plan) }}, n
        {%- for key in plan.quasi_identifiers %},
        dense_rank() over (order by key_{{ key.number }}) as value_{{ key.number }}
        {%- endfor %}
    from {{ origin }} key_classes
{%- endmacro %}
