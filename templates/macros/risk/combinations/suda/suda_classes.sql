{#- The query of the numbered classes of all keys. -#}
{%- macro suda_classes(plan) -%}
with
{{ sqlmetrics.suda_base(plan) }}
select class_number, {{ sqlmetrics.key_columns(plan) }}, n{{ ', class_records, first_person, last_person'
    if plan.individual is not none }}
from numbered_classes
{%- endmacro %}
