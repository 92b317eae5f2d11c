{#-
The conditions of a workload in one relation, each with its answers, from one read: its groups by
the grades that plan.grades makes of them, a list of {number, group, factors}, with a factor per
slot: 0 leaves its code out, 1 takes it, and a larger factor takes that number of bins together.
relation is as in counted_groups.
-#}
{%- macro graded_counts(plan, relation) -%}
{%- set people = plan.individual is not none and relation.counts_individuals -%}
{%- set person = 'individual, ' if people else '' -%}
{%- set kept = 'kept' if people else 'base' -%}
{%- set aggregates = [sqlmetrics.count_records() ~ ' as base_records'] -%}
{%- for name, call in [('sum', 'sum'), ('filled', 'count'), ('least', 'min'), ('largest', 'max')] -%}
{%- do aggregates.append((call ~ '(measured)' if relation.measures else sqlmetrics.as_double('null'))
    ~ ' as base_' ~ name) -%}
{%- endfor -%}
{%- set graded = [] -%}
{%- set present = [] -%}
{%- for slot in relation.slots -%}
{%- do graded.append('graded_' ~ slot) -%}
{%- do present.append('(factor_' ~ slot ~ ' = 0 or code_' ~ slot ~ ' is not null)') -%}
{%- endfor -%}
{%- set grades = [] -%}
{%- for grade in plan.grades if grade.group in relation.groups -%}
{%- set factors = [] -%}
{%- for slot in relation.slots -%}{%- do factors.append(grade.factors[slot - 1]) -%}{%- endfor -%}
{%- do grades.append([grade.group, grade.number] + factors) -%}
{%- endfor -%}
{%- set factors = [] -%}
{%- for slot in relation.slots -%}{%- do factors.append('factor_' ~ slot) -%}{%- endfor -%}
select
        {{ relation.number }} as place, grade_number, {% for slot in plan.slots %}{{ ''
            if slot in relation.slots else 'null as ' }}graded_{{ slot }}, {% endfor %}
        {%- if plan.individual is not none %}
        {{ sqlmetrics.as_double('count(*)' if people else 'null') }} as individuals,
        {%- endif %}
        {{ sqlmetrics.as_double('sum(' ~ kept
            ~ '_records)') }} as asked_records, sum({{ kept }}_sum) as asked_sum,
            {{ sqlmetrics.as_double('sum(' ~ kept ~ '_filled)') }} as asked_filled,
            min({{ kept }}_least) as asked_least, max({{ kept }}_largest) as asked_largest
        {%- if plan.individual is not none %},
        {{ sqlmetrics.as_double('sum(case when kept_filled > 0 then 1 else 0 end)' if people
            else 'sum(base_filled)') }} as contributors,
        {% if people %}max(abs(kept_sum)){%
            else %}case when -min(base_least) > max(base_largest) then -min(base_least)
                else max(base_largest) end{% endif %} as largest_part
        {%- endif %}
    from (
        {%- if people %}
        select individual, grade_number, {{ graded
            | join(', ') }}, sum(base_records) as kept_records, sum(base_sum) as kept_sum,
            sum(base_filled) as kept_filled, min(base_least) as kept_least, max(base_largest) as kept_largest
        from (
        {%- endif %}
        select
            {{ person }}grade_number,
            {%- for slot in relation.slots %}
            case when factor_{{ slot }} > 0 then {{ 'floor(code_' ~ slot ~ ' / nullif(factor_' ~ slot
                ~ ', 0))'
                if slot in plan.ranges else 'code_' ~ slot }} end as graded_{{ slot }},
            {%- endfor %}
            base_records, base_sum, base_filled, base_least, base_largest
        from (
            {{ sqlmetrics.counted_groups(plan, relation, aggregates, 'individual' if people else none) }}
        ) counted
        join {{ sqlmetrics.number_rows(['graded_group', 'grade_number'] + factors,
            grades) }} grades on graded_group = group_number
        where {{ present | join(' and ') }}
        {%- if people %}
        ) graded
        group by individual, grade_number, {{ graded | join(', ') }}
        {%- endif %}
    ) kept
    group by grade_number{% for slot in relation.slots %}, graded_{{ slot }}{% endfor %}
{%- endmacro %}
