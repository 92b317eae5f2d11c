{#-
The counts of one side of `attack_joint`: key_1.., value_1.., original_records and
released_records, an individual where individuals are told apart, who counts once, and the target's
number where there are several. `side` is original or released.
-#}
{%- macro attack_side(view, side, several) -%}
{%- set records = '1' if view.people else 'counted.records' -%}
select
                {%- if several %}
                attributes.target_number,
                {%- endif %}
                {%- if view.people %}
                {{ sqlmetrics.union_key('counted.individual') }} as individual,
                {%- endif %}
                {%- for pair in view.pairs %}
                {{ sqlmetrics.as_string('counted.' ~ pair[side])
                    if pair.text else sqlmetrics.union_key('counted.'
                    ~ pair[side]) }} as key_{{ loop.index }},
                {%- endfor %}
                {%- for attribute in view.attributes if attribute.number %}
                {%- set column = 'counted.value_' ~ attribute.number -%}
                {%- set value = sqlmetrics.as_string(column) if attribute.text
                    else sqlmetrics.union_key(column) %}
                {{ 'case when attributes.target_number = ' ~ attribute.number ~ ' then ' ~ value ~ ' end'
                    if several else value }} as value_{{ attribute.number }},
                {%- endfor %}
                {{ sqlmetrics.as_double(records if side == 'original' else '0') }} as original_records,
                {{ sqlmetrics.as_double(records if side == 'released' else '0') }} as released_records
            from {{ view[side] }} counted
            {%- if several %}
            cross join (
                {%- for attribute in view.attributes %}
                select {{ attribute.number }} as target_number{{ sqlmetrics.one_row() }}{{ ' union all'
                    if not loop.last }}
                {%- endfor %}
            ) attributes
            {%- endif %}
            {%- if view.shown and side == 'released' %}
            where counted.suppressed = 0
            {%- endif %}
{%- endmacro %}
