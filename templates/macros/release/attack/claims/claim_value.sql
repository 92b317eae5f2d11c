{#-
A column's values as they are told in a claim: texts apart where a collation folds them, all others
as they are.
-#}
{%- macro claim_value(column) -%}
{{ sqlmetrics.as_string('source.' ~ sqlmetrics.quoted(column.name))
    if column.kind == 'text' else 'source.' ~ sqlmetrics.quoted(column.name) }}
{%- endmacro %}
