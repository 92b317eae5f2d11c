{#-
The pairs of combinations that are compared, equal in all columns but two, or in one of two, by their levels
of agreement: a union of equi-joins, one for each set of columns that may disagree. A pair is in the first of
the joins that finds it.

sought   the relation of outside combinations
wanted   the relation of released combinations
by       what pairs are told apart by beside their levels: outside and released, then they are listed;
         outside, then `records` are the released ones; or nothing, then `records` are pairs of records
-#}
{%- macro linkage_pairs(columns, sought, by, wanted='released_cells') -%}
{%- set last = columns | length -%}
{%- set blocks = [] -%}
{%- if last == 1 -%}
    {%- do blocks.append([]) -%}
{%- elif last == 2 -%}
    {%- do blocks.append([1]) -%}
    {%- do blocks.append([2]) -%}
{%- else -%}
    {%- for first in range(1, last) -%}
        {%- for second in range(first + 1, last + 1) -%}
            {%- do blocks.append([first, second]) -%}
        {%- endfor -%}
    {%- endfor -%}
{%- endif -%}
{%- for block in blocks -%}
{{ sqlmetrics.linkage_block(columns, block, loop.first, sought, by, wanted) }}
{%- if not loop.last %}
    union all
{%- endif %}
{%- endfor %}
{%- endmacro %}
