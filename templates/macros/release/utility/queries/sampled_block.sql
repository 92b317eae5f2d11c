{#-
How far a row's block of bins is from the next one that the sample of its group counts: 0 for rows
of a block that is counted; see counted_groups.
-#}
{%- macro sampled_block(group, mark) -%}
{%- set sample = group.sample -%}
{%- set column = group.columns[sample.place - 1] -%}
{%- set code = sqlmetrics.column_code(column, column.bin, mark) -%}
{%- set bins = sample.size * sample.blocks -%}
floor(({{ code }} - floor({{ code }} / {{ bins }}) * {{ bins }}) / {{ sample.size }}) - {{ sample.first }}
{%- endmacro %}
