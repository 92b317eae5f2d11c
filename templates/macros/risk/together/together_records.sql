{#- The score records of `together`, with the ends of intervals, and behind them how many people are
not followed, and how many records belong to nobody. The attack `single_release` is on each person
by the one release that tells most. -#}
{%- macro together_records(plan, series) -%}
{%- set target = plan.targets[0] -%}
{%- set followed = plan.individual is not none -%}
{%- set drawn = followed and series.drawn -%}
{%- set people = sqlmetrics.as_double('joint.people') -%}
{%- set guessers = sqlmetrics.as_double('guesses.people') -%}
{%- set uses = [] -%}
{%- for use in [
    ['candidates_left', 'intersection', 1, 'joint.fewest', 'joint.people'],
    ['candidates_left', 'single_release', 1, 'single.fewest', 'joint.people'],
    ['known_by_intersection', 'intersection', 1, sqlmetrics.as_double('joint.known') ~ ' / ' ~ people,
    'joint.people'],
    ['known_by_intersection', 'single_release', 1, sqlmetrics.as_double('joint.known_alone') ~ ' / ' ~ people,
    'joint.people'],
    ['signature_kept', 'intersection', 2, sqlmetrics.as_double('joint.kept') ~ ' / ' ~ people,
    'joint.people'],
    ['guessed', 'intersection', 1, 'guesses.hits / ' ~ guessers, 'guesses.people', 'hits'],
    ['guessed', 'single_release', 1, 'guesses.lone_hits / ' ~ guessers, 'guesses.people', 'lone_hits'],
] if followed -%}{%- do uses.append(use) -%}{%- endfor -%}
{%- do uses.append(['newcomers_alone', 'subtraction', 2,
    sqlmetrics.as_double('newcomers.alone') ~ ' / newcomers.all_came', 'newcomers.all_came']) -%}
{%- set rows = [] -%}
{%- set undefined = [] -%}
{%- for use in uses -%}
{%- set metric = series.metrics[use[0]] -%}
{%- do rows.append([loop.index, use[0], use[1], metric.unit, metric.direction, use[2]]) -%}
{%- set reason = sqlmetrics.when_then('place = ' ~ loop.index, sqlmetrics.literal(metric.undefined)) -%}
{%- do undefined.append(reason) -%}
{%- endfor -%}
{%- set names = [] -%}
{%- for key in plan.quasi_identifiers[1:] -%}{%- do names.append(key.name) -%}{%- endfor -%}
{%- set counts = ['single_people', 'changed_people', 'repeated_people'] -%}
,
-- the records that belong to nobody
nameless as (
    {%- if followed %}
    select coalesce(sum(case when individual is null then records else 0 end), 0) as nameless_records
    from shown_records
    {%- else %}
    select 0 as nameless_records{{ sqlmetrics.one_row() }}
    {%- endif %}
),
{% if followed -%}
-- the right guesses, of all releases or of the surest, whichever is better
guesses as (
    select step, people, {{ 'everybody, '
        if drawn }}right_alone as lone_hits, case when right_together > right_alone then right_together
            else right_alone end as hits
    from guessed
    {%- if drawn %}
    cross join (select count(*) as everybody from followed) counted
    {%- endif %}
),
{% if drawn -%}
-- the centres and the widths of their intervals
intervals as (
    select step, {{ sqlmetrics.as_double('people') }} as people
        {%- for hits in ['hits', 'lone_hits'] %},
        {{ hits }}, {{ sqlmetrics.wilson_centre(hits,
            sqlmetrics.as_double('people')) }} as {{ hits }}_centre, {{ sqlmetrics.wilson_error(hits,
            sqlmetrics.as_double('people')) }} as {{ hits }}_error
        {%- endfor %}
    from guesses
    where everybody > {{ series.drawn }}
),
{% endif -%}
{% endif -%}
-- a metric of the first releases
scores as (
    select place, metric, attack, unit, direction, steps.step as step,
        case place
            {%- for use in uses %}
            {{ sqlmetrics.when_then(loop.index ~ '', sqlmetrics.as_double(use[3])) }}
            {%- endfor %}
        end as score,
        case place
            {%- for use in uses %}
            {{ sqlmetrics.when_then(loop.index ~ '', use[4]) }}
            {%- endfor %}
        end as records
        {%- for end, macro in [('low', sqlmetrics.wilson_low), ('high', sqlmetrics.wilson_high)] %},
        {%- if drawn %}
        case place
            {%- for use in uses %}
            {%- if use | length > 5 %}
            {{ sqlmetrics.when_then(loop.index ~ '', macro('intervals.' ~ use[5], 'intervals.people')) }}
            {%- endif %}
            {%- endfor %}
        end as {{ end }}
        {%- else %}
        {{ sqlmetrics.as_double('null') }} as {{ end }}
        {%- endif %}
        {%- endfor %}
    from (
        select {{ sqlmetrics.as_integer('place') }} as place, metric, attack, unit, direction,
        {{ sqlmetrics.as_integer('least') }} as least
        from {{ sqlmetrics.few_rows(['place', 'metric', 'attack', 'unit', 'direction', 'least'], rows) }}
    ) uses
    cross join steps
    {%- if followed %}
    left join joint on joint.step = steps.step
    left join single on single.step = steps.step
    left join guesses on guesses.step = steps.step
    {%- if drawn %}
    left join intervals on intervals.step = steps.step
    {%- endif %}
    {%- endif %}
    left join newcomers on {{ sqlmetrics.as_double('2 * newcomers.'
        ~ sqlmetrics.key_name(plan.quasi_identifiers[0])) }} = steps.below
    where steps.step >= least
)
select metric as {{ sqlmetrics.quoted('metric') }},
{{ sqlmetrics.literal(target.name) }} as {{ sqlmetrics.quoted('target') }},
    {{ sqlmetrics.literal(names | join(',')) }} as {{ sqlmetrics.quoted('quasi_identifiers') }},
    {{ sqlmetrics.partition_name(target) }} as {{ sqlmetrics.quoted('partition') }},
    {{ sqlmetrics.as_string('null') }} as {{ sqlmetrics.quoted('slice') }},
    {{ sqlmetrics.literal('table') }} as {{ sqlmetrics.quoted('level') }},
    {{ sqlmetrics.as_string('null') }} as {{ sqlmetrics.quoted('class') }},
    {{ sqlmetrics.as_integer('coalesce(records, 0)') }} as {{ sqlmetrics.quoted('records') }},
    score as {{ sqlmetrics.quoted('value') }},
    case when score is null then case {{ undefined
        | join(' ') }} end end as {{ sqlmetrics.quoted('reason') }},
    unit as {{ sqlmetrics.quoted('unit') }}, direction as {{ sqlmetrics.quoted('direction') }},
    {{ sqlmetrics.concat([sqlmetrics.literal('releases='),
        sqlmetrics.as_string('step')]) }} as {{ sqlmetrics.quoted('parameters') }},
    case step{% for name in series.names %} {{ sqlmetrics.when_then(loop.index ~ '',
        sqlmetrics.literal(name)) }}{% endfor %} end as {{ sqlmetrics.quoted('release') }},
    attack as {{ sqlmetrics.quoted('attack') }}, low as {{ sqlmetrics.quoted('low') }},
    high as {{ sqlmetrics.quoted('high') }},
    {%- for count in counts %}
    {{ sqlmetrics.as_integer(count if followed else 'null') }} as {{ sqlmetrics.quoted(count) }},
    {%- endfor %}
    {{ sqlmetrics.as_integer('nameless_records') }} as {{ sqlmetrics.quoted('nameless_records') }}
from scores
{%- if followed %}
cross join left_out
{%- endif %}
cross join nameless
order by place, step
{%- endmacro %}
