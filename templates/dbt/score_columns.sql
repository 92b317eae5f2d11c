{#- The columns of score records. -#}
{%- macro score_columns() -%}
{%- do return(['metric', 'target', 'quasi_identifiers', 'partition', 'slice', 'level', 'class', 'records', 'value', 'reason', 'unit', 'direction', 'parameters']) -%}
{%- endmacro %}
