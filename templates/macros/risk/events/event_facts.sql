{#- What a question about events costs, as one row: people, the points of the person with the most,
the sets of 1 to `known` points of a person, and the records without a person. With `events` a point
may come again in a set, and the number of sets is a bound. -#}
{%- macro event_facts(plan, known, events=false) -%}
{%- set numbers = namespace(sets=sqlmetrics.as_double('1'), ordered=sqlmetrics.as_double('1')) -%}
{%- set sizes = [] -%}
{%- for p in range(known) -%}
{%- set numbers.sets = numbers.sets ~ ' * (' ~ sqlmetrics.as_double('events' if events else 'points') ~ ' - '
    ~ p ~ ') / ' ~ (p + 1) -%}
{%- set numbers.ordered = numbers.ordered ~ ' * (' ~ sqlmetrics.as_double('points') ~ ' + ' ~ p ~ ') / '
    ~ (p + 1) -%}
{%- if events -%}
{%- do sizes.append('case when events <= ' ~ p ~ ' then 0 when ' ~ numbers.sets ~ ' < ' ~ numbers.ordered
    ~ ' then ' ~ numbers.sets ~ ' else ' ~ numbers.ordered ~ ' end') -%}
{%- else -%}
{%- do sizes.append('case when points > ' ~ p ~ ' then ' ~ numbers.sets ~ ' else 0 end') -%}
{%- endif -%}
{%- endfor -%}
with
{{ sqlmetrics.event_pairs(plan, events) }},
{{ sqlmetrics.event_traced(true, events) }}
select
    {{ sqlmetrics.count_records() }} as {{ sqlmetrics.quoted('people') }},
    {{ sqlmetrics.as_integer('coalesce(max(points), 0)') }} as {{ sqlmetrics.quoted('longest') }},
    coalesce(sum({{ sizes | join('\n        + ') }}), 0) as {{ sqlmetrics.quoted('sets') }},
    (select {{ sqlmetrics.as_integer('coalesce(sum(records), 0)') }} from people
        where individual is null) as {{ sqlmetrics.quoted('nobodys') }}
from traced
{%- endmacro %}
