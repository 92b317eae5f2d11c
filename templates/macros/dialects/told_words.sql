{#-
The words of a text as text of a FROM clause, a row for each time that one is there: the columns
`kept` as own_1.., and `word`. Words are runs of digits and letters; what is between them matches the
pattern `between`. Words may be empty.
-#}
{%- macro told_words(relation, text, kept, between) -%}
{{ return(adapter.dispatch('told_words', 'sqlmetrics')(relation, text, kept, between)) }}
{%- endmacro %}

{%- macro default__told_words(relation, text, kept, between) -%}
(
            select {{ sqlmetrics.owned(kept) }}, found.word
            from {{ relation }} source
            cross join unnest(split(
                regexp_replace({{ text }}, {{ sqlmetrics.literal(between) }}, ' '), ' ')) found(word)
        )
{%- endmacro %}

{%- macro bigquery__told_words(relation, text, kept, between) -%}
(
            select {{ sqlmetrics.owned(kept) }}, word
            from {{ relation }} source
            cross join unnest(split(
                regexp_replace({{ text }}, {{ sqlmetrics.literal(between) }}, ' '), ' ')) as word
        )
{%- endmacro %}

{%- macro postgres__told_words(relation, text, kept, between) -%}
(
            select {{ sqlmetrics.owned(kept) }}, found.word
            from {{ relation }} source
            cross join lateral regexp_split_to_table(
                {{ text }}, {{ sqlmetrics.literal(between) }}) found(word)
        )
{%- endmacro %}

{%- macro duckdb__told_words(relation, text, kept, between) -%}
(
            select {{ sqlmetrics.owned(kept) }},
                unnest(string_split_regex({{ text }}, {{ sqlmetrics.literal(between) }})) as word
            from {{ relation }} source
        )
{%- endmacro %}

{%- macro datafusion__told_words(relation, text, kept, between) -%}
(
            select {{ sqlmetrics.owned(kept) }}, unnest(string_to_array(
                regexp_replace({{ text }}, {{ sqlmetrics.literal(between) }}, ' ', 'g'), ' ')) as word
            from {{ relation }} source
        )
{%- endmacro %}

{%- macro clickhouse__told_words(relation, text, kept, between) -%}
(
            select {{ sqlmetrics.owned(kept) }},
                arrayJoin(splitByRegexp(
                    {{ sqlmetrics.literal(between) }}, coalesce({{ text }}, ''))) as word
            from {{ relation }} source
        )
{%- endmacro %}

{%- macro spark__told_words(relation, text, kept, between) -%}
(
            select {{ sqlmetrics.owned(kept) }},
                explode(split({{ text }}, {{ sqlmetrics.literal(between) }})) as word
            from {{ relation }} source
        )
{%- endmacro %}

{%- macro snowflake__told_words(relation, text, kept, between) -%}
(
            select {{ sqlmetrics.owned(kept) }}, cast(found.value as varchar) as word
            from {{ relation }} source,
                lateral flatten(input => split(
                    regexp_replace({{ text }}, {{ sqlmetrics.literal(between) }}, ' '), ' ')) found
        )
{%- endmacro %}

{%- macro mysql__told_words(relation, text, kept, between) -%}
(
            select {{ sqlmetrics.owned(kept) }}, found.word
            from {{ relation }} source
            cross join json_table(
                {{ sqlmetrics.concat(["'[\"'", "regexp_replace(" ~ text ~ ", "
                    ~ sqlmetrics.literal(between) ~ ", '\",\"')", "'\"]'"]) }},
                '$[*]' columns (word varchar(1000) character set utf8mb4 path '$')
            ) found
        )
{%- endmacro %}
