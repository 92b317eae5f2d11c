{#-
The rows of a plan's relation as text of a FROM clause, with the columns of `input`: the relation itself
where its columns are these already.
-#}
{%- macro rows(plan, attributes, target=none) -%}
{%- set changed = [] -%}
{%- if plan.suppressed or plan.individual is not none or target and target.recoding -%}
    {%- do changed.append('rows') -%}
{%- endif -%}
{%- for key in plan.quasi_identifiers if key.alias is none or key.recoding
    or sqlmetrics.group_key('x') != 'x' -%}
    {%- do changed.append(key.column) -%}
{%- endfor -%}
{%- for attribute in attributes -%}
    {%- if sqlmetrics.value_name(plan, loop.index) != sqlmetrics.quoted(attribute) -%}
        {%- do changed.append(attribute) -%}
    {%- endif -%}
{%- endfor -%}
{%- if changed -%}
(
        {{ sqlmetrics.input(plan, plan.relation, attributes, target=target) }}
    ) input
{%- else -%}
{{ plan.relation }}{{ ' source' if '(' == plan.relation[:1] }}
{%- endif -%}
{%- endmacro %}
