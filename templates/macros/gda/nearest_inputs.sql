{#-
The CTEs `sample`, `targets` and `released` of attacks by the nearest record: some records of the original, drawn at random, and all released
ones, with their columns as v1, v2, .. ready for `distance`; numbers are divided by their range in both.
-#}
{%- macro nearest_inputs(original, release, columns, secret, seed, size) -%}
{%- set numbers = columns | selectattr('kind', 'equalto', 'number') | list -%}
sample_records as (
{{ sqlmetrics.sampled(original, columns, seed, size) }}
),
{%- if numbers %}
everybody as (
    select {% for column in numbers %}{{ sqlmetrics.as_double(sqlmetrics.quoted(column.name)) }} as v{{ column.place }}{{ ', ' if not loop.last }}{% endfor %}
    from {{ original }} source
    union all
    select {% for column in numbers %}{{ sqlmetrics.as_double(sqlmetrics.quoted(column.name)) }} as v{{ column.place }}{{ ', ' if not loop.last }}{% endfor %}
    from {{ release }} source
),
ends as (
    select {% for column in numbers %}
        case when max(v{{ column.place }}) > min(v{{ column.place }}) then max(v{{ column.place }}) - min(v{{ column.place }}) else 1 end as range{{ column.place }}{{ ',' if not loop.last }}
        {%- endfor %}
    from everybody
),
{%- endif %}
targets as (
    select
        sample_records.record as target
        {%- for column in columns %},
        {% if column.kind == 'number' %}{{ sqlmetrics.as_double('sample_records.v' ~ column.place) }} / ends.range{{ column.place }}{% else %}{{ sqlmetrics.comparable('sample_records.v' ~ column.place, column.kind) }}{% endif %} as v{{ column.place }}
        {%- endfor %}
    from sample_records{{ ' cross join ends' if numbers }}
),
numbered as (
    select
        {{ sqlmetrics.numbering(columns) }} as record
        {%- for column in columns %},
        {{ sqlmetrics.comparable(sqlmetrics.quoted(column.name), column.kind) }} as v{{ column.place }}
        {%- endfor %}
        {%- if secret is not none %},
        {{ sqlmetrics.quoted(secret) }} as secret
        {%- endif %}
    from {{ release }} source
),
released as (
    select
        numbered.record
        {%- for column in columns %},
        numbered.v{{ column.place }}{{ ' / ends.range' ~ column.place if column.kind == 'number' }} as v{{ column.place }}
        {%- endfor %}
        {%- if secret is not none %},
        numbered.secret
        {%- endif %}
    from numbered{{ ' cross join ends' if numbers }}
)
{%- endmacro %}
