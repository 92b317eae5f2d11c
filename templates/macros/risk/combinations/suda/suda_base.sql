{#-
The classes of all keys that take part, numbered: class_number, key_1.., n, as numbered_classes.
They are the identity's. Where individuals are told apart n is their number, class_records the
number of their records, and first_person and last_person are the least and the greatest of their
numbers, which are the same where the class is one person's; class_records are there `with_counts`.
-#}
{%- macro suda_base(plan, with_counts=true) -%}
{{ sqlmetrics.counts(plan) }}{{ sqlmetrics.unmapped_keys(plan) }},
{% if plan.individual is not none -%}
-- a row per individual and class
numbered_people as (
    select dense_rank() over (order by individual) as person,
    {{ sqlmetrics.key_columns(plan) }}{{ ', records as person_records' if with_counts }}
    from people
    {{- sqlmetrics.target_filter(plan, plan.targets[0]) }}
),
-- a row per class
numbered_classes as (
    select
        row_number() over (order by {{ sqlmetrics.key_columns(plan) }}) as class_number,
        {{ sqlmetrics.key_columns(plan) }},
        {{ sqlmetrics.as_integer(sqlmetrics.count_records()) }} as n,
        {{ sqlmetrics.as_integer('sum(person_records)') ~ ' as class_records,' if with_counts }}
        {{ sqlmetrics.as_integer('min(person)') }} as first_person,
        {{ sqlmetrics.as_integer('max(person)') }} as last_person
    from numbered_people
    group by {{ sqlmetrics.key_columns(plan) }}
)
{%- else -%}
-- a row per class
numbered_classes as (
    select row_number() over (order by {{ sqlmetrics.key_columns(plan) }}) as class_number,
    {{ sqlmetrics.key_columns(plan) }}, {{ sqlmetrics.as_integer('records') }} as n
    from counts
    {{- sqlmetrics.target_filter(plan, plan.targets[0]) }}
)
{%- endif -%}
{%- endmacro %}
