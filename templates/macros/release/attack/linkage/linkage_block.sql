{#-
The pairs of an outside and a released combination that are equal in all columns but the ones at the places of
`block`, by the levels in these: 0 for equal values, 1 for nearly equal ones, 2 for others, 3 for NULL. Where
several joins find a pair, the `first` keeps it; in another join each column of the block but column 1 is not
equal. The words are as `linkage_pairs` has them.
-#}
{%- macro linkage_block(columns, block, first, sought, by, wanted) -%}
{%- set joined, nearly, kept, levels = [], [], [], [] -%}
{%- for column in columns -%}
    {%- set place = column.place -%}
    {%- set equal = 'outside_cells.v' ~ place ~ ' = released_cells.v' ~ place -%}
    {%- if place in block -%}
        {%- do levels.append('level_' ~ place) -%}
        {%- if column.nearly is not none and column.kind == 'text' -%}
            {%- do nearly.append(place) -%}
        {%- endif -%}
        {%- if not first and place != 1 -%}
            {%- do kept.append('case when ' ~ equal ~ ' then 1 else 0 end = 0') -%}
        {%- endif -%}
    {%- else -%}
        {%- do joined.append(equal) -%}
    {%- endif -%}
{%- endfor %}
    select
        {%- for side in by %}
        {{ side }}_cell,
        {%- endfor %}
        {%- for column in columns %}
        {{ 'level_' ~ column.place if column.place in block else '0 as level_' ~ column.place }},
        {%- endfor %}
        {{ 'records' if by | length == 2 else 'sum(records) as records' }}
    from (
        select
            {%- for side in by %}
            {{ side }}_cells.cell as {{ side }}_cell,
            {%- endfor %}
            {%- for column in columns if column.place in block %}
            {{ sqlmetrics.linkage_level(column, 'outside_cells', 'released_cells') }} as level_{{
                column.place }},
            {%- endfor %}
            {{ 'released_cells.records' if by else sqlmetrics.as_double('outside_cells.records')
                ~ ' * released_cells.records' }} as records
        from {{ sought ~ ' ' if sought != 'outside_cells' }}outside_cells
        join {{ wanted ~ ' ' if wanted != 'released_cells' }}released_cells on {{ joined | join(' and ') }}
        {%- for place in nearly %}
        {{ sqlmetrics.linkage_near_join(place, 'outside_cells', 'released_cells') }}
        {%- endfor %}
        {%- if kept %}
        where {{ kept | join(' and ') }}
        {%- endif %}
    ) levelled
    {%- set groups = levels if by | length == 0 else ['outside_cell'] + levels -%}
    {%- if by | length < 2 and groups %}
    group by {{ groups | join(', ') }}
    {%- endif %}
{%- endmacro %}
