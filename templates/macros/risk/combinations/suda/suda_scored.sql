{#-
The relation's records with suda_score and dis_suda_score: 0 where no combination singles a record
out, NULL where it takes no part because of a NULL or of suppression. DuckDB only: `facts` name the
tables of a run.
-#}
{%- macro suda_scored(plan, columns, facts) -%}
with
{{ facts }},
input as (
    select
        {%- for column in columns %}
        source.{{ sqlmetrics.quoted(column) }} as kept_{{ loop.index }},
        {%- endfor %}
        {%- for key in plan.quasi_identifiers %}
        {{ sqlmetrics.group_key(sqlmetrics.recoded('source.' ~ sqlmetrics.quoted(key.column), key.recoding,
            'mapping_' ~ key.number)) }} as key_{{ key.number }}{{ ',' if not loop.last }}
        {%- endfor %}
    from {{ plan.relation }} source
    {%- for key in plan.quasi_identifiers if key.recoding and key.recoding.kind == 'table' %}
    left join {{ sqlmetrics.mapping(key.recoding.pairs) }} mapping_{{ key.number }} on mapping_{{ key.number }}.value = {{ sqlmetrics.as_string('source.' ~ sqlmetrics.quoted(key.column)) }}
    {%- endfor %}
),
scored_classes as (
    select numbered_classes.class_number as class_number, {{ sqlmetrics.key_columns(plan) }}, coalesce(suda_score, 0) as suda_score, coalesce(dis_score, 0) as dis_score
    from numbered_classes
    left join suda_scores on suda_scores.class_number = numbered_classes.class_number
)
select
    {%- for column in columns %}
    input.kept_{{ loop.index }} as {{ sqlmetrics.quoted(column) }},
    {%- endfor %}
    scored_classes.suda_score as {{ sqlmetrics.quoted('suda_score') }},
    scored_classes.dis_score as {{ sqlmetrics.quoted('dis_suda_score') }}
from input
left join scored_classes on {% for key in plan.quasi_identifiers %}{{ sqlmetrics.same('scored_classes.key_' ~ key.number, 'input.key_' ~ key.number) }}{{ ' and ' if not loop.last }}{% endfor %}
{%- endmacro %}
