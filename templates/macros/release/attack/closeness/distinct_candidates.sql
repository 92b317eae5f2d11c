{#-
A query of the distinct values of a relation's records, in their ranges, `with_counts` with the number
of records of each; of `size` records drawn at random where there are more.
-#}
{%- macro distinct_candidates(relation, columns, seed, size, with_counts=false) -%}
{%- set values -%}{%- for column in columns %}v{{ column.place }}{{ ', ' if not loop.last }}{% endfor -%}
{%- endset -%}
    select {{ values }}{{ ', ' ~ sqlmetrics.count_records() ~ ' as records' if with_counts }}
    from (
        select {{ sqlmetrics.in_ranges('own', columns) }}
        from (
            {%- if size is none %}
            select {% for column in columns %}{{ sqlmetrics.measured_value('source.'
                ~ sqlmetrics.quoted(column.name), column.kind) }} as v{{ column.place }}{{ ', '
                if not loop.last }}{% endfor %}
            from {{ relation }} source
            {%- else %}
            select {{ values }}
            from (
{{ sqlmetrics.drawn_records(relation, columns, none, seed, size) }}
            ) drawn_candidates
            {%- endif %}
        ) own cross join column_ranges
    ) in_ranges
    group by {{ values }}
{%- endmacro %}
