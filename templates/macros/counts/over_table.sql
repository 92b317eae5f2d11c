{#- The window of all rows of a table that is measured: of each slice, and of each table that
`within` tells apart. -#}
{%- macro over_table(plan, within='', order='') -%}
{%- set apart = within ~ sqlmetrics.slice_columns(plan, true) -%}
over ({{ 'partition by ' ~ apart[:-2] if apart }}{{ ' ' if apart and order }}{{ order }})
{%- endmacro %}
