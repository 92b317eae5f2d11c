{#-
The classes of all keys that take part, numbered: class_number, key_1.., n, as numbered_classes.
They are those of the identity.
-#}
{%- macro suda_base(plan) -%}
{{ sqlmetrics.counts(plan) }},
numbered_classes as (
    select row_number() over (order by {{ sqlmetrics.key_columns(plan) }}) as class_number, {{ sqlmetrics.key_columns(plan) }}, {{ sqlmetrics.as_integer('records') }} as n
    from counts
    {{- sqlmetrics.target_filter(plan, plan.targets[0]) }}
)
{%- endmacro %}
