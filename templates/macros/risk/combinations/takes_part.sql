{#-
The clauses that leave out of a combination what takes no part in it: steps on the way, records with
a NULL in one of its keys under the policy `drop`, records with the mark of suppression in all of
its keys, and its classes in the table `lattice.out`.
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
{%- if lattice.out is not none -%}
{%- set same = ['hidden.subset_number = finer.subset_number'] -%}
{%- for key in plan.quasi_identifiers -%}
    {%- do same.append('hidden.key_' ~ loop.index ~ ' = finer.key_' ~ loop.index) -%}
{%- endfor -%}
{%- do conditions.append('not exists (select 1 from ' ~ lattice.out ~ ' hidden where '
    ~ (same | join(' and ')) ~ ')') -%}
{%- endif -%}
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
