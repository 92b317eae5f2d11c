{#-
The pairs of an outside and a released record by patterns of levels, as `linkage_pairs` has them, without a
row per pair of combinations: signed rows that add up to each pattern's pairs. What is counted are pairs that
compare somehow in at most two columns and are equal in all others: they are nearly equal (n), have a value on
both sides (v), or whatever they have (a). Pairs of other values are then the ones with values less the equal
and the nearly equal ones, and pairs with a NULL are all pairs less the ones with values, in each column.
-#}
{%- macro linkage_totals(columns) -%}
{%- set last = columns | length -%}
{%- set most = [last - 1, 2] | min -%}
{%- set near = [] -%}
{%- for column in columns if column.nearly is not none -%}{%- do near.append(column.place) -%}{%- endfor %}
{{- sqlmetrics.linkage_total(columns, 'outside_cells', [], {}) }}
{%- for column in columns if most > 0 %}
{%- set one = column.place %}
    union all
{{- sqlmetrics.linkage_total(columns, 'outside_cells', [one], {}) }}
{%- if one in near %}
    union all
{{- sqlmetrics.linkage_total(columns, 'beside_' ~ one, [], {one: 'n'}) }}
{%- endif %}
{%- for second in columns if second.place != one and most > 1 %}
{%- set other = second.place %}
{%- if other > one %}
    union all
{{- sqlmetrics.linkage_total(columns, 'outside_cells', [one, other], {}) }}
{%- endif %}
{%- if one in near %}
    union all
{{- sqlmetrics.linkage_total(columns, 'beside_' ~ one, [other], {one: 'n'}) }}
{%- if other in near and other > one %}
    union all
{{- sqlmetrics.linkage_total(columns, sqlmetrics.linkage_beside(columns, 'beside_' ~ one, other), [],
        {one: 'n', other: 'n'}) }}
{%- endif %}
{%- endif %}
{%- endfor %}
{%- endfor %}
{%- endmacro %}
