{#-
The people in each combination of answers to queries: of each combination that somebody is in, a
number whose bits say which answers count these people, and how many they are. A number has 30 bits, so
that word_2 begins with the 31st answer. A condition that is NULL is not met. Where individuals are told
apart, a person is in an answer if one record is.

asked.relation    the text of a FROM clause
asked.individual  the column that tells people apart, or none
asked.answers     list of {name, condition}
-#}
{%- macro answer_groups(asked) -%}
{%- set words = asked.answers | batch(30) | list -%}
{%- set people = asked.individual is not none -%}
{%- set names = [] -%}
{%- for word in words -%}{%- do names.append('word_' ~ loop.index) -%}{%- endfor -%}
with
-- a row per {{ 'person' if people else 'record' }}: which answers count {{ 'them' if people else 'it' }}
counted as (
    select
        {%- if people %}
        {{ sqlmetrics.group_key('source.' ~ sqlmetrics.quoted(asked.individual)) }} as individual,
        {%- endif %}
        {%- for answer in asked.answers %}
        {{ 'max(' if people }}case when ({{ answer.condition }}) then 1 else 0 end{{ ')'
            if people }} as answer_{{ loop.index }}{{ ',' if not loop.last }}
        {%- endfor %}
    from {{ asked.relation }} source
    {%- if people %}
    group by {{ sqlmetrics.group_key('source.' ~ sqlmetrics.quoted(asked.individual)) }}
    {%- endif %}
),
combinations as (
    select
        {%- for word in words %}
        {%- set first = 30 * loop.index0 %}
        {% for answer in word -%}
        {{ '\n            + ' if not loop.first and loop.index0 % 4 == 0 else ' + '
            if not loop.first }}{{ 2 ** loop.index0 }} * answer_{{ first + loop.index }}
        {%- endfor %} as word_{{ loop.index }}{{ ',' if not loop.last }}
        {%- endfor %}
    from counted
)
select {{ names | join(', ') }}, {{ sqlmetrics.count_records() }} as people
from combinations
group by {{ names | join(', ') }}
order by {{ names | join(', ') }}
{%- endmacro %}
