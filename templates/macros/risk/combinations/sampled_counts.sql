{#-
One target's counts in the sampled classes of each combination of the keys, as the relation
lattice_<target>, and from it the cells as `rolled_up` makes them. `origin` has the counts of all
keys with hash_1.. beside them, the hash of each key's value.

A class is in the sample where the sum of its keys' hashes modulo 2^48 is below the threshold of its
combination, and then all of its records are. Packed counts (DuckDB only) come from a group's own
table; other engines join the counts to all combinations.

lattice.groups  where packed, list of {origins, combinations}: the table of each target, which has at
                least what is sampled of the combinations {number, masks, hashes, threshold}; masks
                by the number of each target
-#}
{%- macro sampled_counts(plan, target, lattice, origin) -%}
{%- set t = target.number -%}
{%- set part = lattice.of[t] -%}
{%- if lattice.packed -%}
-- a row per combination and cell of a sampled class
lattice_{{ t }} as (
    {%- for group in lattice.groups -%}
    {%- set last = loop.last -%}
    {%- for one in group.combinations %}
    select
        {{ one.number }} as subset_number, {% for mask
            in one.masks[t] %}{{ sqlmetrics.bits('key_' ~ loop.index,
            mask) }} as key_{{ loop.index }}, {% endfor %}sum(n) as n
    from {{ group.origins[t] }}
    where {{ sqlmetrics.packed_hash(one.hashes) }} < {{ one.threshold }}
    group by {% for mask in one.masks[t] %}{{ loop.index + 1 }}{{ ', ' if not loop.last }}{% endfor %}
    {{- '\n    union all' if not (last and loop.last) }}
    {%- endfor %}
    {%- endfor %}
),
{% else -%}
{%- set keys = plan.quasi_identifiers | length -%}
{%- set value = ['value'] if target.attribute else [] -%}
{%- set hashes = [] -%}
{%- set grouped = ['subsets.subset_number'] -%}
{%- for number in range(1, keys + 1) -%}
{%- do hashes.append('subsets.kept_' ~ number ~ ' * hashed.hash_' ~ number) -%}
{%- do grouped.append('case when subsets.kept_' ~ number ~ ' = 1 then hashed.key_' ~ number ~ ' end') -%}
{%- endfor -%}
{%- for name in value -%}{%- do grouped.append('hashed.' ~ name) -%}{%- endfor -%}
-- a row per cell of all keys, with the hashes of its keys
hashed_{{ t }} as {{ sqlmetrics.materialized() }}(
    select
        {% for number in range(1, keys + 1) %}key_{{ number }}, {{ sqlmetrics.key_hash('key_' ~ number,
            number) }} as hash_{{ number }}, {% endfor %}
        {{- 'value, ' if value }}n
    from {{ origin }}
),
-- a row per combination and cell of a sampled class
lattice_{{ t }} as (
    select
        {% for name
            in ['subset_number'] + part.columns
            + value %}{{ grouped[loop.index0] }} as {{ name }},
            {% endfor %}{{ sqlmetrics.as_integer('sum(hashed.n)') }} as n
    from hashed_{{ t }} hashed
    cross join subsets
    where {{ sqlmetrics.class_hash(hashes) }} < subsets.threshold
    group by {{ grouped | join(', ') }}
),
{% endif -%}
{{ sqlmetrics.finer_cells(plan, target, lattice) }}
{%- endmacro %}
