{#-
The numbers of released records that agree with an outside combination in all but two columns, or in one of
two, by the levels of agreement, and if `paired` by their combination: a union of equi-joins, one for each set
of columns that may disagree. A
record is in the first of the joins that finds it.
-#}
{%- macro linkage_pairs(columns, paired=false) -%}
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
{{ sqlmetrics.linkage_block(columns, block, loop.first, paired) }}
{%- if not loop.last %}
    union all
{%- endif %}
{%- endfor %}
{%- endmacro %}
