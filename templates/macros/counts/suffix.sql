{#- The end of the names of a target's relations: its number, where the statement has several such
relations. -#}
{%- macro suffix(target) -%}
{{ '_' ~ target.number if target.suffix is not defined else target.suffix }}
{%- endmacro %}
