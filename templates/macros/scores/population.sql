{#-
What a relation holds, as one row: its records, its individuals where a column tells them apart (NULL is one), and for each list of
columns in `complete` the records that have no NULL there.
-#}
{%- macro population(relation, individual, complete) -%}
select
    coalesce(sum(group_records), 0) as all_records,
    {%- for columns in complete %}
    coalesce(sum(complete_{{ loop.index }}), 0) as all_complete_{{ loop.index }},
    {%- endfor %}
    {{ sqlmetrics.count_records() if individual is not none else 'null' }} as individuals
from (
    select
        {%- for columns in complete %}
        sum(case when {% for column in columns %}source.{{ sqlmetrics.quoted(column) }} is not null{{ ' and ' if not loop.last }}{% endfor %} then 1 else 0 end) as complete_{{ loop.index }},
        {%- endfor %}
        {{ sqlmetrics.count_records() }} as group_records
    from {{ relation }} source
    {%- if individual is not none %}
    group by {{ sqlmetrics.group_key('source.' ~ sqlmetrics.quoted(individual)) }}
    {%- endif %}
) counted
{%- endmacro %}
