{#-
The condition on a score that its slice has at least `min_people`, or an empty text without them;
of fewer it cannot be said whether a limit is kept.
-#}
{%- macro enough_people(min_people, records) -%}
{%- if min_people is not none and (min_people is not integer or min_people is boolean or min_people < 2) -%}
{%- do sqlmetrics.fail("min_people is a whole number, at least 2 (found: " ~ min_people ~ ")") -%}
{%- endif -%}
{%- if min_people is not none -%}({{ sqlmetrics.quoted('slice') }} is null or {{ records }} >= {{ min_people }}){%- endif -%}
{%- endmacro %}
