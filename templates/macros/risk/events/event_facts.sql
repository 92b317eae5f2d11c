{#-
What a question about events costs, as one row: people, their events, points, the points of the
person with the most, the sets of 1 to `known` points of a person, the people who hold a drawn point on average,
and the records without a person.
-#}
{%- macro event_facts(plan, known) -%}
{%- set sizes = [] -%}
{%- set size = namespace(text=sqlmetrics.as_double('1')) -%}
{%- for p in range(known) -%}
{%- set size.text = size.text ~ ' * (' ~ sqlmetrics.as_double('m') ~ ' - ' ~ p ~ ') / ' ~ (p + 1) -%}
{%- do sizes.append('case when m > ' ~ p ~ ' then ' ~ size.text ~ ' else 0 end') -%}
{%- endfor -%}
with
{{ sqlmetrics.event_points(plan) }}
select
    {{ sqlmetrics.count_records() }} as {{ sqlmetrics.quoted('people') }},
    {{ sqlmetrics.as_integer('coalesce(sum(events), 0)') }} as {{ sqlmetrics.quoted('events') }},
    (select count(*) from points) as {{ sqlmetrics.quoted('points') }},
    {{ sqlmetrics.as_integer('coalesce(max(m), 0)') }} as {{ sqlmetrics.quoted('longest') }},
    coalesce(sum({{ sizes | join('\n        + ') }}), 0) as {{ sqlmetrics.quoted('sets') }},
    coalesce(avg(holders), 0) as {{ sqlmetrics.quoted('holders') }},
    (select {{ sqlmetrics.as_integer('coalesce(sum(records), 0)') }} from people where individual is null) as {{ sqlmetrics.quoted('nobodys') }}
from traced
{%- endmacro %}
