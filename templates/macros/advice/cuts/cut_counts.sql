{#-
Ranked counts after the cuts of a round, which `median_cuts` has: a region that is cut becomes two
open ones, every other is closed. DuckDB only.
-#}
{%- macro cut_counts(plan, ranked, made, orders) -%}
select
    ranked.* exclude (region, open),
    case
        when made.region is null then ranked.region
        {%- for order in orders %}
        when made.place = {{ order[0] }} and {{ sqlmetrics.beyond_border(order, 'made') }} then made.upper
        {%- endfor %}
        else made.lower
    end as region,
    case when made.region is null then 0 else 1 end as open
from {{ ranked }} ranked
left join {{ made }} made on made.region = ranked.region
{%- endmacro %}
