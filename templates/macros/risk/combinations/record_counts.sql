{#-
The records with the columns of the count relation, each counted by itself: for keys that are nearly
unique, where to count them first takes longer than all that follows. `attribute` is the number of
the rows' sensitive attribute, where the relation has several.
-#}
{%- macro record_counts(plan, attribute) -%}
select
        {% if plan.attributes
            | length > 1 %}{{ attribute }} as attribute, {% endif %}{{ sqlmetrics.key_columns(plan) }}
        {%- for name in plan.attributes %}, value_{{ loop.index }}{% endfor %}, 1 as records
    from (
        {{ sqlmetrics.input(plan, plan.relation, plan.attributes) }}
    ) input
{%- endmacro %}
