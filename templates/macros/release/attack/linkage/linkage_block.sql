{#-
The numbers of released records that agree with an outside combination in all columns but the ones at the
places of `block`, by the levels in these, and where they are `paired` by their combination, too: 0 for equal
values, 1 for nearly equal ones, 2 for others, 3 for NULL. Where several joins find a record, the `first`
keeps it; in another join each column of the block but column 1 is not equal.
-#}
{%- macro linkage_block(columns, block, first, paired=false) -%}
{%- set joined, nearly, kept, levels = [], [], [], [] -%}
{%- for column in columns -%}
    {%- set place = column.place -%}
    {%- set equal = 'outside_cells.v' ~ place ~ ' = released_cells.v' ~ place -%}
    {%- if place in block -%}
        {%- do levels.append('level_' ~ place) -%}
        {%- if column.nearly is not none -%}{%- do nearly.append(place) -%}{%- endif -%}
        {%- if not first and place != 1 -%}
            {%- do kept.append('case when ' ~ equal ~ ' then 1 else 0 end = 0') -%}
        {%- endif -%}
    {%- else -%}
        {%- do joined.append(equal) -%}
    {%- endif -%}
{%- endfor %}
    select
        outside_cell,
        {%- if paired %}
        released_cell,
        {%- endif %}
        {%- for column in columns %}
        {{ 'level_' ~ column.place if column.place in block else '0 as level_' ~ column.place }},
        {%- endfor %}
        {{ 'records' if paired else 'sum(records) as records' }}
    from (
        select
            outside_cells.cell as outside_cell,
            {%- if paired %}
            released_cells.cell as released_cell,
            {%- endif %}
            {%- for column in columns if column.place in block %}
            {{ sqlmetrics.linkage_level(column, 'outside_cells', 'released_cells') }} as level_{{
                column.place }},
            {%- endfor %}
            released_cells.records as records
        from outside_cells
        join released_cells on {{ joined | join(' and ') }}
        {%- for place in nearly %}
        {{ sqlmetrics.linkage_near_join(place, 'outside_cells', 'released_cells') }}
        {%- endfor %}
        {%- if kept %}
        where {{ kept | join(' and ') }}
        {%- endif %}
    ) levelled
    {%- if not paired %}
    group by outside_cell{% for level in levels %}, {{ level }}{% endfor %}
    {%- endif %}
{%- endmacro %}
