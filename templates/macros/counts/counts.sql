{#-
The count relation, filled by the only read of the source: one row per combination of keys and value with its number of records.

With several sensitive attributes each row of the input stands once per attribute, with the other attributes' values left out:
one count relation each, in one scan. With an individual column `people` counts per individual first.
-#}
{%- macro counts(plan) -%}
{%- set several = plan.attributes | length > 1 -%}
{%- set checked = [] -%}
{%- for key in plan.quasi_identifiers -%}
{%- if key.recoding and key.recoding.unmapped == 'error' -%}{%- do checked.append(loop.index) -%}{%- endif -%}
{%- endfor -%}
{%- set columns = [] -%}
{%- if several -%}{%- do columns.append('attribute') -%}{%- endif -%}
{%- if plan.individual is not none -%}{%- do columns.append('individual') -%}{%- endif -%}
{%- do columns.append(sqlmetrics.key_columns(plan)) -%}
{%- for attribute in plan.attributes -%}{%- do columns.append('value_' ~ loop.index) -%}{%- endfor -%}
{%- if several -%}
attributes as (
    {%- for attribute in plan.attributes %}
    select {{ loop.index }} as attribute{{ sqlmetrics.one_row() }}{{ ' union all' if not loop.last }}
    {%- endfor %}
),
spread as (
    select
        attributes.attribute,
        {%- if plan.individual is not none %}
        input.individual,
        {%- endif %}
        {%- for number in checked %}
        input.raw_{{ number }},
        {%- endfor %}
        {%- for key in plan.quasi_identifiers %}
        input.key_{{ loop.index }},
        {%- endfor %}
        {%- for attribute in plan.attributes %}
        case when attributes.attribute = {{ loop.index }} then input.value_{{ loop.index }} end as value_{{ loop.index }}{{ ',' if not loop.last }}
        {%- endfor %}
    from input
    cross join attributes
),
{% endif -%}
{{ 'people' if plan.individual is not none else 'counts' }} as (
    select
        {{ columns | join(', ') }},
        {%- if checked %}
        sum(case when {% for number in checked %}(raw_{{ number }} is not null and key_{{ number }} is null){{ ' or ' if not loop.last }}{% endfor %} then 1 else 0 end) as unmapped,
        {%- endif %}
        count(*) as records
    from {{ 'spread' if several else 'input' }}
    group by {{ columns | join(', ') }}
)
{%- if checked %},
unmapped_keys as (
    select sum(unmapped) as unmapped
    from {{ 'people' if plan.individual is not none else 'counts' }}
    {%- if several %}
    where attribute = 1
    {%- endif %}
)
{%- endif -%}
{%- endmacro %}
