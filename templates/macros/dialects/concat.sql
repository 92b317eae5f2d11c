{#- Texts joined end to end. -#}
{%- macro concat(expressions) -%}
{{ return(adapter.dispatch('concat', 'sqlmetrics')(expressions)) }}
{%- endmacro %}

{%- macro default__concat(expressions) -%}{{ expressions | join(' || ') }}{%- endmacro %}

{%- macro mysql__concat(expressions) -%}
{{ expressions[0] if expressions | length == 1 else 'concat(' ~ (expressions | join(', ')) ~ ')' }}
{%- endmacro %}

{%- macro sqlserver__concat(expressions) -%}
{{ expressions[0] if expressions | length == 1 else 'concat(' ~ (expressions | join(', ')) ~ ')' }}
{%- endmacro %}
