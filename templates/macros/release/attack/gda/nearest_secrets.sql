{#-
People drawn from relations: the number of the relation, from 0, the known values as v1, v2, ..,
and the secret of the released record that is nearest to these.
-#}
{%- macro nearest_secrets(people, release, known, secret, seed, size) -%}
with
{{ sqlmetrics.nearest_inputs(people, release, known, secret, seed, size) }},
{{ sqlmetrics.nearest('known', known) }}
select sample_records.side, {% for column
    in known %}sample_records.v{{ column.place }}, {% endfor %}released.secret
from sample_records
join nearest_known on nearest_known.target = sample_records.record
join released on released.record = nearest_known.record
order by sample_records.side, sample_records.record
{%- endmacro %}
