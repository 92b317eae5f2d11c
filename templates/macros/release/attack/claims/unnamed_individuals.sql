{#- The number of records without an individual, and the number of all records. -#}
{%- macro unnamed_individuals(relation, individual) -%}
select sum(case when {{ sqlmetrics.quoted(individual) }} is null then 1 else 0 end) as missing,
{{ sqlmetrics.count_records() }} as records
from {{ relation }} source
{%- endmacro %}
