{#-
One combination's packed counts, added up from the counts of a larger one: `masks` are the bits of
each word that it keeps. DuckDB only.
-#}
{%- macro packed_step(origin, masks) -%}
select
    {%- for mask in masks %}
    key_{{ loop.index }} & {{ mask }} as key_{{ loop.index }},
    {%- endfor %}
    sum(n) as n
from {{ origin }}
group by {% for mask in masks %}{{ loop.index }}{{ ', ' if not loop.last }}{% endfor %}
{%- endmacro %}
