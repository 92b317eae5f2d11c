{#-
How many values each column has on its level in a node of coded counts, a column each, and then how
many each attribute has, without hidden classes: see `not_hidden`. NULL is no value. DuckDB only.

fields  the columns' bits: list of (word, mask, null), where null is none or {mask, null}, the bits
        that tell a NULL
-#}
{%- macro column_values(counts, fields, attributes, hidden) -%}
{%- set parts = [] -%}
{%- for word, mask, null in fields -%}
{%- do parts.append('count(distinct coded.key_' ~ word ~ ' & ' ~ mask ~ ')'
    ~ (' filter (where (coded.key_' ~ word ~ ' & ' ~ null.mask ~ ') <> ' ~ null.null ~ ')' if null is not none
    else '')) -%}
{%- endfor -%}
{%- for number in range(1, attributes + 1) -%}
    {%- do parts.append('count(distinct coded.value_' ~ number ~ ')') -%}
{%- endfor -%}
select
    {%- for part in parts %}
    {{ part }} as values_{{ loop.index }}{{ ',' if not loop.last }}
    {%- endfor %}
from {{ counts }} coded
{%- if hidden %}
where {{ sqlmetrics.not_hidden(hidden) }}
{%- endif %}
{%- endmacro %}
