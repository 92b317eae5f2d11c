{#-
The records as numbers: the class_word, which tells their classes apart, and the value_code of a
target, if it is sensitive. Without a target it is the class_text of the classes without room in a
number, which key_codes gives.
-#}
{%- macro coded_records(plan, target) -%}
{%- set attributes = [plan.attributes[target.attribute - 1]] if target and target.attribute else [] -%}
{%- set read = dict(plan, attributes=attributes, value_aliases=[]) if target
    else dict(plan, attributes=[], suppressed=[]) -%}
{%- set parts = [] -%}
{%- set texts = [] -%}
{%- for key in plan.quasi_identifiers -%}
{%- set part = 'codes_' ~ loop.index ~ '.key_part' -%}
{%- do parts.append(part) -%}
{%- if not loop.first -%}{%- do texts.append("','") -%}{%- endif -%}
{%- do texts.append(sqlmetrics.as_string(part)) -%}
{%- endfor -%}
select
            {{ 'case when rooms.room is null then class_number else ' ~ (parts | join(' + '))
                ~ ' end as class_word' if target else sqlmetrics.concat(texts) ~ ' as class_text' }}
            {{- ',\n            value_code' if attributes }}
            {%- if target and not attributes %}{% for key
                in plan.quasi_identifiers[:plan.slices] %},
                {{ sqlmetrics.key_name(key) }}{% endfor %}{% endif %}
        from (
            {{ sqlmetrics.indented(sqlmetrics.input(read, plan.relation, attributes), 4) }}
        ) input
        {%- for key in plan.quasi_identifiers %}
        join codes_of_key_{{ loop.index }} codes_{{ loop.index }} on {{ sqlmetrics.same_key('codes_'
            ~ loop.index ~ '.key_value', 'input.' ~ sqlmetrics.key_name(key)) }}
        {%- endfor %}
        {%- if attributes %}
        join codes_of_values{{ sqlmetrics.suffix(target) }} codes_of_values
            on {{ sqlmetrics.same_key('codes_of_values.value', 'input.value_1') }}{% for key
                in plan.quasi_identifiers[:plan.slices] %} and {{ sqlmetrics.same_key('codes_of_values.'
                ~ sqlmetrics.key_name(key), 'input.' ~ sqlmetrics.key_name(key)) }}{% endfor %}
        {%- endif %}
        cross join (select max(room) as room from codes_of_key_{{ plan.quasi_identifiers | length }}) rooms
        {%- if target %}
        left join spelt_classes on class_text = case
            when rooms.room is null then {{ sqlmetrics.concat(texts) }} end
        {{- sqlmetrics.indented(sqlmetrics.target_filter(read,
            dict(target, attribute=1 if attributes else none)), 4) }}
        {%- else %}
        where rooms.room is null
        {%- endif %}
{%- endmacro %}
