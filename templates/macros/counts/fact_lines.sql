{#-
The columns of `targets` as aggregates over the classes of a target, one a line: expression, name and,
after two blanks, the symbol of papers. `entropy` and `gain` are H(X|Y=y) and what the class tells, and
`alike` is the column with how many classes a row stands for, where that is more than one.

records, total N (people where they are counted, each once a class), classes m, cells, target_values;
the entropies in bits; the largest size of a class; the least over the classes of their size, their
values, H(X|Y=y) (least_class_entropy) and p(y) H(X|Y=y) (least_weighted_entropy); largest_share, the
largest p(x); and the measures of classes that metrics carry to the table.

Where NULL matches every value, class_size counts all records that agree with a class, and each of its
own class_records stands for one in class_size of a class.
-#}
{%- macro fact_lines(plan, entropy='class_entropy', gain='class_gain', alike='', within='') -%}
{%- set matched = plan.nulls == 'any' -%}
{%- set times = ' * ' ~ alike if alike else '' -%}
{%- set share = 'class_share' ~ times -%}
{%- set of_sizes = ' * ' ~ sqlmetrics.as_double('class_records') ~ ' / class_size' if matched else times -%}
{%- set lines = [] -%}
{%- set records = 'sum(' ~ ('class_records' if plan.individual is not none or matched
    else 'class_size' ~ times) ~ ')' -%}
{%- do lines.append((records if plan.targets | length > 1 or within or plan.slices
    else 'coalesce(' ~ records ~ ', 0)') ~ ' as records') -%}
{%- if 'total' in plan.facts -%}
    {%- do lines.append(sqlmetrics.as_double('sum(class_records)' if matched
        else 'sum(class_size' ~ times ~ ')') ~ ' as total') -%}
{%- endif -%}
{%- if 'classes' in plan.facts -%}
    {%- do lines.append(('sum(' ~ sqlmetrics.as_double('class_records') ~ ' / class_size)' if matched
        else sqlmetrics.as_double('sum(' ~ alike ~ ')' if alike else 'count(class_size)'))
        ~ ' as classes') -%}
{%- endif -%}
{%- if 'cells' in plan.facts -%}
    {%- do lines.append(sqlmetrics.as_double('sum(class_values' ~ times ~ ')') ~ ' as cells') -%}
{%- endif -%}
{%- if 'target_values' in plan.facts -%}
{%- set of_people = [] -%}
{%- if plan.individual is none and plan.targets | rejectattr('attribute') | list -%}
{%- for metric in plan.metrics if metric.targets == 'any' and ' target_values '
    in sqlmetrics.words(sqlmetrics.measured(plan, metric)) -%}
    {%- do of_people.append(metric.name) -%}
{%- endfor -%}
{%- endif -%}
{%- set lone = plan.individual is none and plan.targets | length == 1 and not plan.targets[0].attribute -%}
{%- set values = 'max(class_table_values)' if not of_people and not lone else 'sum(class_size' ~ times ~ ')'
    if plan.targets | length == 1 else 'case when target_number = 0 then sum(class_size' ~ times
    ~ ')\n            else max(class_table_values) end' -%}
{%- do lines.append((values if values == 'max(class_table_values)' else sqlmetrics.as_double(values))
    ~ ' as target_values') -%}
{%- endif -%}
{%- if 'least_size' in plan.facts -%}
    {%- do lines.append(sqlmetrics.as_double('min(class_size)') ~ ' as least_size') -%}
{%- endif -%}
{%- if 'largest_size' in plan.facts -%}
    {%- do lines.append(sqlmetrics.as_double('max(class_size)') ~ ' as largest_size') -%}
{%- endif -%}
{%- if 'least_values' in plan.facts -%}
    {%- do lines.append(sqlmetrics.as_double('min(class_values)') ~ ' as least_values') -%}
{%- endif -%}
{%- if 'target_entropy' in plan.facts -%}
    {%- do lines.append(sqlmetrics.kahan_sum(share ~ ' * (' ~ entropy ~ ' + ' ~ gain ~ ')')
        ~ ' as target_entropy  -- H(X)') -%}
{%- endif -%}
{%- if 'key_entropy' in plan.facts -%}
    {%- do lines.append(sqlmetrics.kahan_sum(share ~ ' * ' ~ sqlmetrics.log2('1 / class_share'))
        ~ ' as key_entropy  -- H(Y)') -%}
{%- endif -%}
{%- if 'conditional_entropy' in plan.facts -%}
    {%- do lines.append(sqlmetrics.kahan_sum(share ~ ' * ' ~ entropy)
        ~ ' as conditional_entropy  -- H(X|Y)') -%}
{%- endif -%}
{%- if 'joint_entropy' in plan.facts -%}
    {%- do lines.append(sqlmetrics.kahan_sum(share ~ ' * (' ~ entropy ~ ' + '
        ~ sqlmetrics.log2('1 / class_share') ~ ')') ~ ' as joint_entropy  -- H(X,Y)') -%}
{%- endif -%}
{%- if 'mutual_information' in plan.facts -%}
    {%- do lines.append(sqlmetrics.kahan_sum(share ~ ' * ' ~ gain) ~ ' as mutual_information  -- I(X;Y)') -%}
{%- endif -%}
{%- if 'least_weighted_entropy' in plan.facts -%}
    {%- do lines.append('min(class_share * ' ~ entropy
        ~ ') as least_weighted_entropy  -- least p(y) H(X|Y=y)') -%}
{%- endif -%}
{%- if 'least_class_entropy' in plan.facts -%}
    {%- do lines.append('min(' ~ entropy ~ ') as least_class_entropy') -%}
{%- endif -%}
{%- if 'largest_share' in plan.facts and plan.targets | selectattr('attribute') | list -%}
    {%- do lines.append('max(class_largest_share) as largest_share  -- max p(x)') -%}
{%- endif -%}
{%- set seen = [] -%}
{%- for target in plan.targets -%}
{%- for measure in target.carried if measure.column not in seen -%}
{%- do seen.append(measure.column) -%}
{%- set value = sqlmetrics[measure.name](measure.parameters) if measure.of_sizes else measure.name -%}
{%- set carried = sqlmetrics.kahan_sum(share ~ ' * ' ~ value) if measure.aggregate == 'mean'
    else measure.aggregate ~ '(' ~ value ~ (of_sizes if measure.aggregate == 'sum') ~ ')' -%}
{%- do lines.append(('case when count(' ~ value ~ ') = count(*)\n            then ' ~ carried ~ ' end'
    if measure.partial else carried) ~ ' as ' ~ measure.column) -%}
{%- endfor -%}
{%- endfor -%}
{%- if 'unmapped_records' in plan.facts and not within -%}
    {%- do lines.append('coalesce(sum(class_unmapped), 0) as unmapped_records') -%}
{%- endif -%}
{%- if plan.sizes -%}
    {%- do lines.extend(['histogram(class_size) as class_sizes',
        sqlmetrics.value_sizes(plan) ~ ' as value_sizes']) -%}
{%- endif -%}
{{ lines | join(' ;\n') }}
{%- endmacro %}
