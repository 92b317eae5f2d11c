{#-
An expression to group by that keeps 'a', 'A' and 'a ' apart on engines whose collation folds them.
-#}
{%- macro group_key(expression) -%}
{{ return(adapter.dispatch('group_key', 'sqlmetrics')(expression)) }}
{%- endmacro %}

{%- macro default__group_key(expression) -%}{{ expression }}{%- endmacro %}

{%- macro mysql__group_key(expression) -%}{{ sqlmetrics.as_string(expression) }}{%- endmacro %}

{#-
Bytes, since a blank at the end of a text counts in no collation; style 126, since the default cuts
floats to six digits, times to minutes and money to cents.
-#}
{%- macro sqlserver__group_key(expression) -%}
cast(convert(nvarchar(4000),{{ '\n                ' if expression | length > 50
    else ' ' }}{{ expression }}, 126) as varbinary(8000))
{%- endmacro %}
