{#-
The records of coded keys that are in the classes of a node that are left out: see `node_counts`.
DuckDB only.
-#}
{%- macro records_in(keys, masks, out) -%}
select coalesce(sum(coded.n), 0) as records
from {{ keys }} coded
where exists (
    select 1
    from {{ out }} hidden
    where {% for mask in masks %}hidden.key_{{ loop.index }} = (coded.key_{{ loop.index }} & {{ mask }}){{ ' and ' if not loop.last }}{% endfor %}
)
{%- endmacro %}
