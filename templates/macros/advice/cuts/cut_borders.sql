{#-
The cuts of all rounds: region, place, lower, upper, and for each column the ranks beside its border,
and the text of its literal. `rounds` are the tables of `median_cuts`, `ranks` these of `key_ranks`.
DuckDB only.
-#}
{%- macro cut_borders(rounds, ranks) -%}
select
    made.region, made.place, made.lower, made.upper
    {%- for table
        in ranks %}, made.border_{{ loop.index }}, made.next_{{ loop.index }},
        {{ table }}.border as text_{{ loop.index }}{% endfor %}
from (
    {%- for table in rounds %}
    select *
    from {{ table }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
) made
{%- for table in ranks %}
left join {{ table }} on {{ table }}.key_rank = made.border_{{ loop.index }}
{%- endfor %}
order by made.region
{%- endmacro %}
