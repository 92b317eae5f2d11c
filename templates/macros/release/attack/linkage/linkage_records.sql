{#-
The CTE `name`: the records of a relation by their values in the columns that link, v1, v2, .., with the
`cell` that numbers the combinations of values, and by the person, where that is told. Outside records of
nobody are left out: there is no truth about them.
-#}
{%- macro linkage_records(name, relation, plan) -%}
{%- set truth = plan.individual is not none -%}
{%- set values = [] -%}
{%- for column in plan.columns -%}
    {%- do values.append('v' ~ column.place) -%}
{%- endfor -%}
{%- set values = values | join(', ') -%}
-- a row per combination of values{{ ' of a person' if truth }}
{{ name }} as {{ sqlmetrics.materialized() }}(
    select {{ values }}{{ ', person' if truth }}, records,
        {{ sqlmetrics.as_integer('dense_rank() over (order by ' ~ values ~ ')') }} as cell
    from (
        select {{ values }}{{ ', person' if truth }}, {{ sqlmetrics.count_records() }} as records
        from (
            select
                {%- for column in plan.columns %}
                {{ sqlmetrics.comparable('source.' ~ sqlmetrics.quoted(column.name),
                    column.kind) }} as v{{ column.place }}{{ ',' if truth or not loop.last }}
                {%- endfor %}
                {%- if truth %}
                {{ sqlmetrics.group_key('source.' ~ sqlmetrics.quoted(plan.individual)) }} as person
                {%- endif %}
            from {{ relation }} source
        ) valued
        {%- if truth and name == 'outside' %}
        where person is not null
        {%- endif %}
        group by {{ values }}{{ ', person' if truth }}
    ) counted
)
{%- endmacro %}
