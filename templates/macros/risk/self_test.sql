{#-
A statement over rows of its own, and in the end whether each score is what it should be.

`queries` is the with clause of the statement without its word, `last` the query below it. `rows` are
literals of the columns `names`; the last one is there `many` ten thousand times more. `expected` are
texts: place, score, records, value as a fraction, reason. `about` is the column that tells rows apart,
or none for scores of records: they are summed, times the age or 1, and one without a value is -1.
-#}
{%- macro self_test(queries, last, names, rows, many, expected, about) -%}
{%- set digits = [] -%}
{%- for digit in range(10) -%}
    {%- do digits.append('select ' ~ digit ~ (' as digit' if loop.first) ~ sqlmetrics.one_row()) -%}
{%- endfor -%}
{%- set none_ = sqlmetrics.as_string("'-'") -%}
with
self_test as (
    {%- for row in rows %}
    {%- set first = loop.first %}
    {%- set cells = [] %}
    {%- for cell in row %}{% do cells.append([cell ~ (' as ' ~ sqlmetrics.quoted(names[loop.index0])
        if first)]) %}{% endfor %}
    select {{ sqlmetrics.listed_columns(cells, '        ') }}{{ sqlmetrics.one_row() }}{{ ' union all' if many
        or not loop.last }}
    {%- endfor %}
    {%- if many %}
    select {{ rows[-1] | join(', ') }}
    from {% for place in range(1, 6) %}{{ '\n    cross join '
        if not loop.first }}({{ digits | join(' union all ') }}) d{{ place }}{% endfor %}
    where d1.digit < {{ many }}
    {%- endif %}
),
{{ queries }},
scored as (
    {{ last | replace('\n', '\n    ') }}
),
expected as (
    select place, of_score, {{ sqlmetrics.as_integer('of_records') }} as should_records,
        {{ sqlmetrics.as_double("nullif(numerator, '-')") }}
            / {{ sqlmetrics.as_double('denominator') }} as should_value,
        {{ sqlmetrics.as_string('of_reason') }} as should_reason
    from {{ sqlmetrics.few_rows(['place', 'of_score', 'of_records', 'numerator', 'denominator', 'of_reason'],
        expected) }}
),
{%- if about %}
{%- set parts = [] %}
{%- for column in ['metric', 'target', about] %}
{%- do parts.append('coalesce(nullif(' ~ sqlmetrics.as_string(sqlmetrics.quoted(column)) ~ ", ''), " ~ none_
    ~ ')') %}
{%- if not loop.last %}{% do parts.append("', '") %}{% endif %}
{%- endfor %}
got as (
    select {{ sqlmetrics.concat(parts) }} as got_score, {{ sqlmetrics.quoted('records') }} as got_records,
        {{ sqlmetrics.quoted('value') }} as got_value,
        coalesce({{ sqlmetrics.as_string(sqlmetrics.quoted('reason')) }}, {{ none_ }}) as got_reason
    from scored
),
compared as (
    select expected.*, got_records, got_value, got_reason
    from expected left join got on got_score = {{ sqlmetrics.as_string('of_score') }}
),
{%- else %}
got as (
    select count(*) as got_records
        {%- for one in expected %},
        sum(coalesce({{ sqlmetrics.quoted('age') }}, 1)
            * coalesce({{ sqlmetrics.as_double(sqlmetrics.quoted(one[1])) }}, -1)) as got_{{ loop.index }}
        {%- endfor %}
    from scored
),
compared as (
    select expected.*, got_records, {{ none_ }} as got_reason,
        case place{% for one
            in expected %}
                when {{ sqlmetrics.compared(one[0]) }} then got_{{ loop.index }}{% endfor %} end as got_value
    from expected cross join got
),
{%- endif %}
verdicts as (
    select compared.*, case when got_records = should_records and got_reason = should_reason
            and (abs(got_value - should_value) * 1000000000 <= abs(should_value) + 0.001
                or should_value is null and got_value is null) then 1 else 0 end as is_right
    from compared
)
{%- set said = ["'failed: got '"] %}
{%- for kind in ['got', 'should'] %}
{%- do said.append('coalesce(' ~ sqlmetrics.as_string(kind ~ '_value') ~ ', ' ~ kind ~ '_reason, '
    ~ sqlmetrics.as_string("'nothing'") ~ ')') %}
{%- do said.append("' of '") %}
{%- do said.append('coalesce(' ~ sqlmetrics.as_string(kind ~ '_records') ~ ', ' ~ none_ ~ ')') %}
{%- do said.append("' records" ~ ("'" if kind == 'should' else ", expected '")) %}
{%- endfor %}
select of_score as {{ sqlmetrics.quoted('score') }},
    case when is_right = 1 then 'passed'
        else {{ sqlmetrics.concat(said) }} end as {{ sqlmetrics.quoted('verdict') }},
    {{ sqlmetrics.concat([sqlmetrics.as_string(sqlmetrics.as_integer('sum(is_right) over ()')), "' of '",
        sqlmetrics.as_string('count(*) over ()')]) }} as {{ sqlmetrics.quoted('passed') }}
from verdicts order by place
{%- endmacro %}
