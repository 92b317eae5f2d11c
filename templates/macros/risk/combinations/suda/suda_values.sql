{#-
The part of each value of each key in the scores of the records that have it: position of the key,
value, contribution, the largest first.
-#}
{%- macro suda_values(plan, facts) -%}
with
{{ facts }}
{%- for key in plan.quasi_identifiers %}
{{ 'union all' if not loop.first }}
select {{ loop.index }} as position, {{ sqlmetrics.as_string('key_'
    ~ loop.index) }} as key_value, sum(contribution_{{ loop.index }}) as contribution
from suda_scores
join numbered_classes on numbered_classes.class_number = suda_scores.class_number
group by {{ sqlmetrics.as_string('key_' ~ loop.index) }}
{%- endfor %}
order by 1, 3 desc, 2
{%- endmacro %}
