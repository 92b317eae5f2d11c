{#-
A column's value as what is grouped by: the group key of itself, of its text where kinds differ, or
its bin; a release's mark of suppression is NULL.
-#}
{%- macro column_code(column, bin, suppressed) -%}
{%- set value = 'source.' ~ sqlmetrics.quoted(column.name) -%}
{%- if bin -%}
{{ sqlmetrics.binned(value, bin) }}
{%- else -%}
{%- set plain = sqlmetrics.group_key(sqlmetrics.as_string(value) if column.text else value) -%}
{{ 'case when ' ~ sqlmetrics.as_string(value) ~ ' = ' ~ sqlmetrics.literal(suppressed) ~ ' then null else '
    ~ plain ~ ' end' if suppressed is not none and column.marked else plain }}
{%- endif -%}
{%- endmacro %}
