{#-
The CTEs of the pairs of an outside and a released text that are one letter apart: one more, one less, or
another one, or two neighbours that have changed places. Texts are one letter apart where they are the same
without a letter each, at the same place; so texts without a letter are joined, and no distance is measured.
The letters up to 40 count.
-#}
{%- macro linkage_letters(column, plan) -%}
{%- set v = 'v' ~ column.place -%}
{%- set text = sqlmetrics.as_string('source.' ~ sqlmetrics.quoted(column.name)) -%}
{%- set places = [] -%}
{%- for place in range(1, 41) -%}{%- do places.append([place]) -%}{%- endfor -%}
{%- for side in ('outside', 'released') -%}
-- a row per {{ side }} text, and per letter that it may lack
{{ side }}_{{ column.place }} as {{ sqlmetrics.materialized() }}(
    select kept, place, letter, shorter
    from (
        select
            kept,
            place,
            {{ sqlmetrics.group_key(sqlmetrics.characters('held', 'place', 1)) }} as letter,
            {{ sqlmetrics.group_key(sqlmetrics.concat([sqlmetrics.characters('held', '1', 'place - 1'),
                sqlmetrics.characters('held', 'place + 1', 4000)])) }} as shorter
        from (
            select distinct
                {{ sqlmetrics.group_key(text) }} as kept,
                {{ text }} as held
            from {{ plan.outside if side == 'outside' else plan.release }} source
        ) texts
        cross join {{ sqlmetrics.number_rows(['place'], places) }} places
    ) without
    where shorter <> kept
    union all
    select distinct {{ v }} as kept, 0 as place, {{ v }} as letter, {{ v }} as shorter
    from {{ side }}
    where {{ v }} is not null
),
{% endfor -%}
-- a row per pair of texts that are one letter apart
near_{{ column.place }} as {{ sqlmetrics.materialized() }}(
    select distinct mine.kept as outside_value, theirs.kept as released_value
    from outside_{{ column.place }} mine
    join released_{{ column.place }} theirs on theirs.shorter = mine.shorter
    where mine.kept <> theirs.kept
        and (
            mine.place = theirs.place or mine.place = 0 or theirs.place = 0
            or (abs(mine.place - theirs.place) = 1 and mine.letter = theirs.letter)
        )
)
{%- endmacro %}
