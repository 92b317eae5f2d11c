{#- How many records do not say whose they are, and how many there are. -#}
{%- macro unnamed_individuals(relation, individual) -%}
select sum(case when {{ sqlmetrics.quoted(individual) }} is null then 1 else 0 end) as missing, {{ sqlmetrics.count_records() }} as records
from {{ relation }} source
{%- endmacro %}
