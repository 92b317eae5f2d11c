{#-
The five attacks on a release of an original, as one statement that reads each relation once: from
counts of the relations, a view for each set of known keys, then a record for each attack that a
view serves.

plan.bases      list of {name, text}: the read of a relation, and its count relation; see
                `attack_input` and `attack_grouped`
plan.release    the name of the release
plan.views      list of {kind, known_number, known, ..}, as `attack_rates` and `attack_strangers`
                describe
plan.uses       list of {attack, metric, kind, column, unit, direction, combined}: an attack with a
                kind of view and a column of it, or the metric's own expression over the columns of
                `sides`; combined metrics take all keys together only
plan.combined   the number of the set of all keys
plan.level      table | class
plan.limit      the riskiest classes of each view only, or none
-#}
{%- macro attacks(plan) -%}
{%- set by_class = plan.level == 'class' -%}
with
{% for count in plan.bases -%}
-- a row per {{ 'record of the original' if count.name == 'originals' else 'combination of keys and values' }}
{{ count.name }} as (
    {{ count.text }}
),
{% endfor -%}
-- a row per view{{ ', target and class' if by_class else ' and target' }}
rates as (
    {%- for view in plan.views %}
    {{ sqlmetrics[view.macro](plan, view) }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
-- a row per view{{ ', target and class' if by_class else ' and target' }}
sides as (
    select
        kind, known_number, known, target_number, target, partition_name, class_name, place, records,
        undefined,
        rate, shift, beyond, linked,
        max(case when kind = 'original' then rate end)
            over (partition by known_number, target_number) as original_rate
    from rates
),
-- a row per attack and metric
uses as (
    {%- for use in plan.uses %}
    select {{ loop.index }} as attack_number, {{ sqlmetrics.as_string('null') if use.attack is none
        else sqlmetrics.as_string(sqlmetrics.literal(use.attack)) }} as attack,
        {{ sqlmetrics.literal(use.metric) }} as metric, {{ sqlmetrics.literal(use.kind) }} as used,
        {{ sqlmetrics.literal(use.unit) }} as unit,
        {{ sqlmetrics.literal(use.direction) }} as direction{{ sqlmetrics.one_row() }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
-- a row per attack, metric, set of keys{{ ', target and class' if by_class else ' and target' }}
attacked as (
    select
        attack_number, attack, metric, unit, direction, known_number, known, target_number, target,
        partition_name,
        class_name, place, records, undefined,
        case
            {%- for use in plan.uses %}
            when attack_number = {{ loop.index }} then {{ use.column or sqlmetrics[use.metric](plan.level) }}
            {%- endfor %}
        end as score
    from sides
    cross join uses
    where kind = used and (
        {%- for use in plan.uses %}
        {{ 'or ' if not loop.first }}attack_number = {{ loop.index }}{{ ' and known_number = ' ~ plan.combined
            if use.combined }}
        {%- endfor %}
    )
)
select
    metric as {{ sqlmetrics.quoted('metric') }},
    target as {{ sqlmetrics.quoted('target') }},
    known as {{ sqlmetrics.quoted('quasi_identifiers') }},
    partition_name as {{ sqlmetrics.quoted('partition') }},
    {{ sqlmetrics.as_string('null') }} as {{ sqlmetrics.quoted('slice') }},
    {{ sqlmetrics.literal(plan.level) }} as {{ sqlmetrics.quoted('level') }},
    class_name as {{ sqlmetrics.quoted('class') }},
    {{ sqlmetrics.as_integer('records') }} as {{ sqlmetrics.quoted('records') }},
    score as {{ sqlmetrics.quoted('value') }},
    case when score is null then undefined end as {{ sqlmetrics.quoted('reason') }},
    unit as {{ sqlmetrics.quoted('unit') }},
    direction as {{ sqlmetrics.quoted('direction') }},
    {{ sqlmetrics.as_string('null') }} as {{ sqlmetrics.quoted('parameters') }},
    {{ sqlmetrics.literal(plan.release) }} as {{ sqlmetrics.quoted('release') }},
    attack as {{ sqlmetrics.quoted('attack') }},
    {{ sqlmetrics.as_double('null') }} as {{ sqlmetrics.quoted('low') }},
    {{ sqlmetrics.as_double('null') }} as {{ sqlmetrics.quoted('high') }}
from attacked
order by attack_number, known_number, target_number, place
{%- endmacro %}
