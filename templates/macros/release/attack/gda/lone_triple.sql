{#-
The records of `sided` that may be alone in meeting their conditions on the columns of one choice,
as a query of choice and record.
-#}
{%- macro lone_triple(choice) -%}
{%- set numbers = choice.columns | selectattr('kind', 'equalto', 'number') | sort(attribute='variety')
    | map(attribute='place') | list -%}
{%- set keys = [] -%}
{%- for column in choice.columns -%}
{%- do keys.append(('side' if column.kind == 'number' else 'v') ~ column.place) -%}
{%- endfor -%}
{%- if not numbers -%}
select {{ choice.number }} as choice, record
    from (
        select min(record) as record, count(*) as records
        from sided
        group by {{ keys | join(', ') }}
    ) cells
    where records = 1
{%- else -%}
{%- set steps = [] -%}
{%- for number in numbers[:-1] -%}{%- do steps.append('reach' ~ number) -%}{%- endfor -%}
{%- set before -%}
over (partition by {% for key in keys %}{{ sqlmetrics.window_key(key) }}{{ ', '
    if not loop.last }}{% endfor %} order by {{ steps
    | join(', ') }} rows between unbounded preceding and 1 preceding){%- endset -%}
select {{ choice.number }} as choice, record
    from (
        {%- if steps %}
        select
            record, alone
            {%- for number in numbers[1:] %},
            reach{{ number }}, min(reach{{ number }}) {{ before }} as before{{ number }}
            {%- endfor %}
        from (
        {%- endif %}
        {{ sqlmetrics.least_records(keys + steps, 'reach' ~ numbers[-1]) }}
        {%- if steps %}
        ) steps
        {%- endif %}
    ) extremes
    where alone = 1
    {%- if steps %} and (before{{ numbers[1] }} is null{% for number
        in numbers[1:] %} or before{{ number }} > reach{{ number }}{% endfor %}){% endif %}
{%- endif -%}
{%- endmacro %}
