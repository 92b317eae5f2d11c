{#-
The rows of a recoded relation after turns of suppression, each of what the one before has left.

turns   list of {parts, rows}: the texts of `view_parts` and `view_rows`
-#}
{%- macro advised_view(turns) -%}
with
{% for turn in turns -%}
{{ turn.parts }}
{%- if not loop.last %},
-- the records that are left
round_{{ loop.index }}_left as (
    {{ turn.rows | replace('\n', '\n    ') }}
),
{% else %}
{{ turn.rows }}
{%- endif -%}
{%- endfor -%}
{%- endmacro %}
