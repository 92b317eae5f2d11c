{#-
Facts of a target's distribution in the whole table, by their names, from its marginals:
target_values, the records of the most frequent value, largest_value, the records of the table,
total, and H(X) in bits, target_entropy. `apart` are the columns of slices, each with a comma behind
it, which have a row each.
-#}
{%- macro spectrum(target, facts, apart='') -%}
{%- set formulas = {'target_values': sqlmetrics.as_double('count(*)'), 'largest_value': 'max(n_x)',
    'total': 'max(total)', 'target_entropy': 'sum(value_share * value_surprise)'} -%}
{%- set columns = [] -%}
{%- for fact in facts -%}{%- do columns.append([formulas[fact] ~ ' as ' ~ fact]) -%}{%- endfor -%}
-- one row, the distribution of the target in the whole table
spectrum_{{ target.number }} as (
    select {{ apart }}{{ sqlmetrics.listed_columns(columns) }}
    {%- if 'target_entropy' in facts %}
    from (
        select {{ apart }}{{ 'n_x, ' if 'largest_value' in facts }}{{ 'total, ' if 'total'
            in facts }}n_x / total as value_share, {{ sqlmetrics.surprise('n_x', 'total') }} as value_surprise
        from marginals_{{ target.number }}
    ) values_here
    {%- else %}
    from marginals_{{ target.number }}
    {%- endif %}
    {%- if apart %}
    group by {{ apart[:-2] }}
    {%- endif %}
)
{%- endmacro %}
