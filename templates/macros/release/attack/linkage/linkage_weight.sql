{#- The weight of a pair of combinations, in bits, from its levels and the weights of the outside values. -#}
{%- macro linkage_weight(columns, levels, weights) -%}
{%- set terms = [] -%}
{%- for column in columns -%}
    {%- set place = column.place -%}
    {%- do terms.append('case ' ~ levels ~ '.level_' ~ place ~ ' when 0 then ' ~ weights ~ '.a' ~ place
        ~ (' when 1 then ' ~ weights ~ '.n' ~ place if column.nearly is not none)
        ~ ' when 2 then ' ~ weights ~ '.d' ~ place ~ ' else 0 end') -%}
{%- endfor -%}
{{ terms | join('\n            + ') }}
{%- endmacro %}
