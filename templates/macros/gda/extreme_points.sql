{#- Where the records of one choice of columns are read from that may be extreme in two or three numbers: those that are not behind another for certain. -#}
{%- macro extreme_points(keys, numbers, weights) -%}{{ return(adapter.dispatch('extreme_points', 'sqlmetrics')(keys, numbers, weights)) }}{%- endmacro %}

{%- macro default__extreme_points(keys, numbers, weights) -%}sided{%- endmacro %}

{#- Windows are slow: most records are behind one of three of their group, whose weighted numbers are least in sum. Groups meet by a hash of 64 bits. -#}
{%- macro duckdb__extreme_points(keys, numbers, weights) -%}
(
            select sided.record{% for name in keys %}, sided.{{ name }}{% endfor %}{% for number in numbers %}, sided.reach{{ number }}{% endfor %}
            from sided
            join (
                select
                    hash({{ keys | join(', ') }}) as cell
                    {%- for slant in range(3) %}
                    {%- set total -%}{%- for number in numbers %}reach{{ number }} * {{ weights[number] }}{{ ' * 8' if loop.index == slant }}{{ ' + ' if not loop.last }}{% endfor -%}{%- endset -%},
                    arg_min(record, {{ total }}) as corner{{ slant }}
                    {%- for number in numbers %},
                    arg_min(reach{{ number }}, {{ total }}) as corner{{ slant }}_{{ number }}
                    {%- endfor %}
                    {%- endfor %}
                from sided
                group by hash({{ keys | join(', ') }})
            ) corners on corners.cell = hash({{ 'sided.' ~ (keys | join(', sided.')) }})
            where {% for slant in range(3) -%}
                (sided.record = corner{{ slant }}{% for number in numbers %} or sided.reach{{ number }} < corner{{ slant }}_{{ number }}{% endfor %}){{ ' and ' if not loop.last }}
                {%- endfor %}
        ) points
{%- endmacro %}
