{#-
What a node leaves of coded keys without the hidden classes, see `not_hidden`: the sum of the squares
of classes' records, and the number of classes. DuckDB only.
-#}
{%- macro classes_left(keys, masks, hidden) -%}
select {{ sqlmetrics.as_double('coalesce(sum(n * n), 0)') }} as squares,
{{ sqlmetrics.as_double('count(*)') }} as classes
from (
    select sum(coded.n) as n
    from {{ keys }} coded
    {%- if hidden %}
    where {{ sqlmetrics.not_hidden(hidden) }}
    {%- endif %}
    group by {% for mask in masks %}coded.key_{{ loop.index }} & {{ mask }}{{ ', '
        if not loop.last }}{% endfor %}
) left_classes
{%- endmacro %}
