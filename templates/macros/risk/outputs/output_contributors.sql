{#-
The contributors of the finest cells, by all keys, whose amounts are no NULL: a row per person
where individuals are told apart. Else records are people, and a cell has a row for each of its
largest amounts, as many as `outputs.kept`, and one for the rest, which coarser cells add up; or a list
of the largest, where the dialect has lists and nothing is weighted.
-#}
{%- macro output_contributors(plan, outputs) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set people = plan.individual is not none -%}
{%- set kept = [outputs.measure, outputs.weight] | reject('none') | list -%}
{%- set own = ' over (partition by ' ~ sqlmetrics.window_keys(plan)
    ~ ' order by record_amount desc rows unbounded preceding)' -%}
{%- set amounts = 'records' ~ ('\n    where record_amount is not null' if outputs.measure is not none
    else '') -%}
-- the records of the tables
records as (
    select {{ keys }}{{ ', individual' if people }}
        {%- if outputs.measure is not none %},
        {{ sqlmetrics.finite(sqlmetrics.as_double('kept_1')) }} as record_amount{% endif %},
        {{ sqlmetrics.as_double('kept_' ~ kept | length) if outputs.weight is not none
            else '1' }} as record_weight
    from (
        {{ sqlmetrics.input(plan, plan.relation, [], kept, checked=false) }}
    ) input
    {{- sqlmetrics.target_filter(plan, plan.targets[0], records=true) }}
),
{%- if people %}
-- a row per person in each of the finest cells: the sum of their records there
contributors as {{ sqlmetrics.materialized() }}(
    select {{ keys }}, individual, {{ sqlmetrics.kahan_sum('record_amount') ~ ' as amount, '
        if outputs.measure is not none }}max(record_weight) as weight
    from {{ amounts }}
    group by {{ keys }}, individual
)
{%- elif outputs.measure is none %}
-- a row per finest cell
contributors as {{ sqlmetrics.materialized() }}(
    select {{ keys }}, {{ sqlmetrics.count_records() }} as people
    from records
    group by {{ keys }}
)
{%- elif sqlmetrics.largest_amounts('amount', 1) and outputs.weight is none %}
-- a row per finest cell, with its largest amounts
contributors as {{ sqlmetrics.materialized() }}(
    select
        {{ keys }}, count(record_amount) as people,
        {{ sqlmetrics.kahan_sum('record_amount') }} as total,
        min(record_amount) as lowest, {{ sqlmetrics.largest_amounts('record_amount',
            outputs.kept) }} as amounts
    from records
    group by {{ keys }}
    having count(record_amount) > 0
)
{%- else %}
-- a row per finest cell and kept amount of it, and one for its other amounts
contributors as {{ sqlmetrics.materialized() }}(
    select
        {{ keys }}, {{ sqlmetrics.count_records() }} as people,
        {{ sqlmetrics.kahan_sum('record_weight * record_amount') }} as total,
        min(record_amount) as lowest, max(record_amount) as amount, sum(record_weight) as weight
    from (
        select {{ keys }}, record_amount, record_weight,
        case when earlier < {{ outputs.kept }} then place end as place
        from (
            select
                {{ keys }}, record_amount, record_weight, row_number(){{ own
                    | replace(' rows unbounded preceding', '') }} as place,
                {{ 'sum(record_weight)' ~ own ~ ' - record_weight' if outputs.weight is not none
                    else 'row_number()' ~ own | replace(' rows unbounded preceding', '')
                    ~ ' - 1' }} as earlier
            from {{ amounts | indent(8) }}
        ) ranked
    ) placed
    group by {{ keys }}, place
)
{%- endif %}
{%- endmacro %}
