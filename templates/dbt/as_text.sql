{#- A value of a mapping or an order as the engines write it as text. -#}
{%- macro as_text(value) -%}
{%- do return(value | string | lower if value is boolean else value | string) -%}
{%- endmacro %}
