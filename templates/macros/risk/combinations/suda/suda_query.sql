{#- The query of the scores of `suda_facts`. -#}
{%- macro suda_query(lattice, suda, origin) -%}
with
{{ sqlmetrics.suda_facts(lattice, suda, origin) }}
select class_number, suda_score, msus, least_size{% for key
    in suda.kept_keys %}, contribution_{{ loop.index }}{% endfor %}, dis_score
from suda_scores
{%- endmacro %}
