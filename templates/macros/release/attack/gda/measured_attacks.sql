{#-
The measures of attacks, a row for each summary: its number, then of each metric the value, the
reason why it is NULL, and its bounds. A metric is an expression over the columns of `intervals`.

A summary holds the numbers, given as texts, of an attack on a column or on the dataset:
attempts, claims, correct    the numbers of attempts, of claims, and of true claims
chance                       the sum of the claims' chances of being right by a statistical guess
susceptible                  the share of the cells that it can attempt
knowledge, retrieved, learned    cells that the attacker knew, retrieved of the release, and claims
base_claims, base_correct    random guesses, and the true ones among them
control_claims, control_correct  claims about the control group, and the true ones among them
thinned_correct              true claims among as many of the original's people as a smaller control
                             group has
stretch                      the ratio of the original's size to that group's
-#}
{%- macro measured_attacks(summaries, metrics) -%}
{%- set rates = [('correct', 'claims'), ('claims', 'attempts'), ('base_correct', 'base_claims'),
    ('control_correct', 'control_claims')] -%}
{%- set names = ['attempts', 'claims', 'correct', 'chance', 'susceptible', 'knowledge', 'retrieved',
    'learned',
    'base_claims', 'base_correct', 'control_claims', 'control_correct', 'thinned_correct', 'stretch'] -%}
{%- set rows = [] -%}
{%- for summary in summaries -%}
{%- set cells = [loop.index] -%}
{%- for name in names -%}{%- do cells.append(sqlmetrics.double_literal(summary[name])) -%}{%- endfor -%}
{%- do rows.append(cells) -%}
{%- endfor -%}
with
-- a row per summary
centres as (
    select
        place, {{ names | join(', ') }}
        {%- for hits, trials in rates + [('thinned_correct', 'claims')] %},
        case when {{ trials }} > 0 then {{ sqlmetrics.wilson_centre(hits, trials) }} end as {{ hits }}_centre,
        case when {{ trials }} > 0 then {{ sqlmetrics.wilson_error(hits, trials) }} end as {{ hits }}_error
        {%- endfor %}
    from {{ sqlmetrics.number_rows(['place'] + names, rows) }} summaries
),
-- a row per summary
intervals as (
    select
        centres.*,
        {%- for hits, trials in rates %}
        {{ sqlmetrics.wilson_low(hits, trials) }} as {{ hits }}_low,
        {{ sqlmetrics.wilson_high(hits, trials) }} as {{ hits }}_high,
        {%- endfor %}
        {{ sqlmetrics.risk_beyond_control('ratio') }} as risk,
        {{ sqlmetrics.risk_beyond_control('error') }} as risk_error
    from centres
)
select
    place
    {%- for metric in metrics %}
    {%- for part in ('value', 'reason', 'low', 'high') %},
    {{ sqlmetrics[metric](part) }} as {{ metric }}_{{ part }}
    {%- endfor %}
    {%- endfor %}
from intervals
order by place
{%- endmacro %}
