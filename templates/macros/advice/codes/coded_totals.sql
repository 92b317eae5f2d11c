{#-
The number of coded keys, and of their records: counts, records. Without a table of `keys` the rows
of the coded counts are there in their place, which are no fewer. DuckDB only.
-#}
{%- macro coded_totals(keys, coded, attributes) -%}
{%- if keys is not none -%}
select count(*) as counts, sum(n) as records from {{ keys }} keys
{%- else -%}
select count(*) as counts, {{ sqlmetrics.as_double('sum(records)') }} as records from {{ coded }} coded
{{- ' where attribute = 1' if attributes > 1 }}
{%- endif -%}
{%- endmacro %}
