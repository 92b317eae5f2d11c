{#- A moment, as `as_moment` makes it, in seconds since the start of 1970, in double precision. -#}
{%- macro as_seconds(moment) -%}
{{ return(adapter.dispatch('as_seconds', 'sqlmetrics')(moment)) }}
{%- endmacro %}

{%- macro default__as_seconds(moment) -%}
{{ sqlmetrics.as_double('extract(epoch from ' ~ moment ~ ')') }}
{%- endmacro %}

{#- julianday is tens of microseconds off, so a full hour could be before itself. -#}
{%- macro sqlite__as_seconds(moment) -%}
(cast(strftime('%s', {{ moment }}) as real) + cast(substr(strftime('%f', {{ moment }}), 3) as real))
{%- endmacro %}

{%- macro mysql__as_seconds(moment) -%}
{{ sqlmetrics.as_double("timestampdiff(microsecond, cast('1970-01-01' as datetime(6)), " ~ moment
    ~ ')') }} / 1000000
{%- endmacro %}

{%- macro spark__as_seconds(moment) -%}{{ sqlmetrics.as_double(moment) }}{%- endmacro %}

{%- macro trino__as_seconds(moment) -%}to_unixtime({{ moment }}){%- endmacro %}

{%- macro bigquery__as_seconds(moment) -%}
{{ sqlmetrics.as_double('datetime_diff(' ~ moment
    ~ ", cast('1970-01-01' as datetime), microsecond)") }} / 1000000
{%- endmacro %}

{%- macro clickhouse__as_seconds(moment) -%}
{{ sqlmetrics.as_double('toUnixTimestamp64Micro(' ~ moment ~ ')') }} / 1000000
{%- endmacro %}

{%- macro snowflake__as_seconds(moment) -%}
{{ sqlmetrics.as_double('date_part(epoch_microsecond, ' ~ moment ~ ')') }} / 1000000
{%- endmacro %}

{%- macro sqlserver__as_seconds(moment) -%}
{{ sqlmetrics.as_double("datediff_big(microsecond, cast('1970-01-01' as datetime2(6)), " ~ moment
    ~ ')') }} / 1000000
{%- endmacro %}

{%- macro oracle__as_seconds(moment) -%}
{{ sqlmetrics.as_double('(cast(' ~ moment ~ " as date) - date '1970-01-01') * 86400") }}
{%- endmacro %}
