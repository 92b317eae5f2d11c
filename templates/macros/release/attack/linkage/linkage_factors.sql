{#-
What the sums of `linkage_total` count for: a row per sum and pattern of levels, with the factor 1 or -1. Each
way to compare has its levels: equal values (e) count for 0 and are taken from 2, as nearly equal ones (n) are
for 1; values on both sides (v) count for 2 and are taken from 3; any (a) count for 3.

held  the places of the free columns that have a value on both sides, by sum
-#}
{%- macro linkage_factors(columns, free, compared, held) -%}
{%- set most = [columns | length - 1, 2] | min -%}
{%- set ways = {'e': [[0, 1], [2, -1]], 'n': [[1, 1], [2, -1]], 'v': [[2, 1], [3, -1]], 'a': [[3, 1]]} -%}
{%- set names, listed = [], [] -%}
{%- for column in columns -%}{%- do names.append('level_' ~ column.place) -%}{%- endfor -%}
{%- for places in held -%}
    {%- set which = loop.index -%}
    {%- set patterns = namespace(found=[[]]) -%}
    {%- for column in columns -%}
        {%- set place = column.place -%}
        {%- set how = ('v' if place in places else 'a') if place in free else compared.get(place, 'e') -%}
        {%- set longer = [] -%}
        {%- for pattern in patterns.found -%}
            {%- for way in ways[how] if (pattern + [way]) | selectattr(0) | list | length <= most -%}
                {%- do longer.append(pattern + [way]) -%}
            {%- endfor -%}
        {%- endfor -%}
        {%- set patterns.found = longer -%}
    {%- endfor -%}
    {%- for pattern in patterns.found -%}
        {%- set taken = pattern | selectattr(1, 'lt', 0) | list | length -%}
        {%- do listed.append(pattern | map(attribute=0) | list + [which, -1 if taken % 2 else 1]) -%}
    {%- endfor -%}
{%- endfor -%}
{{ sqlmetrics.number_rows(names + ['which', 'factor'], listed) }}
{%- endmacro %}
