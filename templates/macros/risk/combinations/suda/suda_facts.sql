{#-
The minimal sample uniques of a table (Elliot, Manning and Ford 2002) and their scores, as
suda_scores: one row per record that some combination of keys singles out. Its columns are
class_number, suda_score, dis_score, msus (its minimal combinations), least_size (the fewest keys
among them), and contribution_1.., the part of its score from the minimal combinations with each
key. `suda_totals` has the sums over all records.

`origin` has one row per class of all keys: class_number, key_1.., n. A class of one record in a
combination is a unique; where it is made of one class of all keys, that is the record. It is
minimal where no combination with one key less has it as a unique (stacked and grouped: ClickHouse's
outer joins have no NULL). Combinations without any unique are not added up further, since
combinations made of them have none either.

Where individuals are told apart, a person is a unique in a combination that nobody else is in, once
for each class of all keys that the person has there: a class has first_person and last_person, and
a combination is one person's where these are the same.

`lattice` is as in `rolled_up`. Without `parts` there is neither what a key's part of a score is nor
a total.

suda.people        whether individuals are told apart
suda.kept_keys     the numbers of the keys from 1
suda.weight_names  the columns of suda.weights
suda.weights       rows (subset_number, combination_size, weight, has_1, ..) of each combination
suda.fewer         pairs (larger, smaller) of combinations that differ in one key
suda.exponent      Q of DIS-SUDA
suda.odds          (1 - f) / f of the sampling fraction f
-#}
{%- macro suda_facts(lattice, suda, origin, parts=true) -%}
{%- set kept_keys = suda.kept_keys if parts else [] -%}
{%- set weight_names = suda.weight_names[:3 + kept_keys | length] -%}
{%- set weights = [] -%}
{%- for row in suda.weights -%}{%- do weights.append(row[:3 + kept_keys | length]) -%}{%- endfor -%}
{%- set part = lattice.of[0] -%}
{%- set keys = part.columns -%}
{%- set alone = 'first_person = last_person' if suda.people else 'n = 1' -%}
-- a row per class
rolled_0 as (
    select {{ lattice.root }} as subset_number, {{ keys
        | join(', ') }}, class_number, {{ 'first_person, last_person' if suda.people else 'n' }}
    from {{ origin }}
),
{% for edges in part.depths -%}
{%- set grouped = ['edges.child_number'] -%}
{%- for key in keys -%}
{%- do grouped.append('parents.' ~ key ~ ' & edges.kept_' ~ loop.index if lattice.packed
    else 'case when edges.kept_' ~ loop.index ~ ' = 1 then parents.' ~ key ~ ' end') -%}
{%- endfor -%}
-- a row per combination and class of its keys
rolled_{{ loop.index }} as (
    select
        {% for name in ['subset_number'] + keys %}{{ grouped[loop.index0] }} as {{ name }}, {% endfor %}
        {%- if suda.people -%}
        min(parents.first_person) as first_person, max(parents.last_person) as last_person
        {%- else -%}
        max(parents.class_number) as class_number, {{ sqlmetrics.as_integer('sum(parents.n)') }} as n
        {%- endif %}
    from rolled_{{ loop.index0 }} parents
    join {{ sqlmetrics.number_rows(part.edge_names,
        edges) }} edges on edges.parent_number = parents.subset_number
    join (
        select subset_number as alive_number
        from rolled_{{ loop.index0 }}
        where {{ alone }}
        group by subset_number
    ) alive on alive.alive_number = parents.subset_number
    group by {{ grouped | join(', ') }}
),
{% endfor -%}
-- a row per combination and class that is unique in it
uniques as (
    {%- for depth in range(part.depths | length + 1) %}
    {%- if suda.people and depth > 0 %}
    select combined.subset_number as subset_number, owned.class_number as class_number
    from rolled_{{ depth }} combined
    join {{ sqlmetrics.number_rows(part.edge_names,
        part.depths[depth - 1]) }} edges on edges.child_number = combined.subset_number
    join {{ origin }} owned on owned.first_person = combined.first_person
    where combined.first_person = combined.last_person and owned.first_person = owned.last_person
        {%- for key in keys %}
        and {{ '(owned.' ~ key ~ ' & edges.kept_' ~ loop.index ~ ') = combined.' ~ key if lattice.packed
            else '(edges.kept_' ~ loop.index ~ ' = 0 or ' ~ sqlmetrics.same('owned.' ~ key, 'combined.' ~ key)
            ~ ')' }}
        {%- endfor %}
        {{- ' and combined.subset_number > 0' if lattice.steps }}
    {%- else %}
    select subset_number, class_number
    from rolled_{{ depth }}
    where {{ alone }}{{ ' and subset_number > 0' if lattice.steps }}
    {%- endif %}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
-- a row per combination and class that is unique with a key less
covered as (
    {%- if suda.fewer %}
    select fewer.larger as covered_number, uniques.class_number as covered_class
    from uniques
    join {{ sqlmetrics.number_rows(['larger', 'smaller'],
        suda.fewer) }} fewer on fewer.smaller = uniques.subset_number
    group by fewer.larger, uniques.class_number
    {%- else %}
    select subset_number as covered_number, class_number as covered_class
    from uniques
    where 1 = 0
    {%- endif %}
),
-- a row per combination and class that is unique in it
judged as (
    select judged_number, judged_class, max(is_covered) as any_covered
    from (
        select subset_number as judged_number, class_number as judged_class, 0 as is_covered
        from uniques
        union all
        select covered_number as judged_number, covered_class as judged_class, 1 as is_covered
        from covered
    ) stacked
    group by judged_number, judged_class
),
-- a row per combination and class that is a minimal unique
minimal as (
    select judged_number as subset_number, judged_class as class_number
    from judged
    where any_covered = 0
),
-- a row per combination
weights as (
    select subset_number as weighed_number, combination_size,
    {{ sqlmetrics.as_double('weight') }} as weight{% for key in kept_keys %}, has_{{ loop.index }}{% endfor %}
    from {{ sqlmetrics.number_rows(weight_names, weights) }} listed_weights
),
-- a row per class with a minimal unique
suda_sums as (
    select
        class_number, sum(weight) as suda_score, {{ sqlmetrics.count_records() }} as msus,
        min(combination_size) as least_size
        {%- for key in kept_keys %},
        sum(weight * has_{{ loop.index }}) as contribution_{{ loop.index }}
        {%- endfor %}
    from minimal
    join weights on weighed_number = subset_number
    group by class_number
),
-- one row
full_classes as (
    select
        sum(case when n = 2 then 2 else 0 end) as paired_records
    from {{ origin }} every_class
),
-- one row
suda_totals as (
    select
        {{ sqlmetrics.count_records()
            ~ ' as scored_records, sum(suda_score) as total_score, sum(msus) as total_msus,\n        '
            if parts }}sum(case when suda_score > 0 then exp({{ sqlmetrics.as_double(suda.exponent[1:]
            if suda.exponent[:1] == '-'
            else '-' ~ suda.exponent) }}
                * {{ sqlmetrics.ln('case when suda_score > 0 then suda_score else 1 end') }})
                    else 0 end) as adjustment
        {%- for key in kept_keys %},
        sum(contribution_{{ loop.index }}) as total_{{ loop.index }}
        {%- endfor %}
    from suda_sums
),
-- a row per class with a minimal unique
suda_scores as (
    select
        class_number, suda_score, msus, least_size{% for key
            in kept_keys %}, contribution_{{ loop.index }}{% endfor %},
        case
            when suda_score > 0
            then 1 / (1 + paired_records * {{ sqlmetrics.as_double(suda.odds) }}
                / (exp({{ sqlmetrics.as_double(suda.exponent) }}
                    * {{ sqlmetrics.ln('case when suda_score > 0 then suda_score else 1 end') }})
                        * adjustment))
            else {{ sqlmetrics.as_double('0') }}
        end as dis_score
    from suda_sums
    cross join full_classes
    cross join suda_totals
)
{%- endmacro %}
