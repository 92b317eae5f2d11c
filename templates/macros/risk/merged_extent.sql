{#-
What a count relation holds, as `extent` says it of a relation: its records, for each list of columns in `complete` ({attribute, columns})
the records that have no NULL there, and those that have all marks of suppression.
-#}
{%- macro merged_extent(relation, several, complete, suppressed) -%}
{%- set first = 'attribute = 1' if several else '1 = 1' -%}
select
    coalesce(sum(case when {{ first }} then records else 0 end), 0) as all_records,
    {%- for target in complete %}
    coalesce(sum(case when {{ 'attribute = ' ~ (target.attribute or 1) ~ ' and ' if several }}{% for column in target.columns %}{{ column }} is not null{{ ' and ' if not loop.last }}{% endfor %} then records else 0 end), 0) as all_complete_{{ loop.index }},
    {%- endfor %}
    {{ 'coalesce(sum(case when suppressed = 1 and ' ~ first ~ ' then records else 0 end), 0)' if suppressed else 'null' }} as all_suppressed
from {{ relation }} counted
{%- endmacro %}
