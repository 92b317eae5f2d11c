{#-
The count relation of one relation of an attack: a row per combination of its columns, and per
individual where people are told apart, with its number of records, and of the records for which a
key's recoding has no domain. `originals`, where there is a record id, is what the original was read
into: the original is counted from that, and a release has the original's keys beside its own;
`linked` is then 0 where there is no such record.
-#}
{%- macro attack_grouped(side, prefix, originals=none) -%}
{%- set columns = [] -%}
{%- set lost = [] -%}
{%- for key in side.relation_keys -%}
{%- if prefix != 'external' -%}{%- do columns.append(prefix ~ '_' ~ loop.index) -%}{%- endif -%}
{%- if side.general -%}{%- do columns.append('general_' ~ loop.index) -%}{%- endif -%}
{%- if side.general and key.recoding and key.recoding.unmapped == 'error' -%}
{%- do lost.append('(raw_' ~ loop.index ~ ' is not null and general_' ~ loop.index ~ ' is null)') -%}
{%- endif -%}
{%- endfor -%}
{%- for attribute in side.attributes -%}{%- do columns.append('value_' ~ loop.index) -%}{%- endfor -%}
{%- if side.suppressed -%}{%- do columns.append('suppressed') -%}{%- endif -%}
{%- if side.individual is not none -%}{%- do columns.append('individual') -%}{%- endif -%}
{%- set own = columns | join(', ') -%}
{%- set partners = [] -%}
{%- if originals is not none and prefix == 'released' -%}
{%- for key in side.relation_keys -%}{%- do partners.append('original_' ~ loop.index) -%}{%- endfor -%}
{%- do partners.append('linked') -%}
{%- endif -%}
select
        {{ own }}{{ ', ' ~ (partners | join(', ')) if partners }},
        {%- if side.general %}
        {{ 'sum(case when ' ~ (lost | join(' or ')) ~ ' then 1 else 0 end)' if lost else '0' }} as unmapped,
        {%- endif %}
        {{ sqlmetrics.count_records() }} as records
    {%- if partners %}
    from (
        select
            {%- for column in columns %}
            input.{{ column }},
            {%- endfor %}
            {%- for key in side.relation_keys %}
            originals.original_{{ loop.index }},
            {%- endfor %}
            case when originals.partner is null then 0 else 1 end as linked
        from (
        {{ sqlmetrics.attack_input(side, prefix) }}
        ) input
        left join {{ originals }} originals on originals.record_id = input.record_id
    ) paired
    {%- elif originals is not none %}
    from {{ originals }} originals
    {%- else %}
    from (
        {{ sqlmetrics.attack_input(side, prefix) }}
    ) input
    {%- endif %}
    group by {{ own }}{{ ', ' ~ (partners | join(', ')) if partners }}
{%- endmacro %}
