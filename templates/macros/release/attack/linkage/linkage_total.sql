{#-
The pairs of records that are equal in all columns but the `free` ones, where anything goes, as rows that add
up to patterns of levels (see `linkage_totals`): outside records are counted by the other columns, and looked
up once for each released combination.

source    the outside records by combinations of values
free      the places of the columns that need not be equal, two at most
compared  how `source` compares in other columns already, by place: n, nearly equal
-#}
{%- macro linkage_total(columns, source, free, compared) -%}
{%- set keys, held = [], [[]] -%}
{%- for column in columns if column.place not in free -%}
    {%- do keys.append('v' ~ column.place) -%}
{%- endfor -%}
{%- for place in free -%}
    {%- for places in held | list -%}{%- do held.append(places + [place]) -%}{%- endfor -%}
{%- endfor %}
    -- {{ 'nearly equal in ' ~ compared | join(' and ') ~ ', ' if compared }}{{
        'any in ' ~ free | join(' and ') ~ ', ' if free }}equal in {{
        'the others' if free or compared else 'all columns' }}
    select
        {%- for column in columns %}
        level_{{ column.place }},
        {%- endfor %}
        factor * case which{% for places in held %} when {{ loop.index }} then pairs_{{ loop.index }}{%
            endfor %} end as records
    from (
        select
            {%- for places in held %}
            {%- set product = sqlmetrics.as_double('mine.records_' ~ loop.index) ~ ' * theirs.records' %}
            {{ sqlmetrics.linkage_held_sum(product, places, 'theirs.') }} as pairs_{{ loop.index }}{{ ','
                if not loop.last }}
            {%- endfor %}
        from (
            select
                {{ keys | join(', ') }},
                {%- for places in held %}
                {{ sqlmetrics.linkage_held_sum('records', places) }} as records_{{ loop.index }}{{ ','
                    if not loop.last }}
                {%- endfor %}
            from {{ source }} one
            group by {{ keys | join(', ') }}
        ) mine
        join released_cells theirs on {% for key in keys %}theirs.{{ key }} = mine.{{ key }}{{ ' and '
            if not loop.last }}{% endfor %}
    ) totals
    cross join {{ sqlmetrics.linkage_factors(columns, free, compared, held) }} factors
{%- endmacro %}
