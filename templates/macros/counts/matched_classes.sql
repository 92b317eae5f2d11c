{#-
The identity's classes where NULL matches every value: class_size counts the records that agree with
a class in all keys that both have, class_records its own. Records that agree with a class need not
agree with each other, so a record is in several of these counts, and a class still has equal
keys. `origin` is what is read, as text of a FROM clause with its `where`, `counted` how its rows are
counted, and `name` the relation's name.

A pattern says which keys a class lacks. Each class stands once beside each pattern that there is,
with the keys that both have, so that a window over these finds who agrees: no class is compared
with another one by one. Columns of slices are no keys: NULL is a slice of its own.
-#}
{%- macro matched_classes(plan, origin, counted, name) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set known = plan.quasi_identifiers[plan.slices:] -%}
{%- set lost = 'sum(unmapped)' if sqlmetrics.lost_keys(plan) else '' -%}
{%- set bits = [] -%}
{%- set shared = [] -%}
{%- set slices = [] -%}
{%- for key in plan.quasi_identifiers[:plan.slices] -%}
    {%- do slices.append(sqlmetrics.window_key(sqlmetrics.key_name(key))) -%}
{%- endfor -%}
{%- set apart = slices + ['pattern_low', 'pattern_high'] -%}
{%- for key in known -%}
{%- do bits.append([('' if loop.first else '+ ' ~ 2 ** loop.index0 ~ ' * ') ~ 'case when '
    ~ sqlmetrics.key_name(key) ~ ' is null then 1 else 0 end']) -%}
{%- do shared.append(['case when pattern_known_' ~ key.number ~ ' = 1 then ' ~ sqlmetrics.key_name(key)
    ~ ' end as shared_' ~ key.number]) -%}
{%- do apart.append(sqlmetrics.window_key('shared_' ~ key.number)) -%}
{%- endfor -%}
-- a class: the records with the same keys, and the keys that they lack, as a number
pattern_classes as (
    select
        {{ keys }}, {{ counted }} as class_records,{{ ' ' ~ lost ~ ' as class_unmapped,' if lost }}
        {{ bits | map('first') | join('\n        ') }} as pattern_here
    from {{ origin }}
    group by {{ keys }}
),
-- a pattern: 1 for each key that its classes have
patterns as (
    select
        pattern_here as pattern_there,
        {%- for key in known %}
        max(case when {{ sqlmetrics.key_name(key) }} is null then 0
            else 1 end) as pattern_known_{{ key.number }}{{ ',' if not loop.last }}
        {%- endfor %}
    from pattern_classes
    group by pattern_here
),
-- a class beside a pattern, with the keys that both have
pattern_pairs as (
    select
        {{ keys }}, class_records, {{ 'class_unmapped, ' if lost }}pattern_here, pattern_there,
        case when pattern_here < pattern_there then pattern_here else pattern_there end as pattern_low,
        case when pattern_here < pattern_there then pattern_there else pattern_here end as pattern_high,
        {{ sqlmetrics.listed_columns(shared) }}
    from pattern_classes
    cross join patterns
),
-- a class beside a pattern, and the records of either that agree in the keys that both have
pattern_matches as (
    select
        {{ keys }}, class_records, {{ 'class_unmapped, ' if lost }}pattern_there, pattern_low,
        {%- for end in ['low', 'high'] %}
        sum(case when pattern_here = pattern_{{ end }} then class_records else 0 end)
            over (partition by {{ apart | join(', ') }}) as pattern_{{ end }}_records{{ ','
                if not loop.last }}
        {%- endfor %}
    from pattern_pairs
),
-- a class, and class_size: the records of all patterns that agree with it
pattern_sizes as (
    select
        {{ keys }}, max(class_records) as own_records,{{ ' max(class_unmapped) as own_unmapped,' if lost }}
        sum(case when pattern_there = pattern_low then pattern_low_records
            else pattern_high_records end) as class_size
    from pattern_matches
    group by {{ keys }}
),
-- a class: the records with the same keys, and class_size of all that agree with them
{{ name }} as (
    select {{ keys }}, class_size, own_records as class_records
        {{- ', class_size as class_values' if 'class_values' in plan.facts }}
        {{- ', ' ~ sqlmetrics.as_double('own_records') ~ ' / sum(own_records) ' ~ sqlmetrics.over_table(plan)
            ~ ' as class_share' if 'class_share' in plan.facts }}
        {{- ', ' ~ ('own_unmapped' if lost else '0') ~ ' as class_unmapped' if 'unmapped_records'
            in plan.facts }}
    from pattern_sizes
)
{%- endmacro %}
