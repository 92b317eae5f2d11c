{#- Texts joined end to end. -#}
{%- macro concat(expressions) -%}{{ return(adapter.dispatch('concat', 'sqlmetrics')(expressions)) }}{%- endmacro %}

{%- macro default__concat(expressions) -%}{{ expressions | join(' || ') }}{%- endmacro %}
