{#-
Whether a pair of combinations is compared, by its levels: equal in all columns but two, or in one of two.
-#}
{%- macro linkage_compared(columns, levels) -%}
{%- set terms = [] -%}
{%- for column in columns -%}
    {%- do terms.append('case when ' ~ levels ~ '.level_' ~ column.place ~ ' = 0 then 1 else 0 end') -%}
{%- endfor -%}
{%- set most = columns | length - 2 -%}
{{ terms | join('\n            + ') }} >= {{ most if most > 1 else 1 }}
{%- endmacro %}
