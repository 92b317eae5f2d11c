{#-
A target's equivalence classes, from its cells: class_size and what `class_columns` has of them. Key
columns are kept for scores per class. `within` names a column that tells apart tables measured
together, with a comma behind it, or nothing. `carried` are columns that the cells have already,
such as n_x and total. `name` is the relation's name, where it is not classes_N. The target's
marginals are `fixed` where they are there and the same for all tables.
-#}
{%- macro classes(plan, target, within='', carried=[], name=none, fixed=false) -%}
{%- set s = sqlmetrics.suffix(target) -%}
{%- set weighed = 'n_x' in carried or plan.slices and not within and sqlmetrics.joins_values() -%}
{%- set lines = sqlmetrics.class_columns(plan, target, within, weighed).split(' ;\n') -%}
{%- set expressions = [] -%}
{%- for line in lines -%}{%- do expressions.append(line.split('  -- ')[0]) -%}{%- endfor -%}
{%- set text = expressions | join(' ') -%}
{%- set words = sqlmetrics.words(text) -%}
{%- set shared = [] -%}
{%- for word in ['p', 'q', 'h_p', 'h_q', 'held', 'place', 'table_values', 'n_y', 'n_x', 'total']
    if ' ' ~ word ~ ' ' in words -%}
    {%- do shared.append(word) -%}
{%- endfor -%}
{%- set people = plan.individual is not none -%}
{%- set kept = [] -%}
{%- if people -%}{%- do kept.append('cell_records') -%}{%- endif -%}
{%- if ' people_here ' in words -%}{%- do kept.append('people_here') -%}{%- endif -%}
{%- for column in ['cell_unmapped', 'cell_unmapped_keys'] if 'sum(' ~ column ~ ')' in text -%}
    {%- do kept.append(column) -%}
{%- endfor -%}
{%- for column in carried if column not in ['n_x', 'total'] -%}{%- do kept.append(column) -%}{%- endfor -%}
{%- set apart = [] -%}
{%- if target.order -%}{%- do apart.append('ordered') -%}{%- endif -%}
{%- if target.hierarchies -%}{%- do apart.append('hierarchical') -%}{%- endif -%}
{%- set columns = [] -%}
{%- if within -%}{%- do columns.append([within[:-2]]) -%}{%- endif -%}
{%- if plan.level == 'class' or plan.population is not none or plan.weight is not none or apart -%}
    {%- do columns.append([sqlmetrics.key_columns(plan)]) -%}
{%- elif plan.slices -%}
    {%- do columns.append([sqlmetrics.slice_columns(plan)[:-2]]) -%}
{%- endif -%}
{%- for line in lines -%}{%- do columns.append(line.split('  -- ')) -%}{%- endfor -%}
{%- if shared -%}
{{ sqlmetrics.shares(plan, target, text, within, ['n_x', 'total'] if 'n_x' in carried else [], kept,
    fixed) }},
{% endif -%}
-- a class: the {{ 'individuals' if people else 'records' }} that share the keys{{ ' in a table'
    if within }}{{ sqlmetrics.kahan_note(text) }}
{{ 'plain_' if apart }}{{ name or 'classes' ~ s }} as (
    select {{ sqlmetrics.listed_columns(columns) }}
    from {{ 'cell_shares' if shared else 'cells' }}{{ s }}
    group by {{ within }}{{ sqlmetrics.key_columns(plan) }}
)
{%- if apart -%}
,
{% if target.order -%}
{{ sqlmetrics.ordered_distances(plan, target) }},
{% endif -%}
{% if target.hierarchies -%}
{{ sqlmetrics.hierarchical_distances(plan, target) }},
{% endif -%}
{{ sqlmetrics.merged_classes(plan, target, apart) }}
{%- endif -%}
{%- endmacro %}
