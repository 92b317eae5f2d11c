{#-
A target's classes, as `classes` has them, from cells of numbers. A cell of near-unique keys stands
for the cells of classes_alike equal classes; class_share is the share of one. The largest counts of
a class are a list, which DuckDB keeps in memory: none is made where a kind of classes has two values
at most, so that recursive (c,l)-diversity is undefined whatever the others have.
-#}
{%- macro represented_classes(plan, target) -%}
{%- set s = sqlmetrics.suffix(target) -%}
{%- set alike = plan.way == 'near-unique' -%}
{%- set class = 'records_in_class, least_code, most_code, open_word' if alike else 'class_word' -%}
{%- set ranks = [] -%}
{%- for measure in target.cell_measures if measure.name == 'class_recursion' -%}
    {%- do ranks.append(measure.parameters.l | int) -%}
{%- endfor -%}
{%- set slices = sqlmetrics.slice_columns(plan) -%}
{%- set listed = alike and not slices and 2 not in ranks
    and ranks | select('gt', 1) | select('lt', 1000) | list != [] -%}
{%- set lines = sqlmetrics.class_columns(plan, target, weighed=true, listed='cell_n' if listed
    else 'n').split(' ;\n') -%}
{%- set words = sqlmetrics.words(lines | join(' ')) -%}
{%- set compared = slices or ' q ' in words or ' h_q ' in words or ' n_x ' in words or ' total ' in words
    or ' table_values ' in words -%}
{%- set ranked = ' place ' in words -%}
{%- set shares = [[class], ['n']] -%}
{%- if alike -%}{%- do shares.insert(1, ['alike']) -%}{%- endif -%}
{%- set sized = shares[:-1] + [['cells.n as n'], [sqlmetrics.as_double('records_in_class') ~ ' as n_y']] -%}
{%- if slices -%}{%- do shares.insert(0, [slices[:-2]]) -%}{%- endif -%}
{%- if ' n_x ' in words or ' total ' in words -%}{%- do shares.append(['n_x, total']) -%}{%- endif -%}
{%- if ' table_values ' in words -%}{%- do shares.append(['table_values']) -%}{%- endif -%}
{%- if ranked -%}{%- do shares.append(['place']) -%}{%- endif -%}
{%- if listed -%}{%- do shares.append(['cell_n']) -%}{%- endif -%}
{%- do shares.append(['n / n_y as p']) -%}
{%- if ' q ' in words -%}{%- do shares.append(['n_x / total as q']) -%}{%- endif -%}
{%- if ' h_p ' in words -%}
    {%- do shares.append([sqlmetrics.surprise('n', 'n_y') ~ ' as h_p']) -%}
{%- endif -%}
{%- if ' h_q ' in words -%}
    {%- do shares.append([sqlmetrics.surprise('n_x', 'total') ~ ' as h_q']) -%}
{%- endif -%}
{%- for key in plan.quasi_identifiers[:plan.slices] -%}
    {%- set name = sqlmetrics.key_name(key) -%}
    {%- do sized.append(['codes_of_values.' ~ name ~ ' as ' ~ name]) -%}
{%- endfor -%}
{%- if compared -%}
    {%- do sized.append(['codes_of_values.n_x as n_x, codes_of_values.total as total, table_values']) -%}
{%- endif -%}
{%- if ranked -%}
    {%- do sized.append(['row_number() over (partition by ' ~ class ~ ' order by cells.n desc) as place']) -%}
{%- endif -%}
{%- if listed -%}
    {%- do sized.append(['case when told.class_kinds = 0 then cells.n end as cell_n']) -%}
{%- endif -%}
{%- set columns = [['max(alike) as classes_alike']] if alike else [] -%}
{%- if slices -%}{%- do columns.insert(0, [slices[:-2]]) -%}{%- endif -%}
{%- if target.order -%}{%- do columns.insert(0, [class]) -%}{%- endif -%}
{%- for line in lines -%}
    {%- do columns.append(line.split('  -- ')) -%}
{%- endfor -%}
{%- if target.order -%}
{{ sqlmetrics.ordered_distances(plan, target) }},
{% endif -%}
-- a cell{{ ' of a kind of classes'
    if alike }}: p is p(x|y), q is p(x), h_p log2 1/p, h_q log2 1/q (brackets keep digits near 1)
cell_shares{{ s }} as (
    select {{ sqlmetrics.listed_columns(shares) }}
    from (
        select {{ sqlmetrics.listed_columns(sized, '            ') }}
        from {{ 'gaps' if target.order else 'cells' }}{{ s }} cells
        {%- if compared %}
        join codes_of_values{{ s }} codes_of_values on codes_of_values.value_code = cells.value_code
        {%- endif %}
        {%- if listed %}
        cross join (select count(*) as class_kinds from alike{{ s }} where open_word is null) told
        {%- endif %}
    ) sized
),
-- a class{{ ', or a kind of equal classes' if alike }}
{{ 'plain_' if target.order }}classes{{ s }} as (
    select {{ sqlmetrics.listed_columns(columns) }}
    from cell_shares{{ s }}
    group by {{ slices }}{{ class }}
)
{%- if target.order -%}
,
{{ sqlmetrics.merged_classes(plan, target, ['ordered'], class) }}
{%- endif -%}
{%- endmacro %}
