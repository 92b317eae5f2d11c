{#- The identity's classes with their people in the population, counted by the same keys:
class_population, class_presence (the part of these in the table) and class_reach (one over these).
NULL where the population has nobody of a class, or fewer people than the table: it is then not the
population that the table is drawn from. Where survey weights follow, they are `peopled`. Under the
policy `drop` its records without an individual are left out, as the table's are; those without a
key are in no class of the table. Stacked and grouped, since a join would lose NULL keys. -#}
{%- macro populated(plan) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set measured = plan.targets[0].measured -%}
{%- set people = plan.individual is not none -%}
{%- set keyed = plan.slices or plan.level == 'class' or plan.weight is not none or plan.targets[0].persons -%}
{%- set columns = ['class_size'] -%}
{%- for fact, column in [('class_values', 'class_values'), ('class_share', 'class_share'),
    ('unmapped_records', 'class_unmapped')] if fact in plan.facts -%}
    {%- do columns.append(column) -%}
{%- endfor -%}
{%- if 'class_gain' in plan.facts and plan.individual is not none -%}
    {%- do columns.append('class_gain') -%}
{%- endif -%}
{%- if 'target_values' in plan.facts and plan.individual is not none -%}
    {%- do columns.append('class_table_values') -%}
{%- endif -%}
{%- if people -%}{%- do columns.append('class_records') -%}{%- endif -%}
-- a row per {{ 'individual and ' if people }}class of the population
residents as (
    select {{ 'individual, ' if people }}{{ keys }}{{ ', ' ~ sqlmetrics.count_records()
        ~ ' as resident_records' if not people }}
    from (
        {{ sqlmetrics.input(dict(plan, suppressed=[]), plan.population, [], checked=false) }}
    ) input
    {%- if people and plan.nulls == 'drop' %}
    where individual is not null
    {%- endif %}
    group by {{ 'individual, ' if people }}{{ keys }}
),
-- a row per class of the table, and per {{ 'individual and ' if people }}class of the population
known as (
    select {{ keys }}, {% for column in columns %}{{ column }}, {% endfor %}0 as resident_size
    from sampled
    union all
    select {{ keys }}, {% for column in columns %}null as {{ column }}, {% endfor %}{{ '1' if people
        else 'resident_records' }} as resident_size
    from residents
),
-- a row per class of the table or the population
met as (
    select
        {{ keys }},
        {%- for column in columns %}
        max(known.{{ column }}) as {{ column }},
        {%- endfor %}
        {{ sqlmetrics.as_double('sum(known.resident_size)') }} as resident_total
    from known
    group by {{ keys }}
),
-- a row per class
housed as (
    select
        {{ keys ~ ', ' if keyed }}{{ columns | join(', ') }},
        case when resident_total >= class_size then resident_total end as class_population
    from met
    where class_size is not null
),
-- a row per class
{{ 'classes' ~ sqlmetrics.suffix(plan.targets[0]) if plan.weight is none else 'peopled' }} as (
    select
        {{ keys ~ ', ' if keyed }}{{ columns | join(', ') }}
        {{- ', class_population' if 'class_population' in measured }}
        {%- if 'class_presence' in measured %},
        class_size / class_population as class_presence
        {%- endif %}
        {%- if 'class_reach' in measured %},
        1 / class_population as class_reach
        {%- endif %}
    from housed
)
{%- endmacro %}
