{#- The packed counts that are sampled of any combination of a group `taken` of {hashes,
combinations}: the columns key_1.. and the hashes of the group's keys, and n. DuckDB only. -#}
{%- macro taken_counts(origin, words, taken) -%}
select {% for word in range(1, words + 1) %}key_{{ word }}, {% endfor %}{% for name
    in sqlmetrics.hash_columns(taken.hashes, true).split() %}{{ name }}, {% endfor %}n
from {{ origin }}
{%- for one in taken.combinations %}
{{ 'where' if loop.first else 'or' }} {{ sqlmetrics.packed_hash(one.hashes) }} < {{ one.threshold }}
{%- endfor %}
{%- endmacro %}
