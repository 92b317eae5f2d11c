{#-
The statement of a model that keeps a sketch of each day of a relation: the counts of the `size`
classes of that day with the smallest hashes, with the columns of `sketch_rows` behind the day, as
text. A run reads only days that the model does not have yet, the oldest first and at most
`most_days` of them, and appends. Each day has to be whole when it is first there.
-#}
{%- macro sketches(relation, day, size, quasi_identifiers=none, sensitive=none, partitions=none, nulls='category', suppressed=none, keep_suppressed=false, most_days=31) -%}
{{- config(
    materialized='incremental',
    incremental_strategy='merge' if target.type == 'bigquery' else 'append',
    unique_key=none,
    full_refresh=false,
    on_schema_change='fail'
) -}}
{%- if execute -%}
{%- if size is not integer or size < 2 -%}{%- do sqlmetrics.fail('size is the number of classes to keep, at least 2 (found: ' ~ size ~ ')') -%}{%- endif -%}
{%- if nulls == 'any' -%}{%- do sqlmetrics.fail('a sketch is a sample of classes of equal keys, which nulls: any does not have; say nulls: category') -%}{%- endif -%}
{%- set plan = sqlmetrics.plan(relation, quasi_identifiers, sensitive, none, partitions, nulls=nulls, suppressed=suppressed) -%}
{%- if plan.individual is not none -%}
{%- do sqlmetrics.fail("counts of individuals do not add up: a person of two days would count twice; make a model with a record for each person and day, without the role individual") -%}
{%- endif -%}
{%- set column = 'source.' ~ sqlmetrics.quoted(sqlmetrics.spelled(relation, [day])[day]) -%}
{%- set there -%}
select {{ sqlmetrics.as_string(column) }} as day
from {{ sqlmetrics.from_text(relation) }} source
where {{ column }} is not null{{ ' and ' ~ sqlmetrics.as_string(column) ~ ' not in (select day from ' ~ this ~ ')' if is_incremental() }}
group by {{ column }}
order by 1
{{ sqlmetrics.row_limit(most_days) }}
{%- endset -%}
{%- set days = run_query(there).columns[0].values() | list -%}
{%- for one in days or [none] -%}
{%- set picked = '(select * from ' ~ sqlmetrics.from_text(relation) ~ ' source where ' ~ (column ~ ' = ' ~ sqlmetrics.literal(one) if days else '1 = 0') ~ ')' -%}
select {{ sqlmetrics.as_string(sqlmetrics.literal(one if days else '')) }} as day, sketch.*
from (
{{ sqlmetrics.sketch_rows(dict(plan, relation=picked), size, keep_suppressed) }}
) sketch
{{- '\nunion all\n' if not loop.last }}
{%- endfor -%}
{%- endif -%}
{%- endmacro %}
