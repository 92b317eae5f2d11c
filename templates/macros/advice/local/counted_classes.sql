{#-
The only read of the source: its classes, as key_1.., n and, where a partition may leave values out,
unmapped.
-#}
{%- macro counted_classes(plan) -%}
with
{{ sqlmetrics.keyed_records(plan) }},
{{ sqlmetrics.key_classes(plan) }}
select
    {%- for key in plan.quasi_identifiers %}
    {{ sqlmetrics.key_value('key_' ~ key.number) }} as key_{{ key.number }},
    {%- endfor %}
    n{{ ', unmapped' if sqlmetrics.lost_keys(plan) }}
from key_classes
{%- endmacro %}
