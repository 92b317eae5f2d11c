{#-
The count relation of a plan from files of counts, added up and rolled up to the plan's keys and
attributes, as `plan.counted` takes it.

merging.relations   list of {from_sql, joins, lost, held_keys, held_values}: the reader of files of
                    the same types, the mappings of keys that are recoded here, the condition of a
                    value in no domain of these, and per key and attribute of the plan the column of
                    the file, or 'null' where the file holds nothing but NULL
merging.attributes  per attribute of the plan its number in the files, none where they hold one
merging.first       the files' attribute that stands for all records where the plan has none, or
                    none
merging.repeated    whether a combination may be there several times, so that its counts are added
merging.suppressed  whether the result tells suppressed records apart
merging.unmapped    whether the result has the column `unmapped`, which is 0 unless `lossy`: files
                    hold no values that a partition of their keys leaves out
merging.lossy       whether a partition of a key that is recoded here may leave values out
merging.hashed      whether the result has the hashes of classes, class_hash
merging.weighty     of sketches the name of a column that is 1 for classes that are kept for their
                    weight and else 0, and the condition of these, or none
-#}
{%- macro merged(plan, merging) -%}
{%- set several = merging.attributes | length > 1 -%}
{%- set names = [] -%}
{%- if several -%}{%- do names.append('attribute') -%}{%- endif -%}
{%- if merging.suppressed -%}{%- do names.append('suppressed') -%}{%- endif -%}
{%- for key in plan.quasi_identifiers -%}{%- do names.append('key_' ~ loop.index) -%}{%- endfor -%}
{%- for attribute in plan.attributes -%}{%- do names.append('value_' ~ loop.index) -%}{%- endfor -%}
{%- if merging.hashed -%}{%- do names.append('class_hash') -%}{%- endif -%}
{%- if merging.weighty -%}{%- do names.append(merging.weighty[0]) -%}{%- endif -%}
select
        {{ names | join(', ') }}, {{ ('sum(file_unmapped)' if merging.lossy else '0') ~ ' as unmapped, '
            if merging.unmapped }}{{ sqlmetrics.as_integer('sum(file_records)') if merging.repeated
            else 'file_records' }} as records
    from (
        {%- for relation in merging.relations %}
        select
            {%- if several %}
            case source.attribute {% for number
                in merging.attributes %}when {{ number }} then {{ loop.index }} {% endfor %}end as attribute,
            {%- endif %}
            {%- if merging.suppressed %}
            source.suppressed,
            {%- endif %}
            {%- for column in relation.held_keys %}
            {{ column }} as key_{{ loop.index }},
            {%- endfor %}
            {%- for column in relation.held_values %}
            {{ column }} as value_{{ loop.index }},
            {%- endfor %}
            {%- if merging.hashed %}
            source.class_hash,
            {%- endif %}
            {%- if merging.weighty %}
            case when {{ merging.weighty[1] }} then 1 else 0 end as {{ merging.weighty[0] }},
            {%- endif %}
            {%- if merging.lossy %}
            case when {{ relation.lost }} then source.records else 0 end as file_unmapped,
            {%- endif %}
            source.records as file_records
        from {{ relation.from_sql }} source
        {%- for join in relation.joins %}
        left join {{ join }}
        {%- endfor %}
        {%- if several %}
        where source.attribute in ({{ merging.attributes | join(', ') }})
        {%- elif merging.first is not none %}
        where source.attribute = {{ merging.first }}
        {%- endif %}
        {{- '\n        union all' if not loop.last }}
        {%- endfor %}
    ) stacked
    {%- if merging.repeated %}
    group by {{ names | join(', ') }}
    {%- endif %}
{%- endmacro %}
