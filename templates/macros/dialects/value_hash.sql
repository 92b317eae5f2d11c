{#-
The hash of a text: a whole number in [0, 2^48), the first 12 hexadecimal digits of the MD5 of its
UTF-8 bytes, the same on every engine. MD5 spreads texts evenly here, and keeps no secret.
-#}
{%- macro value_hash(text) -%}{{ return(adapter.dispatch('value_hash', 'sqlmetrics')(text)) }}{%- endmacro %}

{%- macro default__value_hash(text) -%}cast('0x' || substr(md5({{ text }}), 1, 12) as bigint){%- endmacro %}

{%- macro postgres__value_hash(text) -%}
cast(cast('x' || substr(md5(convert_to({{ text }}, 'UTF8')), 1, 12) as bit(48)) as bigint)
{%- endmacro %}

{%- macro redshift__value_hash(text) -%}strtol(substring(md5({{ text }}), 1, 12), 16){%- endmacro %}

{#- A function that is registered in the session: SQLite has no MD5. -#}
{%- macro sqlite__value_hash(text) -%}sqlmetrics_value_hash({{ text }}){%- endmacro %}

{%- macro mysql__value_hash(text) -%}
cast(conv(substring(md5({{ text }}), 1, 12), 16, 10) as signed)
{%- endmacro %}

{%- macro clickhouse__value_hash(text) -%}
reinterpretAsInt64(reverse(substring(MD5({{ text }}), 1, 6)))
{%- endmacro %}

{#- It reads no hexadecimal digits as a number, so each is looked for. -#}
{%- macro datafusion__value_hash(text) -%}
(
        {%- for place in range(12) -%}
        strpos('123456789abcdef', substr(md5({{ text }}), {{ place
            + 1 }}, 1)) * {{ 16 ** (11 - place) }}{{ ' + ' if not loop.last }}
        {%- endfor -%}
)
{%- endmacro %}

{%- macro spark__value_hash(text) -%}
cast(conv(substring(md5({{ text }}), 1, 12), 16, 10) as bigint)
{%- endmacro %}

{%- macro bigquery__value_hash(text) -%}
cast('0x' || substr(to_hex(md5({{ text }})), 1, 12) as int64)
{%- endmacro %}

{%- macro snowflake__value_hash(text) -%}
to_number(substr(md5({{ text }}), 1, 12), 'XXXXXXXXXXXX')
{%- endmacro %}

{%- macro trino__value_hash(text) -%}
from_base(substr(to_hex(md5(to_utf8({{ text }}))), 1, 12), 16)
{%- endmacro %}

{#- The collation makes bytes of UTF-8; a number is made of bytes, the first the highest. -#}
{%- macro sqlserver__value_hash(text) -%}
cast(substring(hashbytes('MD5', cast(({{ text }}) collate Latin1_General_100_BIN2_UTF8 as varchar(max))), 1,
    6) as bigint)
{%- endmacro %}

{%- macro oracle__value_hash(text) -%}
to_number(substr(rawtohex(standard_hash(utl_i18n.string_to_raw({{ text }}, 'AL32UTF8'), 'MD5')),
    1, 12), 'XXXXXXXXXXXX')
{%- endmacro %}
