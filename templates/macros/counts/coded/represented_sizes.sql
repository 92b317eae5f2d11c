{#-
The classes of the identity, as `identity` has them: of near-unique keys their sizes and how many
classes have each. Where no NULL is dropped, the classes of a `sensitive` target give these.
-#}
{%- macro represented_sizes(plan, target, sensitive) -%}
{%- set shared = plan.nulls != 'drop' -%}
{%- set each = plan.way == 'sorted' -%}
{%- set alike = '1' if each else 'sum(alike)' if shared else sqlmetrics.count_records() -%}
{%- set slices = sqlmetrics.slice_columns(plan) -%}
{%- set columns = [['class_size']] if each else [['class_size'], [alike ~ ' as classes_alike']] -%}
{%- if slices -%}{%- do columns.insert(0, [slices[:-2]]) -%}{%- endif -%}
{%- if 'class_values' in plan.facts -%}{%- do columns.append(['class_size as class_values']) -%}{%- endif -%}
{%- if 'class_share' in plan.facts -%}
    {%- do columns.append([sqlmetrics.as_double('class_size') ~ ' / sum(class_size * ' ~ alike ~ ') '
        ~ sqlmetrics.over_table(plan) ~ ' as class_share', 'p(y)']) -%}
{%- endif -%}
-- {{ 'a class' if each else 'a size of classes, and how many have it' }}
classes{{ sqlmetrics.suffix(target) }} as (
    select {{ sqlmetrics.listed_columns(columns) }}
    {%- if shared %}
    from alike{{ sqlmetrics.suffix(sensitive) }}{{ ' join codes_of_values' ~ sqlmetrics.suffix(sensitive)
        ~ ' on value_code = least_code' if slices }}
    {%- else %}
    from (
        select {{ slices }}{{ sqlmetrics.count_records() }} as class_size
        from (
            {{ sqlmetrics.indented(sqlmetrics.coded_records(plan, target), 4) }}
        ) coded
        group by {{ slices }}class_word
    ) sized
    {%- endif %}
    {%- if not each %}
    group by {{ slices }}class_size
    {%- endif %}
)
{%- endmacro %}
