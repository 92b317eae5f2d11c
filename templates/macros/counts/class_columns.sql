{#-
The columns of a target's classes beside their keys, as aggregates over the cells of a class, one a line:
expression, name and, after two blanks, the symbol of papers. Cells are `weighed` that have the
records of the table, total, beside them. Largest counts are `listed`.
-#}
{%- macro class_columns(plan, target, within='', weighed=false, listed='n') -%}
{%- set lines = ['sum(n) as class_size'] -%}
{%- if plan.individual is not none -%}
    {%- do lines.append('sum(cell_records) as class_records') -%}
{%- endif -%}
{%- if 'class_values' in plan.facts -%}
    {%- do lines.append(sqlmetrics.count_records() ~ ' as class_values') -%}
{%- endif -%}
{%- if 'class_share' in plan.facts -%}
    {%- do lines.append(sqlmetrics.as_double('sum(n)')
        ~ (' / max(total)' if weighed else ' / sum(sum(n)) ' ~ sqlmetrics.over_table(plan, within))
        ~ ' as class_share  -- p(y)') -%}
{%- endif -%}
{%- if target.attribute and 'class_entropy' in plan.facts -%}
    {%- do lines.append(sqlmetrics.kahan_sum('p * h_p') ~ ' as class_entropy  -- H(X|Y=y)') -%}
{%- endif -%}
{%- if 'class_gain' in plan.facts and (target.attribute or plan.individual is not none) -%}
    {%- do lines.append('abs(' ~ sqlmetrics.kahan_sum('p * (h_q - h_p)')
        ~ ') as class_gain  -- its mean is I(X;Y), not below 0 but by rounding') -%}
{%- endif -%}
{%- if target.attribute -%}
{%- if 'largest_share' in plan.facts -%}
    {%- do lines.append('max(' ~ ('held' if plan.individual is not none else 'q')
        ~ ') as class_largest_share') -%}
{%- endif -%}
{%- for measure in target.cell_measures -%}
    {%- set parameters = dict(measure.parameters, listed=listed) -%}
    {%- do lines.append(sqlmetrics[measure.name](parameters) ~ ' as ' ~ measure.name) -%}
{%- endfor -%}
{%- endif -%}
{%- if 'target_values' in plan.facts and (target.attribute or plan.individual is not none) -%}
    {%- do lines.append(sqlmetrics.as_double('max(table_values)') ~ ' as class_table_values') -%}
{%- endif -%}
{%- if 'unmapped_records' in plan.facts and not within -%}
{%- set own = target.recoding and target.recoding.unmapped == 'error' -%}
{%- do lines.append(sqlmetrics.as_integer('sum(cell_unmapped)') ~ ' as class_unmapped' if own
    or sqlmetrics.lost_keys(plan) else '0 as class_unmapped') -%}
{%- if sqlmetrics.key_losses(plan, target) == 'class_unmapped_keys' -%}
    {%- do lines.append(sqlmetrics.as_integer('sum(cell_unmapped_keys)') ~ ' as class_unmapped_keys') -%}
{%- endif -%}
{%- endif -%}
{{ lines | join(' ;\n') }}
{%- endmacro %}
