{#-
The rows of a relation once per group of columns, with each column's value or bin in the slot of its type: so that one read of the relation
counts all groups. Of a group with a sample only every so many blocks of a column's bins stay, from the first on.

plan.groups  list of {number, columns, sample}; a column has its `slot`, and sample is none or {place, size, blocks, first}
relation     {number, relation, groups, slots}: 0 is the original; the groups that it has the columns of, and the slots of those
extras       further cells: pairs of an expression and its name
-#}
{%- macro coded_groups(plan, relation, extras=[]) -%}
{%- set mark = plan.suppressed if relation.number > 0 else none -%}
{%- set groups = plan.groups | selectattr('number', 'in', relation.groups) | list -%}
{%- set numbers = [] -%}
{%- for group in groups -%}{%- do numbers.append([group.number]) -%}{%- endfor -%}
{%- set sampled = groups | selectattr('sample') | list -%}
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
                {%- for expression, name in extras %},
                {{ expression }} as {{ name }}
                {%- endfor %}
            from {{ relation.relation }} source
            cross join {{ sqlmetrics.number_rows(['group_number'], numbers) }} coded
            {%- if sampled %}
            where case coded.group_number
                {%- for group in sampled %}
                {%- set sample = group.sample %}
                {%- set column = group.columns[sample.place - 1] %}
                {%- set code = sqlmetrics.column_code(column, column.bin, mark) %}
                {%- set bins = sample.size * sample.blocks %}
                when {{ group.number }} then floor(({{ code }} - floor({{ code }} / {{ bins }}) * {{ bins }}) / {{ sample.size }}) - {{ sample.first }}
                {%- endfor %}
                else 0 end = 0
            {%- endif %}
{%- endmacro %}
