{#-
The values of each key with their numbers, which add up to one whole number per class, class_word.

A value's part is its number times the `room`, the combinations of the keys before it, so that each
key is a digit of the word with a base of its own. Where there are 2^53 combinations or more the last
room is NULL. The words are then the numbers of the classes' parts as texts, which is slower.
-#}
{%- macro key_codes(plan) -%}
{%- for key in plan.quasi_identifiers -%}
{%- set before = sqlmetrics.as_double('1') if loop.first else 'room_before' -%}
{%- set fits = before ~ ' * key_values < 9007199254740992' -%}
-- a row per value of key {{ loop.index }}
codes_of_key_{{ loop.index }} as {{ sqlmetrics.materialized() }}(
    select
        key_value,
        case when {{ fits }} then value_number * {{ sqlmetrics.as_integer(before) }}
            else value_number end as key_part,
        case when {{ fits }} then {{ before }} * key_values end as room
    from (
        select
            key_value, {{ sqlmetrics.as_integer('row_number() over (order by key_value)') }} as value_number,
            {{ sqlmetrics.as_double('1 + ' ~ sqlmetrics.count_records(' over ()')) }} as key_values
        from (
            select distinct {{ sqlmetrics.key_name(key) }} as key_value
            from (
                {{ sqlmetrics.indented(sqlmetrics.input(dict(plan, quasi_identifiers=[key], suppressed=[]),
                    plan.relation, []), 8) }}
            ) input
        ) listed
    ) numbered
    {%- if not loop.first %}
    cross join (select max(room) as room_before from codes_of_key_{{ loop.index - 1 }}) keys_before
    {%- endif %}
),
{% endfor -%}
-- a row per class where there is no room for its keys in one number, or no row
spelt_classes as {{ sqlmetrics.materialized() }}(
    select class_text, {{ sqlmetrics.as_integer('row_number() over (order by class_text)') }} as class_number
    from (
        {{ sqlmetrics.indented(sqlmetrics.coded_records(plan, none), 4) }}
    ) coded
    group by class_text
)
{%- endmacro %}
