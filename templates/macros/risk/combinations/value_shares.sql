{#-
The shares of values in the scores of their key, from rows of `suda_values` that are kept:
attribute, value, contribution. It is a statement of DuckDB.

relation    those rows, as text of a FROM clause
keys        list of {number, name, part}: the part of the key in all scores, as text
-#}
{%- macro value_shares(relation, keys) -%}
select
    case position
        {%- for key in keys %}
        when {{ key.number }} then {{ sqlmetrics.literal(key.name) }}
        {%- endfor %}
    end as attribute,
    key_value as value,
    contribution / case position
        {%- for key in keys %}
        when {{ key.number }} then {{ sqlmetrics.as_double("'" ~ key.part ~ "'") }}
        {%- endfor %}
    end as contribution
from {{ relation }}
where contribution <> 0 and position in ({% for key in keys %}{{ key.number }}{{ ', '
    if not loop.last }}{% endfor %})
{%- endmacro %}
