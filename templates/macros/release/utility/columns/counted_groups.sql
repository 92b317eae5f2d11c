{#-
Aggregates of a relation's rows by the groups of plan.groups, from one read of it: a query of
group_number, the codes in the relation's slots and the `aggregates`, which may take `measured`, the
group's measured number, and `individual`. `by` is a column to group by besides: `individual`.

plan.groups  list of {number, columns, measured, sample}; a column has its `slot`, the one of its
             type. sample is none or {place, size, blocks, first, whole}: of the bins of the column
             at that place every `blocks`-th block is counted, from the `first` on; `whole` is none
             or, where all values are whole numbers, {period, low, high} of the counted ones
relation     {number, relation, groups, slots, measures, counts_individuals}: 0 is the original;
             groups are the groups whose columns it has, slots their slots, and measures the ones
             whose measured column it has
-#}
{%- macro counted_groups(plan, relation, aggregates, by=none) -%}
{{ return(adapter.dispatch('counted_groups', 'sqlmetrics')(plan, relation, aggregates, by)) }}
{%- endmacro %}

{#- A row stands once per group. -#}
{%- macro default__counted_groups(plan, relation, aggregates, by=none) -%}
{%- set mark = plan.suppressed if relation.number > 0 else none -%}
{%- set groups = plan.groups | selectattr('number', 'in', relation.groups) | list -%}
{%- set measured = groups | selectattr('number', 'in', relation.measures) | list -%}
{%- set sampled = groups | selectattr('sample') | list -%}
{%- set numbers = [] -%}
{%- for group in groups -%}{%- do numbers.append([group.number]) -%}{%- endfor -%}
{%- set keys = ([by] if by is not none else []) + ['group_number'] -%}
{%- for slot in relation.slots -%}{%- do keys.append('code_' ~ slot) -%}{%- endfor -%}
select {{ keys | join(', ') }}, {{ aggregates | join(', ') }}
        from (
            select
                coded.group_number as group_number
                {%- for slot in relation.slots %},
                case coded.group_number
                    {%- for group in groups %}
                    {%- for column in group.columns if column.slot == slot %}
                    when {{ group.number }} then {{ sqlmetrics.column_code(column, column.bin, mark) }}
                    {%- endfor %}
                    {%- endfor %}
                end as code_{{ slot }}
                {%- endfor %}
                {%- if measured %},
                case coded.group_number
                    {%- for group in measured %}
                    when {{ group.number }} then {{ sqlmetrics.as_double('source.'
                        ~ sqlmetrics.quoted(group.measured)) }}
                    {%- endfor %}
                end as measured
                {%- endif %}
                {%- if relation.counts_individuals %},
                {{ sqlmetrics.individual_key(plan) }} as individual
                {%- endif %}
            from {{ relation.relation }} source
            cross join {{ sqlmetrics.number_rows(['group_number'], numbers) }} coded
            {%- if sampled %}
            where case coded.group_number
                {%- for group in sampled %}
                when {{ group.number }} then {{ sqlmetrics.sampled_block(group, mark) }}
                {%- endfor %}
                else 0 end = 0
            {%- endif %}
        ) input
        group by {{ keys | join(', ') }}
{%- endmacro %}

{#-
DuckDB takes several columns, each alone, as grouping sets. For other groups it reads a materialized
expression once, and hands its rows to every group unchanged.
-#}
{%- macro duckdb__counted_groups(plan, relation, aggregates, by=none) -%}
{%- set mark = plan.suppressed if relation.number > 0 else none -%}
{%- set groups = plan.groups | selectattr('number', 'in', relation.groups) | list -%}
{%- if by is none and not relation.measures and not groups | selectattr('sample') | list
    and groups | map(attribute='columns') | map('length') | max == 1 -%}
{{ sqlmetrics.column_sets(plan, relation, aggregates) }}
{%- else -%}
{%- set names = [] -%}
{%- for group in groups -%}
{%- do names.extend(group.columns | map(attribute='name')) -%}
{%- if group.number in relation.measures -%}{%- do names.append(group.measured) -%}{%- endif -%}
{%- endfor -%}
{%- if relation.counts_individuals -%}{%- do names.append(plan.individual) -%}{%- endif -%}
with
        -- a row per record
        source_rows as materialized (
            select {% for name in names | unique(true) %}source.{{ sqlmetrics.quoted(name) }}{{ ', '
                if not loop.last }}{% endfor %}
            from {{ relation.relation }} source
        )
        {%- for group in groups %}
        {%- set keys = [by] if by is not none else [] %}
        select
            {{ by ~ ', ' if by is not none }}{{ group.number }} as group_number,
            {%- for slot in relation.slots %}
            {%- set held = group.columns | selectattr('slot', 'equalto', slot) | list %}
            {{ '' if held else 'null as ' }}code_{{ slot }},
            {%- if held %}{% do keys.append('code_' ~ slot) %}{% endif %}
            {%- endfor %}
            {{ aggregates | join(', ') }}
        from (
            select
                {%- for column in group.columns %}
                {{ sqlmetrics.column_code(column, column.bin, mark) }} as code_{{ column.slot }}{{ ','
                    if not loop.last }}
                {%- endfor %}
                {%- if relation.measures %},
                {{ sqlmetrics.as_double('source.' ~ sqlmetrics.quoted(group.measured) if group.number
                    in relation.measures else 'null') }} as measured
                {%- endif %}
                {%- if relation.counts_individuals %},
                {{ sqlmetrics.individual_key(plan) }} as individual
                {%- endif %}
            from source_rows source
            {%- if group.sample and group.sample.whole %}
            {%- set column = group.columns[group.sample.place - 1].name %}
            {%- set whole = group.sample.whole %}
            where source.{{ sqlmetrics.quoted(column) }} % {{ whole.period }}
                between {{ whole.low }} and {{ whole.high }}
            {%- elif group.sample %}
            where {{ sqlmetrics.sampled_block(group, mark) }} = 0
            {%- endif %}
        ) input
        group by {{ keys | join(', ') }}
        {{- '\n        union all' if not loop.last }}
        {%- endfor %}
{%- endif -%}
{%- endmacro %}
