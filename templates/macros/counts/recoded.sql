{#-
An expression recoded by a partition: each value becomes its semantic domain, NULL stays NULL. A
value that no domain covers becomes NULL too, unless the partition keeps it or names a domain for
the rest. A `shift` is one of cells of a grid.
-#}
{%- macro recoded(expression, recoding, alias, shift=none) -%}
{%- if not recoding -%}
{{ expression }}
{%- elif recoding.kind == 'first' -%}
{{ sqlmetrics.written_date_part(sqlmetrics.as_string(expression), recoding.part, recoding.form, '')
    if recoding.form else sqlmetrics.first_characters(sqlmetrics.as_string(expression), recoding.length) }}
{%- elif recoding.kind == 'date' and recoding.label -%}
{{ sqlmetrics.written_date_part(sqlmetrics.as_string(expression), recoding.part, recoding.form, '0s')
    if recoding.form else sqlmetrics.date_label(sqlmetrics.as_string(expression), recoding.part) }}
{%- elif recoding.kind == 'date' -%}
{{ sqlmetrics.written_date_part(sqlmetrics.as_string(expression), recoding.part, recoding.form)
    if recoding.form else sqlmetrics.date_part(sqlmetrics.as_string(expression), recoding.part) }}
{%- elif recoding.kind == 'prefix' -%}
{{ sqlmetrics.masked(sqlmetrics.as_string(expression), recoding.length) }}
{%- else -%}
{%- set text = sqlmetrics.as_string(expression) -%}
{%- set zero = sqlmetrics.negative_zero(expression) -%}
case
{%- if zero and recoding.kind not in ['intervals', 'grid']
    and (recoding.zero is not none or recoding.unmapped == 'keep') %}
            when {{ zero }} then {{ sqlmetrics.literal('0.0' if recoding.zero is none else recoding.zero) }}
{%- endif %}
{%- if recoding.kind == 'table' %}
            when {{ alias }}.domain is not null then {{ alias }}.domain
{%- elif recoding.kind == 'grid' %}
            {{ sqlmetrics.when_then(sqlmetrics.in_grid(expression, recoding.grid),
                sqlmetrics.grid_cell(expression, recoding.grid, shift)) }}
{%- elif recoding.kind == 'values' %}
{%- for domain in recoding.domains %}
            {%- set members = [] %}
            {%- for value in domain.members %}{% do members.append([sqlmetrics.literal(value)]) %}{% endfor %}
            {%- set listed = sqlmetrics.listed_columns(members, '                ') %}
            {{ sqlmetrics.when_then(text ~ ('\n                ' if text | length + listed | length > 76
                else ' ') ~ 'in (' ~ listed ~ ')', sqlmetrics.literal(domain.name)) }}
{%- endfor %}
{%- else %}
{%- for domain in recoding.domains %}
            {{ sqlmetrics.when_then(sqlmetrics.in_interval(expression, domain),
                sqlmetrics.literal(domain.name)) }}
{%- endfor %}
{%- endif %}
{%- if recoding.unmapped == 'keep' %}
{%- if zero and recoding.kind == 'intervals' %}
            when {{ zero }} then '0.0'
{%- endif %}
            when {{ expression }} is not null then {{ text }}
{%- elif recoding.unmapped == 'name' %}
            when {{ expression }} is not null then {{ sqlmetrics.literal(recoding.rest) }}
{%- endif %}
        end
{%- endif -%}
{%- endmacro %}
