{#-
The CTE `column_ranges`: of each column of numbers or dates (in seconds) the range in a relation, and
for `ends` its least value too, and the step between its values: 1 for whole numbers, a day for
dates without a time of day, 0 for others. A column of one value has the range 1e-12, so that
another value differs wholly.
-#}
{%- macro column_ranges(relation, columns, ends=false) -%}
{%- set ranged = columns | selectattr('kind', 'in', ('number', 'date')) | list -%}
-- one row
column_ranges as {{ sqlmetrics.materialized() }}(
    select
        {%- for column in ranged %}
        case when max(v{{ column.place }}) > min(v{{ column.place }})
            then max(v{{ column.place }}) - min(v{{ column.place }})
                else {{ sqlmetrics.double_literal('1e-12') }} end as range{{ column.place }}
        {%- if ends %},
        min(v{{ column.place }}) as low{{ column.place }},
        max(v{{ column.place }}) as high{{ column.place }},
        case
            {%- if column.kind == 'date' %}
            when max(case when v{{ column.place }} / 86400 <> floor(v{{ column.place }} / 86400) then 1
                else 0 end) = 0 then 86400
            {%- endif %}
            when max(case when v{{ column.place }} <> floor(v{{ column.place }}) then 1 else 0 end) = 0 then 1
            else 0
        end as step{{ column.place }}
        {%- endif %}
        {{- ',' if not loop.last }}
        {%- else %}
        {{ sqlmetrics.count_records() }} as all_records
        {%- endfor %}
    from (
        select {% for column in ranged %}{{ sqlmetrics.measured_value('source.'
            ~ sqlmetrics.quoted(column.name), column.kind) }} as v{{ column.place }}{{ ', '
            if not loop.last }}{% else %}1 as one_record{% endfor %}
        from {{ relation }} source
    ) measured
)
{%- endmacro %}
