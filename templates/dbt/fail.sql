{#- Stops with a message for the person who wrote the project. -#}
{%- macro fail(message) -%}
{%- do exceptions.raise_compiler_error('sqlmetrics: ' ~ message) -%}
{%- endmacro %}
