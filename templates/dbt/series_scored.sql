{#- The statement of a `series_plan`'s scores: their columns, those of releases, and who is not followed. -#}
{%- macro series_scored(planned) -%}
{%- set further = ['release', 'attack', 'low', 'high', 'single_people', 'changed_people', 'repeated_people', 'nameless_records'] -%}
{%- set statements = [] -%}
{%- for plan in planned.plans -%}{%- do statements.append(sqlmetrics.together(plan, planned.series)) -%}{%- endfor -%}
{{ sqlmetrics.united(sqlmetrics.score_columns() + further, statements) }}
{%- endmacro %}
