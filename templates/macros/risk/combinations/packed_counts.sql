{#-
One target's base_counts with the codes of keys, value and individual in the bits of few words
key_1.., and n. Counts are doubles, which DuckDB adds up faster than the wide integers that it makes
of whole numbers, and which are exact as far as counts go. DuckDB only.

words        per word the list of its columns, {column, codes, unit}: codes is the codes' table,
             and unit the factor of a code
hash_tables  the codes' tables of the keys, where hash_1.., the hashes of values, are to be beside
-#}
{%- macro packed_counts(plan, target, words, hash_tables=[]) -%}
select
    {%- for fields in words %}
    {{ sqlmetrics.as_integer('0') }}{% for field
        in fields %} + {{ field.codes }}.code * {{ field.unit }}{% endfor %} as key_{{ loop.index }},
    {%- endfor %}
    {% for codes in hash_tables %}{{ codes }}.hash as hash_{{ loop.index }}, {% if loop.index is odd
        and not loop.last %}{{ codes }}.hash + {{ loop.nextitem }}.hash as hash_{{ loop.index }}_{{ loop.index
        + 1 }}, {% endif %}{% endfor %}{{ sqlmetrics.as_double('base.n') }} as n
from ({{ sqlmetrics.base_query(plan, target) }}) base
{%- for fields in words %}
{%- for field in fields %}
join {{ field.codes }} on {{ sqlmetrics.same(field.codes ~ '.coded_value', 'base.' ~ field.column) }}
{%- endfor %}
{%- endfor %}
{%- endmacro %}
