{#-
The records of the counts that meet a condition, of all where it is empty, as a whole number; or the
sum of another `number` of theirs.
-#}
{%- macro records_where(condition, number='records') -%}
{{ sqlmetrics.as_integer('coalesce(sum(' ~ ('case when ' ~ condition ~ ' then ' ~ number ~ ' else 0 end'
    if condition else number) ~ '), 0)') }}
{%- endmacro %}
