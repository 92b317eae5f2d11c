{#-
The records of a relation in which a column's text is longer than a year, and not written as
2026-11-23, or 2026-11-23 10:15 for its hour, where a partition keeps a part of dates: one row, with a number
for each of the columns, which come with what is kept, and with the form of their texts if it is another;
its months are 01 to 12, and its days 01 to 31.
-#}
{%- macro other_texts(relation, columns) -%}
{%- set forms = {
    'hour': ['____-__-__ __', '____-__-__ __:%', '____-__-__T__', '____-__-__T__:%'],
    'day': ['____-__-__%'],
    'week': ['____-__-__%'],
    'month': ['____-__%'],
    'year': ['____-%'],
    'decade': ['____-%'],
} -%}
select
{%- for name, part, written in columns %}
    {%- set text = sqlmetrics.as_string('source.' ~ sqlmetrics.quoted(name)) %}
    {%- set met = [] %}
    {%- if written %}
    {%- set pattern = sqlmetrics.date_pattern(written) | trim %}
    {%- for rest in ([' __', ' __:%', 'T__', 'T__:%'] if part == 'hour'
        else ['', ' %', 'T%']) %}{% do met.append(text ~ " like '" ~ pattern ~ rest ~ "'") %}{% endfor %}
    {%- set month = sqlmetrics.characters(text, written.find('M') + 1, 2) %}
    {%- set day = sqlmetrics.characters(text, written.find('D') + 1, 2) %}
    coalesce(sum(case when {{ text }} like '_____%' and not (({{ met
        | join(' or ') }}) and {{ month }} in ('01', '02', '03', '04', '05', '06', '07', '08', '09', '10',
        '11', '12') and {{ day }} between '01' and '31') then 1 else 0 end), 0){{ ',' if not loop.last }}
    {%- else %}
    {%- for form in forms[part] %}{% do met.append(text ~ " not like '" ~ form ~ "'") %}{% endfor %}
    coalesce(sum(case when {{ text }} like '_____%' and {{ met | join(' and ') }} then 1 else 0 end), 0){{ ','
        if not loop.last }}
    {%- endif %}
{%- endfor %}
from {{ relation }} source
{%- endmacro %}
