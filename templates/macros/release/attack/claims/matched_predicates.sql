{#-
The number of all individuals, then as n1, n2, .. the numbers of individuals who meet several
conditions, in one read of the relation. An item of `conditions` has a list of predicates that must
all be met, and a list under `unless`: people who meet all of these are left out. The predicates
name the `columns` by their aliases; whole numbers too wide for a double are compared as they are.
-#}
{%- macro matched_predicates(relation, individual, columns, conditions) -%}
select
    {{ 'count(distinct person)' if individual is not none else sqlmetrics.count_records() }} as individuals
    {%- for condition in conditions %},
    {% set met -%}
    {{ condition.meets | join(' and ') or '1 = 1' }}
    {%- if condition.unless %} and case when {{ condition.unless
        | join(' and ') }} then 0 else 1 end = 1{% endif -%}
    {%- endset -%}
    {{ 'count(distinct case when ' ~ met ~ ' then person end)'
        if individual is not none else sqlmetrics.count_where(met) }} as n{{ loop.index }}
    {%- endfor %}
from (
    select {{ 'source.' ~ sqlmetrics.quoted(individual) if individual is not none else '1' }} as person
        {%- for column in columns %},
        {{ 'source.' ~ sqlmetrics.quoted(column.name) if column.kind == 'integer'
            else sqlmetrics.comparable('source.' ~ sqlmetrics.quoted(column.name),
            column.kind) }} as {{ column.alias }}
        {%- endfor %}
    from {{ relation }} source
) facts
{%- endmacro %}
