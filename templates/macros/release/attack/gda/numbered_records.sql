{#- The values of the records of some numbers, in their order: the number, then the columns. -#}
{%- macro numbered_records(relation, columns, records) -%}
select record{% for column in columns %}, v{{ loop.index }}{% endfor %}
from (
    select {{ sqlmetrics.numbering(columns) }} as record{% for column
        in columns %}, {{ sqlmetrics.claim_value(column) }} as v{{ loop.index }}{% endfor %}
    from {{ relation }} source
) numbered
where record in ({{ records | join(', ') }})
order by record
{%- endmacro %}
