{#- One base of a workload in one relation, and its grades: the count tables that the answers are read from. -#}
{%- macro graded_counts(plan, base, relation) -%}
{%- set people = plan.individual is not none -%}
{%- set b = base.number ~ '_' ~ relation.number -%}
{%- set measured = base.measured is not none and base.number in relation.measures -%}
{%- set codes = [] -%}
{%- set graded = [] -%}
{%- set present = [] -%}
{%- for column in base.columns -%}
{%- do codes.append('code_' ~ loop.index) -%}
{%- do graded.append('graded_' ~ loop.index) -%}
{%- do present.append('(factor_' ~ loop.index ~ ' = 0 or code_' ~ loop.index ~ ' is not null)') -%}
{%- endfor -%}
{%- set carried -%}
sum(base_records) as asked_records, sum(base_sum) as asked_sum, sum(base_filled) as asked_filled, min(base_least) as asked_least, max(base_largest) as asked_largest
{%- endset -%}
base_{{ b }} as (
    select
        {{ 'individual, ' if people }}{{ codes | join(', ') }}, {{ sqlmetrics.count_records() }} as base_records,
        {%- if measured %}
        sum(measured) as base_sum, count(measured) as base_filled, min(measured) as base_least, max(measured) as base_largest
        {%- else %}
        {{ sqlmetrics.as_double('null') }} as base_sum, {{ sqlmetrics.as_integer('null') }} as base_filled, {{ sqlmetrics.as_double('null') }} as base_least, {{ sqlmetrics.as_double('null') }} as base_largest
        {%- endif %}
    from (
        select
            {%- for column in base.columns %}
            {{ sqlmetrics.column_code(column, column.bin, plan.suppressed if relation.number > 0 else none) }} as code_{{ loop.index }}{{ ',' if not loop.last or measured or people }}
            {%- endfor %}
            {%- if measured %}
            {{ sqlmetrics.as_double('source.' ~ sqlmetrics.quoted(base.measured)) }} as measured{{ ',' if people }}
            {%- endif %}
            {%- if people %}
            {{ sqlmetrics.group_key('source.' ~ sqlmetrics.quoted(plan.individual)) if relation.counts_individuals else sqlmetrics.as_string('null') }} as individual
            {%- endif %}
        from {{ relation.relation }} source
    ) input
    {%- if base.sample %}
    {%- set block = 'floor(code_' ~ base.sample.place ~ ' / ' ~ base.sample.size ~ ')' %}
    where {{ block }} - floor({{ block }} / {{ base.sample.blocks }}) * {{ base.sample.blocks }} = {{ base.sample.first }}
    {%- endif %}
    group by {{ 'individual, ' if people }}{{ codes | join(', ') }}
),
{% if people -%}
members_{{ b }} as (
    select
        individual, grade_number, {{ graded | join(', ') }},
        sum(base_records) as base_records, sum(base_sum) as base_sum, sum(base_filled) as base_filled, min(base_least) as base_least, max(base_largest) as base_largest
    from (
        {{ sqlmetrics.graded_rows(base, b, present, true) }}
    ) kept
    group by individual, grade_number, {{ graded | join(', ') }}
),
graded_{{ b }} as (
    select grade_number, {{ graded | join(', ') }}, {{ sqlmetrics.count_records() if relation.counts_individuals else sqlmetrics.as_integer('null') }} as individuals, {{ carried }}
    from members_{{ b }}
    group by grade_number, {{ graded | join(', ') }}
)
{%- else -%}
graded_{{ b }} as (
    select grade_number, {{ graded | join(', ') }}, {{ carried }}
    from (
        {{ sqlmetrics.graded_rows(base, b, present, false) }}
    ) kept
    group by grade_number, {{ graded | join(', ') }}
)
{%- endif -%}
{%- endmacro %}
