{#- One base of a workload in one relation, by the grades: a derived table, which the answers are read from. Counts are cast, since ClickHouse joins a plain one as 0 where there is none. -#}
{%- macro graded_counts(plan, base, relation) -%}
{%- set people = plan.individual is not none -%}
{%- set measured = base.measured is not none and base.number in relation.measures -%}
{%- set codes = [] -%}
{%- set graded = [] -%}
{%- set present = [] -%}
{%- for column in base.columns -%}
{%- do codes.append('code_' ~ loop.index) -%}
{%- do graded.append('graded_' ~ loop.index) -%}
{%- do present.append('(factor_' ~ loop.index ~ ' = 0 or code_' ~ loop.index ~ ' is not null)') -%}
{%- endfor -%}
(
        select
            grade_number, {{ graded | join(', ') }},
            {%- if people %}
            {{ sqlmetrics.as_integer(sqlmetrics.count_records() if relation.counts_individuals else 'null') }} as individuals,
            {%- endif %}
            {{ sqlmetrics.as_integer('sum(kept_records)') }} as asked_records, sum(kept_sum) as asked_sum, {{ sqlmetrics.as_integer('sum(kept_filled)') }} as asked_filled, min(kept_least) as asked_least, max(kept_largest) as asked_largest
        from (
            {%- if people %}
            select individual, grade_number, {{ graded | join(', ') }}, sum(base_records) as kept_records, sum(base_sum) as kept_sum, sum(base_filled) as kept_filled, min(base_least) as kept_least, max(base_largest) as kept_largest
            from (
            {%- endif %}
            select
                {{ 'individual, ' if people }}grade_number,
                {%- for column in base.columns %}
                {%- set code = 'floor(code_' ~ loop.index ~ ' / nullif(factor_' ~ loop.index ~ ', 0))' if column.bin and column.bin.kind == 'number' else 'code_' ~ loop.index %}
                case when factor_{{ loop.index }} > 0 then {{ code }} end as graded_{{ loop.index }},
                {%- endfor %}
                base_records{{ ' as kept_records' if not people }}, base_sum{{ ' as kept_sum' if not people }}, base_filled{{ ' as kept_filled' if not people }}, base_least{{ ' as kept_least' if not people }}, base_largest{{ ' as kept_largest' if not people }}
            from (
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
            ) counted
            cross join (
                {%- for grade in base.grades %}
                select {{ grade.number }} as grade_number, {% for factor in grade.factors %}{{ sqlmetrics.as_double(factor) }} as factor_{{ loop.index }}{{ ', ' if not loop.last }}{% endfor %}{{ sqlmetrics.one_row() }}
                {{- ' union all' if not loop.last }}
                {%- endfor %}
            ) grades
            where {{ present | join(' and ') }}
            {%- if people %}
            ) graded
            group by individual, grade_number, {{ graded | join(', ') }}
            {%- endif %}
        ) kept
        group by grade_number, {{ graded | join(', ') }}
    )
{%- endmacro %}
