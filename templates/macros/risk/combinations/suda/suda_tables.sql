{#-
The common table expressions of the results where classes and scores are tables of a run, under the
names of suda_base and suda_facts.
-#}
{%- macro suda_tables(plan, base, scored, kept_keys) -%}
-- a row per class
numbered_classes as (
    select class_number, {{ sqlmetrics.key_columns(plan) }}, n{{ ', class_records, first_person, last_person'
        if plan.individual is not none }}
    from {{ base }}
),
-- a row per class with a minimal unique
suda_scores as (
    select class_number, suda_score, msus, least_size{% for key
        in kept_keys %}, contribution_{{ loop.index }}{% endfor %}, dis_score
    from {{ scored }}
),
-- one row
suda_totals as (
    select {{ sqlmetrics.count_records() }} as scored_records, sum(suda_score) as total_score,
    sum(msus) as total_msus{% for key in kept_keys %},
    sum(contribution_{{ loop.index }}) as total_{{ loop.index }}{% endfor %}
    from suda_scores
)
{%- endmacro %}
