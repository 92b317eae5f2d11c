{#-
The common table expressions that find, for each value of the original, what the release has in its place: the value itself, or the first
of its recodings that occurs there. A value of which none occurs stays as it is, and is one that the release has never seen.
-#}
{%- macro fitting(column) -%}
{%- set i = column.number -%}
known_{{ i }} as (
    select r_{{ i }} as node
    from released
    group by r_{{ i }}
),
offers_{{ i }} as (
    select
        e_{{ i }} as original_code,
        {%- for recoding in column.candidates %}
        {{ sqlmetrics.encoded(sqlmetrics.recoded(sqlmetrics.key_number('raw_' ~ i) if recoding.kind == 'intervals' else 'raw_' ~ i, recoding, 'mapping_' ~ loop.index)) }} as node_{{ loop.index }}{{ ',' if not loop.last }}
        {%- endfor %}
    from (
        select raw_{{ i }}, e_{{ i }}
        from people
        group by raw_{{ i }}, e_{{ i }}
    ) people_values
    {%- for recoding in column.candidates if recoding.kind == 'table' %}
    left join {{ sqlmetrics.mapping(recoding.pairs) }} mapping_{{ recoding.number }} on mapping_{{ recoding.number }}.value = {{ sqlmetrics.as_string('raw_' ~ i) }}
    {%- endfor %}
),
fitting_{{ i }} as (
    select
        offers_{{ i }}.original_code,
        case
            when known_0.node is not null then offers_{{ i }}.original_code
            {%- for recoding in column.candidates %}
            when known_{{ loop.index }}.node is not null and known_{{ loop.index }}.node <> {{ sqlmetrics.literal('none') }} then known_{{ loop.index }}.node
            {%- endfor %}
            else offers_{{ i }}.original_code
        end as node
    from offers_{{ i }}
    left join known_{{ i }} known_0 on known_0.node = offers_{{ i }}.original_code
    {%- for recoding in column.candidates %}
    left join known_{{ i }} known_{{ loop.index }} on known_{{ loop.index }}.node = offers_{{ i }}.node_{{ loop.index }}
    {%- endfor %}
)
{%- endmacro %}
