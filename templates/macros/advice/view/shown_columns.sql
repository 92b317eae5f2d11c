{#- Some columns of a relation, as a query. -#}
{%- macro shown_columns(relation, columns) -%}
select
    {%- for column in columns %}
    source.{{ sqlmetrics.quoted(column) }}{{ ',' if not loop.last }}
    {%- endfor %}
from {{ relation }} source
{%- endmacro %}
