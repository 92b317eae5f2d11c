{#- An identifier, spelled exactly as the catalogue spells it. -#}
{%- macro quoted(name) -%}{{ return(adapter.dispatch('quoted', 'sqlmetrics')(name)) }}{%- endmacro %}

{%- macro default__quoted(name) -%}"{{ name | replace('"', '""') }}"{%- endmacro %}
