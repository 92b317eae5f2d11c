{#-
A count table with the ranks of its keys' values in place of these, in one open region: attribute,
individual, key_1.., value_1.., records, spot_1.., region, open. `ranks` are the tables of
`key_ranks`. DuckDB only.
-#}
{%- macro ranked_counts(plan, counts, ranks) -%}
select
    {{ 'attribute, ' if plan.attributes | length > 1 }}{{ 'individual, ' if plan.individual is not none }}
    {%- for table in ranks %}{{ table }}.key_rank as key_{{ loop.index }}, {% endfor %}
    {%- for attribute in plan.attributes %}value_{{ loop.index }}, {% endfor %}records,
    {%- for table in ranks %} {{ table }}.spot as spot_{{ loop.index }},{% endfor %} 1 as region, 1 as open
from {{ counts }} counted
{%- for table in ranks %}
join {{ table }} on {{ sqlmetrics.same(table ~ '.key_value', 'counted.key_' ~ loop.index) }}
{%- endfor %}
{%- endmacro %}
