{#- The relation's records with suda_score and dis_suda_score: 0 where no combination singles a
record, or its individual, out, NULL where it takes no part because of a NULL or of suppression.
DuckDB only: `facts` name the tables of a run. -#}
{%- macro suda_scored(plan, columns, facts) -%}
with
{{ facts }},
-- a row per record
input as (
    {{ sqlmetrics.input(plan, plan.relation, [], columns) }}
),
-- a row per class
scored_classes as (
    select numbered_classes.class_number as class_number, {{ sqlmetrics.key_columns(plan) }},
    coalesce(suda_score, 0) as suda_score, coalesce(dis_score, 0) as dis_score
    from numbered_classes
    left join suda_scores on suda_scores.class_number = numbered_classes.class_number
)
select
    {%- for column in columns %}
    input.kept_{{ loop.index }} as {{ sqlmetrics.quoted(column) }},
    {%- endfor %}
    scored_classes.suda_score as {{ sqlmetrics.quoted('suda_score') }},
    scored_classes.dis_score as {{ sqlmetrics.quoted('dis_suda_score') }}
from input
left join scored_classes on {% for key in plan.quasi_identifiers %}{{ sqlmetrics.same('scored_classes.key_'
    ~ key.number, 'input.key_' ~ key.number) }}{{ ' and ' if not loop.last }}{% endfor %}
{{- ' and input.individual is not null' if plan.individual is not none and plan.nulls == 'drop' }}
{%- endmacro %}
