{#- Whether a pair of combinations is equal in all columns, by its levels. -#}
{%- macro linkage_exact(columns, levels) -%}
{%- set terms = [] -%}
{%- for column in columns -%}{%- do terms.append(levels ~ '.level_' ~ column.place ~ ' = 0') -%}{%- endfor -%}
case when {{ terms | join(' and ') }} then 1 else 0 end
{%- endmacro %}
