{#- The query of the scores of `suda_facts`. -#}
{%- macro suda_query(lattice, measure, origin) -%}
with
{{ sqlmetrics.suda_facts(lattice, measure, origin) }}
select class_number, suda_score, msus, least_size{% for key in lattice.kept_keys %}, contribution_{{ loop.index }}{% endfor %}, dis_score
from suda_scores
{%- endmacro %}
