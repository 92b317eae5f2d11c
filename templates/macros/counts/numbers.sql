{#- The whole numbers below a million. -#}
{%- macro numbers() -%}
digits as (
    {%- for digit in range(10) %}
    select {{ digit }} as digit{{ ' union all' if not loop.last }}
    {%- endfor %}
),
numbers as (
    select ones.digit + 10 * tens.digit + 100 * hundreds.digit + 1000 * thousands.digit + 10000 * myriads.digit + 100000 * lakhs.digit as number
    from digits ones
    cross join digits tens
    cross join digits hundreds
    cross join digits thousands
    cross join digits myriads
    cross join digits lakhs
)
{%- endmacro %}
