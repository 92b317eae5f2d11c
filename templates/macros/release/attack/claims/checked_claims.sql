{#-
Checks of claims of one shape, by one query: whether a claim holds of the original, and the numbers
of individuals with its guessed values, of all individuals, and of those with its known values too.

`claims` is the query of the claims (see `claim_list`); NULL is a value, equal to itself. Of several
relations of `people` each claim is about the one whose number, from 0, is its `side`. `narrow`
names the one of k1, k2, .. and g1, g2, .. whose claimed values leave the fewest records to count.
-#}
{%- macro checked_claims(claims, people, individual, criterion, known, guess, tolerance=none, narrow=none) -%}
{%- set sides = ['side'] if people | length > 1 else [] -%}
{%- set names = (sides + [sqlmetrics.claim_columns(known, guess)]) | join(', ') -%}
{%- set guesses = (sides + [sqlmetrics.claim_columns([], guess)]) | join(', ') -%}
{%- set counted = 'count(distinct person)' if individual is not none else 'sum(records)' -%}
with
-- a row per claim
made_claims as {{ sqlmetrics.materialized() }}(
{{ claims }}
),
-- a row per record
facts as (
    {%- for relation in people %}
    select
        {%- if sides %}
        {{ sqlmetrics.as_integer(loop.index0) }} as side,
        {%- endif %}
        {%- for column in known %}
        {{ sqlmetrics.comparable('source.' ~ sqlmetrics.quoted(column.name),
            column.kind) }} as k{{ loop.index }},
        {%- endfor %}
        {%- for column in guess %}
        {{ sqlmetrics.comparable('source.' ~ sqlmetrics.quoted(column.name),
            column.kind) }} as g{{ loop.index }},
        {%- endfor %}
        {{ 'source.' ~ sqlmetrics.quoted(individual) ~ ' as person' if individual is not none
            else '1 as records' }}
    from {{ relation }} source
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
-- a row per combination of known and guessed values
cells as (
    select {{ names }}, {{ sqlmetrics.as_integer(counted) }} as individuals
    from facts
    {%- if narrow is not none %}
    where {{ narrow }} is null or {{ narrow }} in (select {{ narrow }} from made_claims)
    {%- endif %}
    group by {{ names }}
),
{%- set held = guess and (known or tolerance is not none) %}
{%- if held %}
-- a row per combination of guessed values
holders as (
    select {{ guesses }}, {{ sqlmetrics.as_integer(counted) }} as individuals
    from facts
    {%- if narrow and narrow.startswith('g') and tolerance is none %}
    where {{ narrow }} is null or {{ narrow }} in (select {{ narrow }} from made_claims)
    {%- endif %}
    group by {{ guesses }}
),
{%- endif %}
-- {{ 'a row per relation' if sides else 'one row' }}
extent as (
    select {{ 'side, ' if sides }}{{ sqlmetrics.as_integer(counted) }} as individuals
    from facts
    {{- '\n    group by side' if sides }}
),
{{ sqlmetrics.matched_claims(sides, known, guess, tolerance, held, criterion == 'inference') }}
{%- if tolerance is not none %},
-- a row per claim
near as (
    select made_claims.claim, sum(holders.individuals) as individuals
    from made_claims cross join holders
    where {{ sqlmetrics.within_tolerance('made_claims.g1', 'holders.g1',
        tolerance) }}{{ ' and holders.side = made_claims.side' if sides }}
    group by made_claims.claim
){%- endif %}
select
    matched.claim,
    {%- if criterion == 'singling_out' %}
    case when matched.matching = 1 then 1 else 0 end as correct,
    {%- elif criterion == 'linkability' %}
    case when matched.matching > 0 then 1 else 0 end as correct,
    {%- elif tolerance is not none %}
    case
        when matched.variants = 0 then 0
        when matched.g1 is null and matched.matching > 0 and matched.variants = 1 then 1
        when matched.unknown_values = 1 then 0
        when {{ sqlmetrics.within_tolerance('matched.g1', 'matched.least', tolerance) }}
            and {{ sqlmetrics.within_tolerance('matched.g1', 'matched.greatest', tolerance) }} then 1
        else 0
    end as correct,
    {%- else %}
    case when matched.matching > 0 and matched.variants = 1 then 1 else 0 end as correct,
    {%- endif %}
    {{ 'case when matched.g1 is null then matched.holding else coalesce(near.individuals, 0) end'
        if tolerance is not none else 'matched.holding' }} as holding,
    extent.individuals,
    matched.matching
from matched
{%- if tolerance is not none %}
left join near on near.claim = matched.claim
{%- endif %}
{{ 'left join extent on extent.side = matched.side' if sides else 'cross join extent' }}
where matched.claim is not null
order by matched.claim
{%- endmacro %}
