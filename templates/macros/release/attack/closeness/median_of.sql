{#-
A query of the median of a relation's column, weighed by its column `records`, as `median`, and where
it is to be `low`, too, of the least value that a twentieth of the records reaches, as `twentieth`: one
row, with the number of records that have a value as `weighed`.
-#}
{%- macro median_of(relation, value, low=false) -%}
    select
        (min(case when 2 * reached >= weight then ordered_value end)
            + min(case when 2 * reached > weight then ordered_value end)) / 2 as median,
        {%- if low %}
        min(case when 20 * reached >= weight then ordered_value end) as twentieth,
        {%- endif %}
        coalesce(max(weight), 0) as weighed
    from (
        select
            ordered_value,
            sum(value_records)
                over (order by ordered_value rows between unbounded preceding and current row) as reached,
            sum(value_records) over () as weight
        from (
            select {{ value }} as ordered_value, sum(records) as value_records
            from {{ relation }} valued
            where {{ value }} is not null
            group by {{ value }}
        ) counted_values
    ) running
{%- endmacro %}
