{#-
A column's values with their records, and whether two or more individuals have them; for a release,
as a query that any system answers.
-#}
{%- macro value_counts(relation, column, individual, text_individual=false) -%}
{%- set name = 'source.' ~ sqlmetrics.quoted(column) -%}
{%- set person = sqlmetrics.individual_key({'individual': individual, 'text_individual': text_individual})
    if individual is not none else none -%}
select {{ name }} as counted_value, {{ sqlmetrics.count_records() }} as counted_records,
{{ 'case when count(*) > 1 then 1 else 0 end' if person is none
    else 'case when min(' ~ person ~ ') <> max(' ~ person ~ ') or (count(' ~ person ~ ') > 0 and count('
    ~ person ~ ') < count(*)) then 1 else 0 end' }} as several
from {{ relation }} source
group by {{ name }}
{%- endmacro %}
