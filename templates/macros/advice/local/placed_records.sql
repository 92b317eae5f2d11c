{#-
The records of `keyed_records` with their place among the records of the same keys, by all their
columns as texts: records of one place are alike in every column.
-#}
{%- macro placed_records(plan, columns) -%}
-- a row per record
placed_records as (
    select
        {%- for column in columns %}
        kept_{{ loop.index }},
        {%- endfor %}
        {%- if plan.suppressed %}
        suppressed,
        {%- endif %}
        {{ sqlmetrics.key_columns(plan) }},
        row_number() over (
            partition by {{ 'suppressed, ' if plan.suppressed }}{{ sqlmetrics.window_keys(plan) }}
            order by {% for column in columns %}{{ sqlmetrics.text_order(sqlmetrics.as_string('kept_'
                ~ loop.index)) }}{{ ', ' if not loop.last }}{% endfor %}
        ) as place
    from keyed_records
)
{%- endmacro %}
