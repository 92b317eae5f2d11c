{#-
The query of the units of a relation with their records, n, that carry weight: from the largest on,
as long as a sample of the units that are left would have fewer than 120 such units, if their
records, or their pairs of records, were all in such. So that a sample of the others can answer for
them.

relation  a FROM clause of rows with the unit and n
unit      the column that it names a unit by
share     the share that a sample has of the units, an expression of that relation
fewest    the fewest records of such a unit
at_most   the most units, or none for all; units are hashes then, whose last bits decide between
          equal ones, since the first decide about the sample
-#}
{%- macro weightiest(relation, unit, share, fewest, at_most=none) -%}
{%- set order = 'order by n desc, ' ~ (sqlmetrics.remainder(unit, 16777216) ~ ', ' if at_most is not none)
    ~ unit -%}
{%- set down = order ~ ' rows between unbounded preceding and current row' -%}
select {{ unit }}
    from (
        select
            {{ unit }}{{ ', place' if at_most is not none }},
            sum(case when n < least_part * records_left and n * n < least_part * pairs_left then 1 else 0 end)
                over ({{ down }}) as lighter
        from (
            select
                {{ unit }}, n, least_part,
                {%- if at_most is not none %}
                row_number() over ({{ order }}) as place,
                {%- endif %}
                records + n - sum(n) over ({{ down }}) as records_left,
                pairs + n * n - sum(n * n) over ({{ down }}) as pairs_left
            from (
                select {{ unit }}, n, {{ share }} / 120 as least_part, sum(n) over () as records,
                sum(n * n) over () as pairs
                from {{ relation }}
            ) sized
            where n >= {{ fewest }}
        ) large
    ) compared
    where lighter = 0{{ ' and place <= ' ~ at_most if at_most is not none }}
{%- endmacro %}
