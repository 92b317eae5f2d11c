{#-
The extent of a relation, as one row: its records, its individuals where a column tells them apart
(NULL is one), for each list of columns in `complete` the records that have no NULL there, and the
records with all marks of suppression.
-#}
{%- macro extent(relation, individual, complete, suppressed) -%}
select
    coalesce(sum(group_records), 0) as all_records,
    {%- for columns in complete %}
    coalesce(sum(complete_{{ loop.index }}), 0) as all_complete_{{ loop.index }},
    {%- endfor %}
    {{ 'coalesce(sum(suppressed_records), 0)' if suppressed else 'null' }} as all_suppressed,
    {{ sqlmetrics.count_records() if individual is not none else 'null' }} as individuals
from (
    select
        {%- for columns in complete %}
        sum(case when {% for column in columns %}source.{{ sqlmetrics.quoted(column) }} is not null{{ ' and '
            if not loop.last }}{% endfor %} then 1 else 0 end) as complete_{{ loop.index }},
        {%- endfor %}
        {%- if suppressed %}
        sum(case when {{ sqlmetrics.all_marked(suppressed) }} then 1 else 0 end) as suppressed_records,
        {%- endif %}
        {{ sqlmetrics.count_records() }} as group_records
    from {{ relation }} source
    {%- if individual is not none %}
    group by {{ sqlmetrics.group_key('source.' ~ sqlmetrics.quoted(individual)) }}
    {%- endif %}
) counted
{%- endmacro %}
