{#- A text value; quotes and whatever the dialect treats as an escape are doubled. -#}
{%- macro literal(value) -%}{{ return(adapter.dispatch('literal', 'sqlmetrics')(value)) }}{%- endmacro %}

{%- macro default__literal(value) -%}'{{ value | string | replace("'", "''") }}'{%- endmacro %}
