{#- The count relation of one view, from a relation's, per individual where there are `people`: keys
and values are columns of that, or expressions over them. With several values each row stands once
per value, as in `rows_per_attribute`. -#}
{%- macro attack_counts(source, keys, attributes, condition=none, people=false) -%}
{%- set several = attributes | length > 1 -%}
{%- set columns = [] -%}
{%- if several -%}{%- do columns.append('attribute') -%}{%- endif -%}
{%- if people -%}{%- do columns.append('individual') -%}{%- endif -%}
{%- for key in keys -%}{%- do columns.append('key_' ~ loop.index) -%}{%- endfor -%}
{%- for attribute in attributes -%}{%- do columns.append('value_' ~ loop.index) -%}{%- endfor -%}
(
        select {{ columns | join(', ') }}, {{ sqlmetrics.as_integer('sum(counted_records)') }} as records
        from (
            select
                {%- if several %}
                attributes.attribute,
                {%- endif %}
                {%- if people %}
                counted.individual,
                {%- endif %}
                {%- for key in keys %}
                counted.{{ key }} as key_{{ loop.index }},
                {%- endfor %}
                {%- for attribute in attributes %}
                {{ 'case when attributes.attribute = ' ~ loop.index ~ ' then ' ~ attribute ~ ' end'
                    if several else attribute }} as value_{{ loop.index }},
                {%- endfor %}
                counted.records as counted_records
            from {{ source }} counted
            {%- if several %}
            cross join (
                {%- for attribute in attributes %}
                select {{ loop.index }} as attribute{{ sqlmetrics.one_row() }}{{ ' union all'
                    if not loop.last }}
                {%- endfor %}
            ) attributes
            {%- endif %}
            {%- if condition is not none %}
            where {{ condition }}
            {%- endif %}
        ) spread
        group by {{ columns | join(', ') }}
    )
{%- endmacro %}
