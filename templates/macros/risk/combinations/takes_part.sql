{#-
The clauses that leave out of a combination what takes no part in it: steps on the way, records with
a NULL in one of its keys under the policy `drop`, and those that have the mark of suppression in
all of its keys.
-#}
{%- macro takes_part(plan, lattice) -%}
{%- set conditions = [] -%}
{%- if lattice.steps -%}{%- do conditions.append('finer.subset_number > 0') -%}{%- endif -%}
{%- set marked = [] -%}
{%- for field in lattice.fields -%}
{%- set code = 'finer.' ~ field.column ~ ' & ' ~ field.mask if lattice.packed else 'finer.' ~ field.column -%}
{%- if plan.nulls == 'drop' -%}
{%- do conditions.append('(' ~ code ~ ') <> ' ~ field.null if lattice.packed
    else '(' ~ code ~ ' is not null or subsets.kept_' ~ loop.index ~ ' = 0)') -%}
{%- endif -%}
{%- if lattice.marked -%}
{%- do marked.append('(' ~ code ~ ') in (0, ' ~ field.mark ~ ')' if lattice.packed
    else '(subsets.kept_' ~ loop.index ~ ' = 0 or ' ~ sqlmetrics.as_string(code) ~ ' = '
    ~ sqlmetrics.literal(field.text) ~ ')') -%}
{%- endif -%}
{%- endfor -%}
{%- if marked -%}
{%- do conditions.append('case when ' ~ (marked | join(' and ')) ~ ' then 0 else 1 end = 1') -%}
{%- endif -%}
{%- if (plan.nulls == 'drop' or marked) and not lattice.packed %}
    join subsets on subsets.subset_number = finer.subset_number
{%- endif -%}
{%- if conditions %}
    where {{ conditions | join(' and ') }}
{%- endif -%}
{%- endmacro %}
