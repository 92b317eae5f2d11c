{#-
Gower's distance of two records, the sum over their columns: of numbers and dates the difference
over the range, of others 1 where they differ. NULL is a value: two NULLs do not differ, and one
NULL is as far from any value as can be. Where it is `cut`, no difference is more than 1: ranges may
then come from another relation.
-#}
{%- macro distance(columns, one, other, cut=false) -%}
{{ return(adapter.dispatch('distance', 'sqlmetrics')(columns, one, other, cut)) }}
{%- endmacro %}

{%- macro default__distance(columns, one, other, cut=false) -%}
{%- for column in columns -%}
{%- set left = one ~ '.v' ~ column.place -%}{%- set right = other ~ '.v' ~ column.place -%}
{%- if column.kind in ('number', 'date') -%}
case when {{ left }} is null and {{ right }} is null then 0.0 when {{ left }} is null
    or {{ right }} is null{{ ' or abs(' ~ left ~ ' - ' ~ right ~ ') > 1'
        if cut }} then 1.0 else abs({{ left }} - {{ right }}) end
{%- else -%}
case when {{ sqlmetrics.same(left, right) }} then 0 else 1 end
{%- endif -%}
{{ ' + ' if not loop.last }}
{%- endfor -%}
{%- endmacro %}

{#- Without branches, and of texts that `text_code` made numbers, so never NULL. -#}
{%- macro duckdb__distance(columns, one, other, cut=false) -%}
{%- for column in columns -%}
{%- set left = one ~ '.v' ~ column.place -%}{%- set right = other ~ '.v' ~ column.place -%}
{%- if column.kind in ('number', 'date') -%}
{{ 'least('
    if cut }}coalesce(abs({{ left }} - {{ right }}),
        cast(({{ left }} is null) <> ({{ right }} is null) as double)){{ ', 1)' if cut }}
{%- else -%}
cast({{ left }} <> {{ right }} as smallint)
{%- endif -%}
{{ ' + ' if not loop.last }}
{%- endfor -%}
{%- endmacro %}
