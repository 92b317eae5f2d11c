{#-
What a node leaves of coded keys without the classes in the table `out`, where it is not none: the
sum of the squares of classes' records, and the number of classes. DuckDB only.
-#}
{%- macro classes_left(keys, masks, out) -%}
select {{ sqlmetrics.as_double('coalesce(sum(n * n), 0)') }} as squares, {{ sqlmetrics.as_double('count(*)') }} as classes
from (
    select sum(coded.n) as n
    from {{ keys }} coded
    {%- if out is not none %}
    where not exists (
        select 1
        from {{ out }} hidden
        where {% for mask in masks %}hidden.key_{{ loop.index }} = (coded.key_{{ loop.index }} & {{ mask }}){{ ' and ' if not loop.last }}{% endfor %}
    )
    {%- endif %}
    group by {% for mask in masks %}coded.key_{{ loop.index }} & {{ mask }}{{ ', ' if not loop.last }}{% endfor %}
) left_classes
{%- endmacro %}
