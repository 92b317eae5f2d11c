{#-
The coded counts of one node, see `node_counts`, as rows of a table that coded counts may be: each
attribute keeps its number. With `sized` they are the records of classes alone. DuckDB only.
-#}
{%- macro narrowed_counts(plan, coded, masks, sized) -%}
{%- set several = plan.attributes | length > 1 -%}
{%- set parts = [] -%}
{%- if several and not sized -%}{%- do parts.append(('attribute', 'attribute')) -%}{%- endif -%}
{%- if plan.individual is not none -%}{%- do parts.append(('individual', 'individual')) -%}{%- endif -%}
{%- for mask in masks -%}
    {%- do parts.append(('coded.key_' ~ loop.index ~ ' & ' ~ mask, 'key_' ~ loop.index)) -%}
{%- endfor -%}
{%- if not sized -%}
{%- for attribute in plan.attributes -%}
    {%- do parts.append(('value_' ~ loop.index, 'value_' ~ loop.index)) -%}
{%- endfor -%}
{%- endif -%}
select {% for part
    in parts %}{{ part[0] }} as {{ part[1] }},
    {% endfor %}{{ sqlmetrics.as_integer('sum(records)') }} as records
from {{ coded }} coded
{%- if several and sized %}
where attribute = 1
{%- endif %}
group by {% for part in parts %}{{ part[0] }}{{ ', ' if not loop.last }}{% endfor %}
{%- endmacro %}
