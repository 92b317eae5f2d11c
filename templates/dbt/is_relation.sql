{#- Whether an argument is the result of ref() or source(), rather than a list or a mapping. -#}
{%- macro is_relation(given) -%}
{%- do return(given is not none and given is not string and given.database is defined and given.schema is defined and given.identifier is defined) -%}
{%- endmacro %}
