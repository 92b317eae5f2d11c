{#- Values of released records that are drawn at random, a row per record. -#}
{%- macro random_records(release, columns, seed, size) -%}
select {% for column in columns %}v{{ loop.index }}{{ ', ' if not loop.last }}{% endfor %}
from (
{{ sqlmetrics.sampled(release, columns, seed, size) }}
) drawn_records
{%- endmacro %}
