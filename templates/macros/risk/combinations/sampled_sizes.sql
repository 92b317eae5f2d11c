{#-
How many of some classes of all keys are told apart by each combination, and how many of the
combination's classes have one and two of them: rows (subset_number, found, once, twice). DuckDB
only.

origin        packed counts with hashes
words         the columns of the keys, with the bits of them
numbers       the numbers of the keys
threshold     classes with a hash below it are looked at
combinations  list of {number, masks}
-#}
{%- macro sampled_sizes(origin, words, numbers, threshold, combinations) -%}
with
-- a row per class of all keys that is looked at
some_classes as {{ sqlmetrics.materialized() }}(
    select distinct {% for word in words %}{{ word.column }}{{ ', ' if not loop.last }}{% endfor %}
    from (
        select {% for word in words %}{{ sqlmetrics.bits(word.column,
            word.mask) }} as {{ word.column }}{{ ', ' if not loop.last }}{% endfor %}
        from {{ origin }}
        where {{ sqlmetrics.packed_hash(numbers) }} < {{ threshold }}
    ) some_counts
),
-- a row per combination and class of it
alike as (
    {%- for one in combinations %}
    select {{ one.number }} as subset_number, count(*) as classes
    from some_classes
    group by {% for mask in one.masks %}{{ sqlmetrics.bits('key_' ~ loop.index, mask) }}{{ ', '
        if not loop.last }}{% endfor %}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
)
select
    subset_number, count(*) as found,
    sum(case when classes = 1 then 1 else 0 end) as once,
    sum(case when classes = 2 then 1 else 0 end) as twice
from alike
group by subset_number
{%- endmacro %}
