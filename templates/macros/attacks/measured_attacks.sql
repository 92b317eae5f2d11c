{#-
The measures of attacks, a row each: the summary's number, the metric, what the value rests on, the value with its bounds, and why it is NULL.

Each summary counts what an attack did to a column or to the dataset: attempts, claims, those that are `correct`, the sum of their `chance` of
being right by a statistical guess, the share of `susceptible` cells, cells of `knowledge`, `retrieved` and `learned`, and claims checked for the
random `base` and the `control` group.
-#}
{%- macro measured_attacks(summaries, metrics) -%}
{%- set names = ['attempts', 'claims', 'correct', 'chance', 'susceptible', 'knowledge', 'retrieved', 'learned', 'base_claims', 'base_correct', 'control_claims', 'control_correct'] -%}
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
