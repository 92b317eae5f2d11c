{#- A history of two runs with the k of slices: A falls, B stays, C is small, D comes, E goes, an empty name falls. The attacker gets another name. -#}
{%- for run, slice, records, k in [
    (1, "'A'", 9, 5), (1, "'B'", 9, 3), (1, "'C'", 2, 2), (1, "'E'", 9, 5), (1, "''", 9, 4),
    (2, "'A'", 9, 4), (2, "'B'", 9, 3), (2, "'C'", 1, 1), (2, "'D'", 9, 1), (2, "''", 9, 3),
] %}
select
    'kept' as scores, cast('2026-01-0{{ run }}' as timestamp) as run_started_at_utc, 'k_anonymity' as metric,
    'identity' as target, 'age' as quasi_identifiers, cast(null as text) as "partition", {{ slice }} as slice,
    'table' as "level", {{ records }} as records, cast({{ k }} as double precision) as "value",
    cast(null as text) as reason, 'higher is safer' as direction, cast(null as text) as parameters,
    {{ "'friend'" if run == 1 else "'neighbour'" }} as attacker
{{ 'union all' if not loop.last }}
{%- endfor %}
