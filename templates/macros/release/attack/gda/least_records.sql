{#-
Of each group of `sided` by the keys the record whose number is least: a query of the keys, the
number, `record`, and whether it is `alone` in having it, 1 or 0; otherwise it is one of several.
-#}
{%- macro least_records(keys, number) -%}
{{ return(adapter.dispatch('least_records', 'sqlmetrics')(keys, number)) }}
{%- endmacro %}

{%- macro default__least_records(keys, number) -%}
{%- set by_keys -%}
over (partition by {% for key in keys %}{{ sqlmetrics.window_key(key) }}{{ ', '
    if not loop.last }}{% endfor %} order by {{ number }}, record){%- endset -%}
select {{ keys
    | join(', ') }}, {{ number }}, record, case when next_number = {{ number }} then 0 else 1 end as alone
        from (
            select
                {{ keys | join(', ') }}, {{ number }}, record,
                lead({{ number }}) {{ by_keys }} as next_number,
                row_number() {{ by_keys }} as position_of
            from sided
        ) ranked
        where position_of = 1
{%- endmacro %}

{%- macro duckdb__least_records(keys, number) -%}
select {{ keys
    | join(', ') }}, least_two[1] as {{ number }}, record,
    case when least_two[2] = least_two[1] then 0 else 1 end as alone
        from (
            select {{ keys
                | join(', ') }}, min({{ number }}, 2) as least_two, arg_min(record, {{ number }}) as record
            from sided
            group by {{ keys | join(', ') }}
        ) ranked
{%- endmacro %}
