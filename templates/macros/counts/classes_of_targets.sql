{#-
The classes of a statement's targets as text of a FROM clause, with their target_number where there are
several. The classes of a sensitive target are also the identity's, which has as many values in a class
as records: H(X|Y=y) = log2 n_y.
-#}
{%- macro classes_of_targets(plan, within='', alike='') -%}
{%- set single = plan.targets | selectattr('attribute') | list | length == 1 -%}
{%- if plan.targets | length == 1 and not within -%}
classes{{ sqlmetrics.suffix(plan.targets[0]) }}
{%- elif within or alike or sqlmetrics.is_apart(plan) or not single -%}
classes
{%- else -%}
{%- set first = plan.targets | selectattr('attribute') | first -%}
{%- set columns = [['target_number']] -%}
{%- if plan.level == 'class' -%}
    {%- do columns.append([sqlmetrics.key_columns(plan)]) -%}
{%- elif plan.slices -%}
    {%- do columns.append([sqlmetrics.slice_columns(plan)[:-2]]) -%}
{%- endif -%}
{%- do columns.append(['class_size']) -%}
{%- if 'class_share' in plan.facts -%}{%- do columns.append(['class_share']) -%}{%- endif -%}
{%- for name in sqlmetrics.measured_columns(plan).split() -%}{%- do columns.append([name]) -%}{%- endfor -%}
{%- for fact, column in [('largest_share', 'class_largest_share'), ('target_values', 'class_table_values')]
    if fact in plan.facts -%}
    {%- do columns.append([column]) -%}
{%- endfor -%}
{%- if 'class_values' in plan.facts -%}
    {%- do columns.append(['case target_number when 0 then class_size else class_values end'
        ~ ' as class_values']) -%}
{%- endif -%}
{%- if 'class_entropy' in plan.facts -%}
    {%- do columns.append(['case target_number when 0 then ' ~ sqlmetrics.log2('class_size')
        ~ ' else class_entropy end as class_entropy']) -%}
{%- endif -%}
{%- if 'class_gain' in plan.facts -%}
    {%- do columns.append(['case target_number when 0 then ' ~ sqlmetrics.log2('1 / class_share')
        ~ ' else class_gain end as class_gain']) -%}
{%- endif -%}
{%- if 'unmapped_records' in plan.facts -%}
{%- set losses = sqlmetrics.key_losses(plan, first) -%}
{%- do columns.append(['class_unmapped' if losses == 'class_unmapped'
    else 'case target_number when 0 then ' ~ losses ~ ' else class_unmapped end as class_unmapped']) -%}
{%- endif -%}
{%- set numbers = 'select 0 as target_number' ~ sqlmetrics.one_row() ~ ' union all select ' ~ first.number
    ~ sqlmetrics.one_row() -%}
(
        select {{ sqlmetrics.listed_columns(columns, '            ') }}
        from classes{{ '\n        ' if sqlmetrics.one_row()
            else ' ' }}cross join ({{ numbers }}) target_numbers
    ) target_classes
{%- endif -%}
{%- endmacro %}
