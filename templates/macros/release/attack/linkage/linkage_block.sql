{#-
The pairs that agree in all columns but the ones at the places of `block`. Where several joins find a pair,
the `first` keeps it; in another join each column of the block but column 1 disagrees, or is NULL.
-#}
{%- macro linkage_block(columns, block, first) -%}
{%- set joined, kept, weights, exact = [], [], [], [] -%}
{%- for column in columns -%}
    {%- set place = column.place -%}
    {%- set equal = 'outside_cells.v' ~ place ~ ' = released_cells.v' ~ place -%}
    {%- if place in block -%}
        {%- do exact.append(equal) -%}
        {%- do weights.append('case when ' ~ equal ~ ' then a' ~ place ~ ' when released_cells.v' ~ place
            ~ ' is null then 0 else d' ~ place ~ ' end') -%}
        {%- if not first and (place != 1) -%}
            {%- do kept.append('case when ' ~ equal ~ ' then 1 else 0 end = 0') -%}
        {%- endif -%}
    {%- else -%}
        {%- do joined.append(equal) -%}
        {%- do weights.append('a' ~ place) -%}
    {%- endif -%}
{%- endfor %}
    select
        outside_cells.cell as outside_cell,
        released_cells.cell as released_cell,
        released_cells.records as records,
        {{ 'case when ' ~ (exact | join(' and ')) ~ ' then 1 else 0 end' if exact else '1' }} as exact,
        {{ weights | join('\n            + ') }} as weight
    from outside_cells
    join released_cells on {{ joined | join(' and ') }}
    {%- if kept %}
    where {{ kept | join(' and ') }}
    {%- endif %}
{%- endmacro %}
