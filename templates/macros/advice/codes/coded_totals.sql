{#-
The number of coded keys, and of their records: counts, records. Keys that are no table are not
counted; they are at most as many as the counts are. DuckDB only.
-#}
{%- macro coded_totals(keys, table, attributes, keyed) -%}
{%- if keyed -%}
select count(*) as counts, sum(n) as records from {{ keys }} coded
{%- else -%}
select count(*) as counts, {{ sqlmetrics.as_double('sum(records)') }} as records from {{ table }} coded
{{- ' where attribute = 1' if attributes > 1 }}
{%- endif -%}
{%- endmacro %}
