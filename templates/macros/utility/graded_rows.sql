{#- A base's groups once per grade, each column as the grade takes it; a group with NULL in a column that the grade takes is left out. -#}
{%- macro graded_rows(base, name, present, people) -%}
select
            {{ 'individual, ' if people }}grade_number,
            {%- for column in base.columns %}
            {%- set code = 'floor(code_' ~ loop.index ~ ' / nullif(factor_' ~ loop.index ~ ', 0))' if column.bin and column.bin.kind == 'number' else 'code_' ~ loop.index %}
            case when factor_{{ loop.index }} > 0 then {{ code }} end as graded_{{ loop.index }},
            {%- endfor %}
            base_records, base_sum, base_filled, base_least, base_largest
        from base_{{ name }}
        cross join grades_{{ base.number }}
        where {{ present | join(' and ') }}
{%- endmacro %}
