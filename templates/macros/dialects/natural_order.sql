{#-
The expression that orders by the natural order of a column that was made a group key: numbers as
numbers, dates as dates.
-#}
{%- macro natural_order(expression) -%}
{{ return(adapter.dispatch('natural_order', 'sqlmetrics')(expression)) }}
{%- endmacro %}

{%- macro default__natural_order(expression) -%}{{ expression }}{%- endmacro %}

{%- macro mysql__natural_order(expression) -%}{{ expression }} + 0, {{ expression }}{%- endmacro %}

{%- macro sqlserver__natural_order(expression) -%}
{{ sqlmetrics.key_number(expression) }}, {{ sqlmetrics.as_string(expression) }}
{%- endmacro %}
