{#-
The statement of a generic test: a row (metric, target, partition, slice, records, score, threshold,
reason) for a score that misses its threshold or is undefined, none where all is well; an infinite
score misses any threshold. A score is the table's, so that a test stores no values of a column, or
with `by` that of a slice, which has its number by size unless its name may be shown. Slices of
fewer than `min_people` are left out, and a table without a slice has a row. Where people are drawn whose points
are `known` the score is the end of its interval on the side of the threshold. Of several `attackers` each is
held to it, and the last column is the name. A published threshold has the name `limit` in its reason.

`metric` is scored of `sensitive` or of `column_name`, the column of the test, or else of the
identity. A metric of the identity on a column takes the column for the quasi-identifier.
-#}
{%- macro threshold_test(relation, metric, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', parameters=none, order=none, hierarchy=none, suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, targets=none, attackers=none, limit=none) -%}
{%- if execute -%}
{%- set about = sqlmetrics.metrics_asked([metric], 'table')[0] -%}
{%- set roles = sqlmetrics.roles(relation) -%}
{%- set right = sqlmetrics.bound_of(about, at_least, at_most, undefined) -%}
{%- set threshold = at_least if right == 'at_least' else at_most -%}
{%- set slices = sqlmetrics.slices_of(by).keys() | list -%}
{%- if min_people is not none and not slices -%}{%- do sqlmetrics.fail(metric ~ ': min_people goes with by, whose slices have so many people') -%}{%- endif -%}
{%- set keys = sqlmetrics.as_list(quasi_identifiers) -%}
{%- set attributes = sqlmetrics.as_list(sensitive) -%}
{%- if attackers is not none and quasi_identifiers is none -%}
{%- if about.targets == 'identity' and column_name is not none -%}{%- do sqlmetrics.fail(metric ~ ': attackers say what is known, so the test stands on the model; move it from the column to the data_tests of the model') -%}{%- endif -%}
{%- set keys = none -%}
{%- if about.targets not in ['identity', 'events'] -%}
{%- set attributes = attributes or sqlmetrics.as_list(column_name) or (roles.sensitive if about.targets != 'any' else []) -%}
{%- endif -%}
{%- elif about.targets in ['identity', 'events'] -%}
{%- set keys = keys or sqlmetrics.as_list(column_name) or roles.quasi_identifiers | reject('in', slices) | list -%}
{%- else -%}
{%- set attributes = attributes or sqlmetrics.as_list(column_name) or (roles.sensitive | reject('in', slices) | list if about.targets != 'any' else []) -%}
{%- set keys = keys or roles.quasi_identifiers | reject('in', attributes + slices) | list -%}
{%- endif -%}
{%- set recoded = {} -%}
{%- for column, entry in (partitions or {}).items() -%}{%- do recoded.update({column: entry}) -%}{%- endfor -%}
{%- set of_one = {'partition': partition, 'order': order, 'hierarchy': hierarchy} -%}
{%- for word, value in of_one.items() if value is not none and (attributes or (keys or [] if about.targets in ['identity', 'events'] else [])) | length != 1 -%}
{%- do sqlmetrics.fail(metric ~ ': ' ~ word ~ ' is that of one sensitive column; name it as sensitive, or use partitions: {COLUMN: ..}') -%}
{%- endfor -%}
{%- if partition is not none -%}{%- do recoded.update({(attributes or keys)[0]: partition}) -%}{%- endif -%}
{%- set of_target = (attributes or [none])[0] -%}
{%- set plan = sqlmetrics.plan(relation, keys, attributes, individual, recoded, {of_target: order} if order is not none else none, {of_target: hierarchy} if hierarchy is not none else none, [metric], parameters, 'table', nulls, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, show_slices=show_slices, known=known, targets=targets, attackers=attackers) -%}
{%- set value = sqlmetrics.quoted('value') if plan.known is none else 'held' -%}
{%- set what = 'end of the interval' if plan.known is not none and plan.known.drawn else 'score' -%}
{%- set reason = sqlmetrics.quoted('reason') -%}
{%- set unmapped = reason ~ " = 'a partition has no domain for some values'" -%}
{%- set several = reason ~ " = 'people have several values of it'" -%}
{%- set enough = sqlmetrics.enough_people(min_people, sqlmetrics.quoted('records')) -%}
{%- if slices -%}
with scored as (
{{ sqlmetrics.scored(plan) }}
)
{% endif -%}
select
    {{ sqlmetrics.quoted('metric') }}, {{ sqlmetrics.quoted('target') }}, {{ sqlmetrics.quoted('partition') }}, {{ sqlmetrics.quoted('slice') }}, {{ sqlmetrics.quoted('records') }},
    {{ value }} as score,
    {{ sqlmetrics.as_double(threshold) }} as threshold,
    case
        when {{ unmapped }} then 'a partition has no domain for some values; add them, or say unmapped: keep or unmapped: NAME'
        when {{ value }} is null then {{ reason }}
        else {{ sqlmetrics.literal(what ~ ' is ' ~ ('below at_least' if right == 'at_least' else 'above at_most') ~ (' of ' ~ limit if limit is not none else '')) }}
    end as reason
    {{- ', ' ~ sqlmetrics.quoted('attacker') if attackers is not none }}
{%- if slices %}
from scored
{%- else %}
from (
{%- if plan.known is not none %}
    select {{ sqlmetrics.quoted('metric') }}, {{ sqlmetrics.quoted('target') }}, {{ sqlmetrics.quoted('partition') }}, {{ sqlmetrics.quoted('slice') }}, {{ sqlmetrics.quoted('records') }},
        {{ sqlmetrics.quoted('parameters') }}, {{ reason }}, {{ sqlmetrics.safe_end(right, threshold) }} as held
    from (
{{ sqlmetrics.scored(plan) }}
) known_points
{%- else %}
{{ sqlmetrics.scored(plan) }}
{%- endif %}
) scored
{%- endif %}
where {{ sqlmetrics.quoted('target') }} {{ '<>' if attributes else '=' }} 'identity'{{ ' and ' ~ enough if enough }}{{ ' and ' ~ sqlmetrics.quoted('parameters') ~ ' = ' ~ sqlmetrics.literal(sqlmetrics.event_known(plan.known.points, plan.known.events)) if about.name == 'unicity' }} and (
    {{ value }} {{ '<' if right == 'at_least' else '>' }} {{ sqlmetrics.outermost(right, threshold) }}
    or {{ unmapped }}
    {%- if known is not none and attributes %}
    or {{ several }}
    {%- endif %}
    {%- if (about.undefined or '').startswith('infinite') %}
    or {{ reason }} like 'infinite%'
    {%- endif %}
    {%- if undefined == 'fail' %}
    or {{ value }} is null
    {%- endif %}
)
{%- if slices and undefined == 'fail' %}
union all
select
    {{ sqlmetrics.literal(about.name) }}, {{ sqlmetrics.literal((attributes or ['identity'])[0]) }}, null, null, 0,
    null, {{ sqlmetrics.as_double(threshold) }}, 'the table has no slice with records'
from (select count(*) as found from scored) counted
where found = 0
{%- endif %}
{%- endif -%}
{%- endmacro %}
