{#-
The statement of the generic test of published tables: a row (metric, target, partition, slice, records, score, threshold, reason)
for each table whose score misses the threshold or is undefined, none where all is well. The target is the table, by
its columns, and the records are its cells.
-#}
{%- macro outputs_test(relation, metric, keys=none, cube=none, column_name=none, at_least=none, at_most=none, measure=none, weight=none, individual=none, partitions=none, minimum_frequency=10, dominance=none, p_percent=10, class_share=1, undefined='fail') -%}
{%- if execute -%}
{%- set about = sqlmetrics.output_metrics().get(metric | string) -%}
{%- if about is none -%}{%- do sqlmetrics.fail("'" ~ metric ~ "' is no metric of published tables; there are: " ~ sqlmetrics.output_metrics().keys() | join(', ')) -%}{%- endif -%}
{%- set about = dict(about, name=metric) -%}
{%- set right = sqlmetrics.bound_of(about, at_least, at_most, undefined) -%}
{%- set threshold = at_least if right == 'at_least' else at_most -%}
{%- set sums = metric in ['dominated_cells', 'p_percent_cells'] -%}
{%- if sums and measure is none -%}{%- do sqlmetrics.fail(metric ~ ' is about sums; name the column that is summed: measure: cost') -%}{%- endif -%}
{%- set tables = sqlmetrics.tables_given(keys if keys is not none else column_name, cube) -%}
{%- set columns = [] -%}
{%- for table in tables -%}{%- for column in table if column not in columns -%}{%- do columns.append(column) -%}{%- endfor -%}{%- endfor -%}
{%- set plan = sqlmetrics.plan(relation, columns, [], individual, partitions, metrics=['k_anonymity']) -%}
{%- set rules = {'minimum_frequency': minimum_frequency, 'dominance': dominance or [2, 90], 'p_percent': p_percent, 'class_share': class_share} -%}
{%- set outputs = sqlmetrics.output_entries(plan, columns, tables, sqlmetrics.spelled(relation, [measure])[measure] if measure is not none else none, sqlmetrics.spelled(relation, [weight])[weight] if weight is not none else none, rules) -%}
{%- set score = 'found.' ~ sqlmetrics.quoted(metric) -%}
{%- set missing = sqlmetrics.literal(about.undefined or '') -%}
select
    {{ sqlmetrics.literal(metric) }} as {{ sqlmetrics.quoted('metric') }}, target as {{ sqlmetrics.quoted('target') }},
    {{ sqlmetrics.as_string('null') }} as {{ sqlmetrics.quoted('partition') }}, {{ sqlmetrics.as_string('null') }} as {{ sqlmetrics.quoted('slice') }}, records as {{ sqlmetrics.quoted('records') }},
    score, {{ sqlmetrics.as_double(threshold) }} as threshold,
    case when score is null then {{ missing }} else {{ sqlmetrics.literal('score is below at_least' if right == 'at_least' else 'score is above at_most') }} end as reason
from (
    select
        named.target as target, coalesce(found.cells, 0) as records,
        {{ sqlmetrics.as_double(score if metric == 'minimum_frequency' else 'case when found.cells is null then 0' ~ (' when found.negative_cells = 0' if sums else ' when 1 = 1') ~ ' then ' ~ score ~ ' end') }} as score
    from (
        {%- for table in tables %}
        select {{ loop.index }} as place, {{ sqlmetrics.literal(sqlmetrics.table_line(table)) }} as target{{ ' union all' if not loop.last }}
        {%- endfor %}
    ) named
    left join (
        select {{ sqlmetrics.quoted('table') }} as place, max({{ sqlmetrics.quoted('cells') }}) as cells, max({{ sqlmetrics.quoted('negative_cells') }}) as negative_cells, max({{ sqlmetrics.quoted(metric) }}) as {{ sqlmetrics.quoted(metric) }}
        from (
{{ sqlmetrics.output_tables(plan, outputs) }}
        ) cells
        group by {{ sqlmetrics.quoted('table') }}
    ) found on found.place = named.place
) scored
where score {{ '<' if right == 'at_least' else '>' }} {{ sqlmetrics.outermost(right, threshold) }}
{{- ' or score is null' if undefined == 'fail' }}
{%- endif -%}
{%- endmacro %}
