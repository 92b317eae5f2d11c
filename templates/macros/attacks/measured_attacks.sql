{#-
The measures of attacks, a row each: the summary's number, the metric, what the value rests on, the value with its bounds, and why it is NULL.

Each summary counts what an attack did to a column or to the dataset: attempts, claims, those that are `correct`, the sum of their `chance` of
being right by a statistical guess, the share of `susceptible` cells, cells of `knowledge`, `retrieved` and `learned`, claims checked for the
random `base` and the `control` group, how many are `thinned_correct` among as many of the original's people as the control group has, where
it is smaller, and how many times smaller it is, `stretch`.
-#}
{%- macro measured_attacks(summaries, metrics) -%}
{%- set names = ['attempts', 'claims', 'correct', 'chance', 'susceptible', 'knowledge', 'retrieved', 'learned', 'base_claims', 'base_correct', 'control_claims', 'control_correct', 'thinned_correct', 'stretch'] -%}
with summaries as (
    select
        {{ sqlmetrics.as_integer('place_text') }} as place
        {%- for name in names %},
        {{ sqlmetrics.as_double(name ~ '_text') }} as {{ name }}
        {%- endfor %}
    from {{ sqlmetrics.listed_rows(['place_text'] + ((names | join('_text,') ~ '_text').split(',')), summaries) }}
)
{%- for metric in metrics %}
select
    place,
    {{ sqlmetrics.literal(metric) }} as metric,
    {{ sqlmetrics[metric]('value') }} as score,
    {{ sqlmetrics[metric]('reason') }} as reason,
    {{ sqlmetrics[metric]('low') }} as low,
    {{ sqlmetrics[metric]('high') }} as high
from summaries
{%- if not loop.last %}
union all
{%- endif %}
{%- endfor %}
{%- endmacro %}
