{#-
A row per person, as text of a FROM clause: the column `trace`, which tells sets of points apart,
the person as the column `individual` where it is wanted, and the `attributes`. A person has one
value of each, also where several of them are recoded as one or left out; see `trace_facts`.

A trace is the number of points, with 10^9 added so that all have ten digits, and four sums, each of
24 bits of two hashes of each point, or one sum of 96 bits of one hash: two traces of N people are
taken for one with a chance below N^2 / 2^97. A point is hashed as a whole, since sums of hashes of
its values would be the same for (a, 1), (b, 2) as for (a, 2), (b, 1).
-#}
{%- macro event_people(plan, trace, attributes, individual=none) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set half = 16777216 -%}
{%- set owned = dict(plan, quasi_identifiers=plan.quasi_identifiers if plan.nulls == 'drop' else []) -%}
{%- set picked = sqlmetrics.target_filter(plan, plan.targets[0], records=true) or '\n    where 1 = 1' -%}
{%- set long = sqlmetrics.long_hash(sqlmetrics.event_point_text(plan, 'a')) -%}
{%- set hashes = [long ~ ' as point_hash'] if long else [] -%}
{%- set sums = ['sum(point_hash) as hashes'] if long else [] -%}
{%- set text = [sqlmetrics.as_string('1000000000 + points')] -%}
{%- if long -%}{%- do text.extend(["'/'", sqlmetrics.as_string('hashes')]) -%}{%- endif -%}
{%- for part in ([] if long else ['a', 'b']) -%}
    {%- set hash = sqlmetrics.value_hash(sqlmetrics.event_point_text(plan, part)) -%}
    {%- do hashes.append(hash ~ ' as hash_' ~ part) -%}
    {%- do sums.append(sqlmetrics.as_integer('sum(' ~ sqlmetrics.remainder('hash_' ~ part, half) ~ ')')
        ~ ' as low_' ~ part) -%}
    {%- do sums.append(sqlmetrics.as_integer('sum(floor(hash_' ~ part ~ ' / ' ~ sqlmetrics.as_double(half)
        ~ '))') ~ ' as high_' ~ part) -%}
    {%- for end in ['low_', 'high_'] -%}
        {%- do text.append("'/'") -%}{%- do text.append(sqlmetrics.as_string(end ~ part)) -%}
    {%- endfor -%}
{%- endfor -%}
(
    select {{ sqlmetrics.concat(text) }} as {{ sqlmetrics.quoted(trace) }}
        {%- if individual is not none %}, traces.individual as {{ sqlmetrics.quoted(individual) }}{% endif %}
        {%- for attribute
            in attributes %}, own_{{ loop.index }}.value as {{ sqlmetrics.quoted(attribute) }}{% endfor %}
    from (
        select individual, {{ sqlmetrics.count_records() }} as points
            {%- for sum in sums %},
            {{ sum }}
            {%- endfor %}
        from (
            select individual
                {%- for hash in hashes %},
                {{ hash }}
                {%- endfor %}
            from (
                {{ sqlmetrics.indented(sqlmetrics.counting(plan), 8) }}
            ) counted
            {{- sqlmetrics.target_filter(plan, plan.targets[0])
                or '\n            where 1 = 1' }} and individual is not null
            {%- if plan.attributes or not long %}
            group by individual, {{ keys }}
            {%- endif %}
        ) hashed
        group by individual
    ) traces
    {%- for attribute in attributes %}
    left join (
        select individual, value, row_number() over (partition by individual order by individual) as place
        from (
            select individual, kept_1 as value
            from (
                {{ sqlmetrics.indented(sqlmetrics.input(owned, plan.relation, [], kept=[attribute],
                    checked=false), 8) }}
            ) input
            {{- sqlmetrics.indented(picked, 8) }} and individual is not null{{ ' and kept_1 is not null'
                if plan.nulls == 'drop' }}
            group by individual, kept_1
        ) owned
    ) own_{{ loop.index }} on own_{{ loop.index }}.individual = traces.individual
        and own_{{ loop.index }}.place = 1
    {%- endfor %}
)
{%- endmacro %}
