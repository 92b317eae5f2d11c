{#- The query of the numbered classes of all keys. -#}
{%- macro suda_classes(plan) -%}
with
{{ sqlmetrics.suda_base(plan) }}
select class_number, {{ sqlmetrics.key_columns(plan) }}, n
from numbered_classes
{%- endmacro %}
