{#-
A column's values in the form of a claim's: texts are told apart where a collation folds them, and
all others stand as they are.
-#}
{%- macro claim_value(column) -%}
{{ sqlmetrics.as_string('source.' ~ sqlmetrics.quoted(column.name))
    if column.kind == 'text' else 'source.' ~ sqlmetrics.quoted(column.name) }}
{%- endmacro %}
