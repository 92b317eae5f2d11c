{#-
The condition that rows of two relations belong to one table: to one slice, and to one of the tables that
`within` tells apart.
-#}
{%- macro same_table(plan, left, right, within='') -%}
{%- set conditions = [] -%}
{%- if within -%}
    {%- do conditions.append(left ~ '.' ~ within[:-2] ~ ' = ' ~ right ~ '.' ~ within[:-2]) -%}
{%- endif -%}
{%- for key in plan.quasi_identifiers[:plan.slices] -%}
{%- set name = '.' ~ sqlmetrics.key_name(key) -%}
{%- do conditions.append(sqlmetrics.same(left ~ name, right ~ name)) -%}
{%- endfor -%}
{{ conditions | join(' and ') }}
{%- endmacro %}
