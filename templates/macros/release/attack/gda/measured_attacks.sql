{#-
The measures of attacks, a row for each summary: its number, then of each metric the value, why it is NULL, and its bounds.

Each summary counts what an attack did to a column or to the dataset: attempts, claims, those that are `correct`, the sum of their `chance` of
being right by a statistical guess, the share of `susceptible` cells, cells of `knowledge`, `retrieved` and `learned`, claims checked for the
random `base` and the `control` group, how many are `thinned_correct` among as many of the original's people as the control group has, where
it is smaller, and how many times smaller it is, `stretch`: texts of numbers, in this order.
-#}
{%- macro measured_attacks(summaries, metrics) -%}
{%- set rates = [('correct', 'claims'), ('claims', 'attempts'), ('base_correct', 'base_claims'), ('control_correct', 'control_claims')] -%}
{%- set names = ['attempts', 'claims', 'correct', 'chance', 'susceptible', 'knowledge', 'retrieved', 'learned', 'base_claims', 'base_correct', 'control_claims', 'control_correct', 'thinned_correct', 'stretch'] -%}
{%- set rows = [] -%}
{%- for summary in summaries -%}
{%- set cells = [loop.index] -%}
{%- for number in summary -%}{%- do cells.append(sqlmetrics.double_literal(number)) -%}{%- endfor -%}
{%- do rows.append(cells) -%}
{%- endfor -%}
with centres as (
    select
        place, {{ names | join(', ') }}
        {%- for hits, trials in rates + [('thinned_correct', 'claims')] %},
        case when {{ trials }} > 0 then {{ sqlmetrics.wilson_centre(hits, trials) }} end as {{ hits }}_centre,
        case when {{ trials }} > 0 then {{ sqlmetrics.wilson_error(hits, trials) }} end as {{ hits }}_error
        {%- endfor %}
    from {{ sqlmetrics.number_rows(['place'] + names, rows) }} summaries
),
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
    {%- set number = loop.index %}
    {%- for part in ('value', 'reason', 'low', 'high') %},
    {{ sqlmetrics[metric](part) }} as {{ part }}_{{ number }}
    {%- endfor %}
    {%- endfor %}
from intervals
order by place
{%- endmacro %}
