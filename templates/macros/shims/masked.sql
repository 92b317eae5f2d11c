{#- The first `length` characters of a text and a `*` for each that follows: 35567 becomes 355**. -#}
{%- macro masked(expression, length) -%}{{ return(adapter.dispatch('masked', 'sqlmetrics')(expression, length)) }}{%- endmacro %}

{%- macro default__masked(expression, length) -%}rpad(substr({{ expression }}, 1, {{ length }}), cast(length({{ expression }}) as integer), '*'){%- endmacro %}
