{#-
The count relation of one relation of an attack: a row per combination of its columns, with its number of records. With a record id a
release has the original's keys beside its own; `linked` is 0 where there is no such record. `rows_of` names what has been read already.
-#}
{%- macro attack_grouped(side, prefix, rows_of=none, original=none) -%}
{%- set joined = original is not none and original.record_id is not none -%}
{%- set columns = [] -%}
{%- for key in side.relation_keys -%}
{%- if prefix != 'external' -%}{%- do columns.append(prefix ~ '_' ~ loop.index) -%}{%- endif -%}
{%- if side.general -%}{%- do columns.append('general_' ~ loop.index) -%}{%- endif -%}
{%- endfor -%}
{%- if side.general -%}{%- do columns.append('unmapped') -%}{%- endif -%}
{%- for attribute in side.attributes -%}{%- do columns.append('value_' ~ loop.index) -%}{%- endfor -%}
{%- if side.suppressed -%}{%- do columns.append('suppressed') -%}{%- endif -%}
{%- set own = columns | join(', ') -%}
{%- set partner = [] -%}
{%- if joined -%}
{%- for key in original.relation_keys -%}{%- do partner.append('original_' ~ loop.index) -%}{%- endfor -%}
{%- do partner.append('linked') -%}
{%- endif -%}
select
        {{ own }}{{ ', ' ~ (partner | join(', ')) if joined }},
        {{ sqlmetrics.count_records() }} as records
    from {% if joined -%}
    (
        select
            {%- for column in columns %}
            input.{{ column }},
            {%- endfor %}
            {%- for key in original.relation_keys %}
            originals.original_{{ loop.index }},
            {%- endfor %}
            case when originals.partner is null then 0 else 1 end as linked
        from (
    {{ sqlmetrics.attack_input(side, prefix, side.suppressed) }}
        ) input
        left join originals on originals.record_id = input.record_id
    ) paired
    {%- elif rows_of is not none -%}
    {{ rows_of }}
    {%- else -%}
    (
    {{ sqlmetrics.attack_input(side, prefix, side.suppressed) }}
    ) input
    {%- endif %}
    group by {{ own }}{{ ', ' ~ (partner | join(', ')) if joined }}
{%- endmacro %}
