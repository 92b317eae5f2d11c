{#-
The records of the counts that have a key in no domain of its partition, as one row, behind a comma;
nothing where every partition allows such values.
-#}
{%- macro unmapped_keys(plan) -%}
{%- if sqlmetrics.lost_keys(plan) -%}
,
-- one row, the records with a key in no domain
unmapped_keys as (
    select {{ sqlmetrics.as_integer('sum(unmapped)') }} as unmapped
    from {{ 'people' if plan.individual is not none else 'counts' }}
    {%- if plan.attributes | length > 1 %}
    where attribute = 1
    {%- endif %}
)
{%- endif -%}
{%- endmacro %}
