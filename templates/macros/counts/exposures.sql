{#-
The means and sums over people that metrics need, as one row, or with `within` a row for each of the
tables that are measured together, for the identity's `target.persons`.
-#}
{%- macro exposures(plan, within='') -%}
{%- set carried = [] -%}
{%- set apart = within ~ sqlmetrics.slice_columns(plan) -%}
{%- if apart -%}{%- do carried.append([apart[:-2]]) -%}{%- endif -%}
{%- set texts = [] -%}
{%- for measure in plan.targets[0].persons -%}
{%- set value = sqlmetrics[measure.name](measure.parameters) -%}
{%- do texts.append(value) -%}
{%- set summed = sqlmetrics.as_double('sum(' ~ value ~ ')') if value[:5] == 'case '
    else sqlmetrics.kahan_sum(value) -%}
{%- set line = summed ~ (' / count(*)' if measure.aggregate == 'mean') -%}
{%- do carried.append([('case when count(' ~ value ~ ') = count(*)\n            then ' ~ line ~ ' end'
    if measure.partial else line) ~ ' as ' ~ measure.column]) -%}
{%- endfor -%}
{%- set words = sqlmetrics.words(texts | join(' ')) -%}
{%- set beside = [] -%}
{%- for measure in ['class_reach', 'class_individual_risk'] if ' most_' ~ measure ~ ' ' in words -%}
    {%- do beside.append(measure) -%}
{%- endfor -%}
{{ sqlmetrics.persons(plan, within, beside, ' least_size ' in words) }},
-- {{ 'a table' if apart else 'one row' }}: what is measured of people{{ sqlmetrics.kahan_note(carried
    | join) }}
exposures as (
    select {{ sqlmetrics.listed_columns(carried) }}
    from persons
    {%- if apart %}
    group by {{ apart[:-2] }}
    {%- endif %}
)
{%- endmacro %}
