{#-
The records, or individuals, that suppression leaves out of the classes, as one row: hidden_total.
-#}
{%- macro hidden(plan) -%}
{%- set people = plan.individual is not none -%}
{%- set slices = sqlmetrics.slice_columns(plan) -%}
{%- set first = 'attribute = 1 and ' if plan.attributes | length > 1 else '' -%}
-- {{ 'a slice with such' if slices else 'one row' }}
hidden as (
    select {{ slices }}{{ sqlmetrics.as_double('coalesce(sum(hidden_size), 0)') }} as hidden_total
    from (
        {%- if people %}
        select {{ slices }}individual, 1 as hidden_size
        from people
        where {{ first }}suppressed = 1
        group by {{ slices }}individual
        {%- else %}
        select {{ slices }}records as hidden_size
        from counts
        where {{ first }}suppressed = 1
        {%- endif %}
    ) left_out{{ '\n    group by ' ~ slices[:-2] if slices }}
)
{%- endmacro %}
