{#- The rows of a view, from the parts that `view_parts` has: see `view_parts`. -#}
{%- macro view_rows(plan, columns, view) -%}
select
{%- if view.least is not none %}
    {{- sqlmetrics.view_columns(columns, view, 'sized', 'sized.' ~ view.size ~ ' < ' ~ view.least) }}
from sized
{%- if not view.starred %}
where sized.{{ view.size }} >= {{ view.least }}
{%- endif %}
{%- else %}
    {{- sqlmetrics.view_columns(columns, view, 'recoded', 'failing.failed = 1') }}
from recoded
left join failing on {% for key in plan.quasi_identifiers %}{{ sqlmetrics.same_key('failing.key_'
    ~ key.number, sqlmetrics.group_key('recoded.' ~ sqlmetrics.quoted(key.column))) }}{{ ' and '
    if not loop.last }}{% else %}1 = 1{% endfor %}
{%- if not view.starred %}
where case when failing.failed = 1 then 1 else 0 end = 0
{%- endif %}
{%- endif %}
{%- endmacro %}
