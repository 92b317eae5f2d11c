{#-
The conditions of a workload in one relation, each with its answers, from one read: its groups by the grades that plan.grades makes of them,
a list of {number, group, factors}, with a factor per slot: 0 leaves its code out, 1 takes it, more so many bins together. relation is as in
coded_groups, with `measures`, the groups whose measured column it has, and counts_individuals.
-#}
{%- macro graded_counts(plan, relation) -%}
{%- set people = plan.individual is not none and relation.counts_individuals -%}
{%- set person = 'individual, ' if people else '' -%}
{%- set kept = 'kept' if people else 'base' -%}
{%- set measured = plan.groups | selectattr('number', 'in', relation.measures) | selectattr('measured') | list -%}
{%- set extras = [] -%}
{%- if measured -%}
{%- set cells = [] -%}
{%- for group in measured -%}{%- do cells.append(' when ' ~ group.number ~ ' then ' ~ sqlmetrics.as_double('source.' ~ sqlmetrics.quoted(group.measured))) -%}{%- endfor -%}
{%- do extras.append(['case coded.group_number' ~ cells | join ~ ' end', 'measured']) -%}
{%- endif -%}
{%- if people -%}{%- do extras.append([sqlmetrics.individual_key(plan), 'individual']) -%}{%- endif -%}
{%- set codes = [] -%}
{%- set graded = [] -%}
{%- set present = [] -%}
{%- for slot in relation.slots -%}
{%- do codes.append('code_' ~ slot) -%}
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
        {{ relation.number }} as place, grade_number, {% for slot in plan.slots %}{{ '' if slot in relation.slots else 'null as ' }}graded_{{ slot }}, {% endfor %}
        {%- if plan.individual is not none %}
        {{ sqlmetrics.as_double('count(*)' if people else 'null') }} as individuals,
        {%- endif %}
        {{ sqlmetrics.as_double('sum(' ~ kept ~ '_records)') }} as asked_records, sum({{ kept }}_sum) as asked_sum, {{ sqlmetrics.as_double('sum(' ~ kept ~ '_filled)') }} as asked_filled, min({{ kept }}_least) as asked_least, max({{ kept }}_largest) as asked_largest
    from (
        {%- if people %}
        select individual, grade_number, {{ graded | join(', ') }}, sum(base_records) as kept_records, sum(base_sum) as kept_sum, sum(base_filled) as kept_filled, min(base_least) as kept_least, max(base_largest) as kept_largest
        from (
        {%- endif %}
        select
            {{ person }}grade_number,
            {%- for slot in relation.slots %}
            case when factor_{{ slot }} > 0 then {{ 'floor(code_' ~ slot ~ ' / nullif(factor_' ~ slot ~ ', 0))' if slot in plan.ranges else 'code_' ~ slot }} end as graded_{{ slot }},
            {%- endfor %}
            base_records, base_sum, base_filled, base_least, base_largest
        from (
            select
                {{ person }}group_number, {{ codes | join(', ') }}, {{ sqlmetrics.count_records() }} as base_records,
                {%- if measured %}
                sum(measured) as base_sum, count(measured) as base_filled, min(measured) as base_least, max(measured) as base_largest
                {%- else %}
                {{ sqlmetrics.as_double('null') }} as base_sum, {{ sqlmetrics.as_integer('null') }} as base_filled, {{ sqlmetrics.as_double('null') }} as base_least, {{ sqlmetrics.as_double('null') }} as base_largest
                {%- endif %}
            from (
            {{ sqlmetrics.coded_groups(plan, relation, extras) }}
            ) input
            group by {{ person }}group_number, {{ codes | join(', ') }}
        ) counted
        join {{ sqlmetrics.number_rows(['graded_group', 'grade_number'] + factors, grades) }} grades on graded_group = group_number
        where {{ present | join(' and ') }}
        {%- if people %}
        ) graded
        group by individual, grade_number, {{ graded | join(', ') }}
        {%- endif %}
    ) kept
    group by grade_number{% for slot in relation.slots %}, graded_{{ slot }}{% endfor %}
{%- endmacro %}
