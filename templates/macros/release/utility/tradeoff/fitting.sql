{#-
The common table expressions that find, for each value of the original, what the release has in its
place: the value itself, or the first of its recodings that occurs there. A value without any is not
    among them: the release has never seen it.
-#}
{%- macro fitting(column) -%}
{%- set i = column.number -%}
-- a row per value of the original
recodings_{{ i }} as (
    select
        e_{{ i }} as node_0,
        {%- for recoding in column.candidates %}
        {{ sqlmetrics.encoded(sqlmetrics.recoded(sqlmetrics.key_number('raw_' ~ i)
            if recoding.kind == 'intervals' else 'raw_' ~ i, recoding,
            'mapping_' ~ loop.index)) }} as node_{{ loop.index }}{{ ',' if not loop.last }}
        {%- endfor %}
    from (
        select raw_{{ i }}, e_{{ i }}
        from people
        group by raw_{{ i }}, e_{{ i }}
    ) people_values
    {%- for recoding in column.candidates if recoding.kind == 'table' %}
    left join {{ sqlmetrics.mapping(recoding.pairs) }} mapping_{{ recoding.number }}
        on mapping_{{ recoding.number }}.value = {{ sqlmetrics.as_string('raw_' ~ i) }}
    {%- endfor %}
),
-- a row per value and recoding of it
offers_{{ i }} as (
    select
        node_0 as original_code, steps.step as step,
        case steps.step when 0 then node_0{% for recoding
            in column.candidates %} when {{ loop.index }} then node_{{ loop.index }}{% endfor %} end as node
    from recodings_{{ i }}
    cross join (
        select 0 as step{{ sqlmetrics.one_row() }}
        {%- for recoding in column.candidates %} union all
        select {{ loop.index }} as step{{ sqlmetrics.one_row() }}
        {%- endfor %}
    ) steps
),
-- a row per released value
known_{{ i }} as (
    select r_{{ i }} as node
    from released
    group by r_{{ i }}
),
-- a row per value and recoding that is released
found_{{ i }} as (
    select
        offers_{{ i }}.original_code as original_code, offers_{{ i }}.node as node,
        row_number() over (partition by offers_{{ i }}.original_code order by offers_{{ i }}.step) as finest
    from offers_{{ i }}
    join known_{{ i }} on known_{{ i }}.node = offers_{{ i }}.node
    where offers_{{ i }}.step = 0 or offers_{{ i }}.node <> {{ sqlmetrics.literal('none') }}
),
-- a row per value that is released, as it is or recoded
fitting_{{ i }} as (
    select original_code, node
    from found_{{ i }}
    where finest = 1
)
{%- endmacro %}
