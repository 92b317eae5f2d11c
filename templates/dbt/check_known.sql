{#-
Fails where a column has the role of a quasi-identifier in its meta, and none of several attackers knows it;
`named` are the columns that have a role here.
-#}
{%- macro check_known(roles, named) -%}
{%- set named = named | map('lower') | list -%}
{%- for column in roles.quasi_identifiers if column | lower not in named -%}
{%- do sqlmetrics.fail("column '" ~ column ~ "' has the role quasi_identifier in its meta, and none of the attackers knows it; add it to one who does, or give it another role") -%}
{%- endfor -%}
{%- endmacro %}
