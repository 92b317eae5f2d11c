{#- The rows of a relation but for the rows with all marks of suppression, as a query. -#}
{%- macro unmarked_rows(relation, suppressed) -%}
select source.*
from {{ relation }} source
where case when {{ sqlmetrics.all_marked(suppressed) }} then 1 else 0 end = 0
{%- endmacro %}
