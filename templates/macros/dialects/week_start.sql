{#- The Monday of the week of a day, both as texts such as 2026-11-23. -#}
{%- macro week_start(day) -%}{{ return(adapter.dispatch('week_start', 'sqlmetrics')(day)) }}{%- endmacro %}

{%- macro default__week_start(day) -%}
{{ sqlmetrics.first_characters(sqlmetrics.as_string("date_trunc('week', cast(" ~ day ~ ' as date))'), 10) }}
{%- endmacro %}

{%- macro sqlite__week_start(day) -%}date({{ day }}, '-6 days', 'weekday 1'){%- endmacro %}

{%- macro mysql__week_start(day) -%}
{{ sqlmetrics.as_string('cast(' ~ day ~ ' as date) - interval weekday(' ~ day ~ ') day') }}
{%- endmacro %}

{%- macro bigquery__week_start(day) -%}
{{ sqlmetrics.as_string('date_trunc(cast(' ~ day ~ ' as date), isoweek)') }}
{%- endmacro %}

{%- macro clickhouse__week_start(day) -%}
{{ sqlmetrics.as_string('addDays(toDate32OrNull(' ~ day ~ '), 1 - toDayOfWeek(toDate32OrNull(' ~ day
    ~ ')))') }}
{%- endmacro %}

{#- 1 is Monday, whatever the week's start in the session is. -#}
{%- macro snowflake__week_start(day) -%}
{{ sqlmetrics.as_string('dateadd(day, 1 - dayofweekiso(cast(' ~ day ~ ' as date)), cast(' ~ day
    ~ ' as date))') }}
{%- endmacro %}

{#- The first day of year 1 is a Monday. -#}
{%- macro sqlserver__week_start(day) -%}
{{ sqlmetrics.as_string("dateadd(day, -(datediff(day, cast('0001-01-01' as date), cast(" ~ day
    ~ ' as date)) % 7), cast(' ~ day ~ ' as date))') }}
{%- endmacro %}

{%- macro oracle__week_start(day) -%}
to_char(trunc(to_date({{ day }}, 'YYYY-MM-DD'), 'IW'), 'YYYY-MM-DD')
{%- endmacro %}
