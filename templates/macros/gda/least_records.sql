{#- Of each group of `sided` by the keys the record whose number is least, of several the first: a query of the keys, the number and `record`. -#}
{%- macro least_records(keys, number) -%}{{ return(adapter.dispatch('least_records', 'sqlmetrics')(keys, number)) }}{%- endmacro %}

{%- macro default__least_records(keys, number) -%}
select {{ keys | join(', ') }}, {{ number }}, record
        from (
            select
                {{ keys | join(', ') }}, {{ number }}, record,
                row_number() over (partition by {% for key in keys %}{{ sqlmetrics.window_key(key) }}{{ ', ' if not loop.last }}{% endfor %} order by {{ number }}, record) as position_of
            from sided
        ) ranked
        where position_of = 1
{%- endmacro %}

{%- macro duckdb__least_records(keys, number) -%}
select {{ keys | join(', ') }}, min({{ number }}) as {{ number }}, arg_min(record, row({{ number }}, record)) as record
        from sided
        group by {{ keys | join(', ') }}
{%- endmacro %}
