{#-
A row per target with all facts of table-level metrics, as `fact_lines` has them: entropies are in
bits. A target without a class has no row where there are several, unless they are `complete`.

`within` names a column that tells apart tables measured together, with a comma behind it, which
`subsets` lists; `lost` is then the relation of the records that partitions leave out. `alike` is the
column with how many classes a row stands for, where that is more than one.
-#}
{%- macro targets(plan, within='', lost=none, alike='', complete=false) -%}
{%- set several = plan.targets | length > 1 or within -%}
{%- set slices = sqlmetrics.slice_columns(plan) -%}
{%- set told = ' in a slice' if slices else ' in a table' if within else '' -%}
{%- set complete = complete or slices and (plan.expected or plan.hidden or plan.household is not none
    or plan.targets[0].persons or plan.nulls == 'drop' or plan.suppressed) -%}
{%- set tables = 'slices' if slices else 'subsets' if within else none -%}
{%- set target = plan.targets[0] -%}
{%- set of_people = not several and not target.attribute -%}
{%- set entropy = sqlmetrics.log2('class_size') if of_people else 'class_entropy' -%}
{%- set gain = sqlmetrics.log2('1 / class_share') if of_people and plan.individual is none
    else 'class_gain' -%}
{%- set lines = sqlmetrics.fact_lines(plan, entropy, gain, alike, within).split(' ;\n') -%}
{%- set classes = sqlmetrics.classes_of_targets(plan, within, alike) -%}
{%- set words = sqlmetrics.measured_words(plan) -%}
{%- set numbered = several or slices or complete or plan.metrics | length != 1 or plan.expected
    or plan.withheld is not none -%}
{%- set columns = [] -%}
{%- if slices -%}{%- do columns.append([slices[:-2]]) -%}{%- endif -%}
{%- if numbered -%}
    {%- do columns.append([within ~ 'target_number' if several
        else sqlmetrics.constant(target.number, 'count(class_size)') ~ ' as target_number']) -%}
{%- endif -%}
{%- for line in lines -%}{%- do columns.append(line.split('  -- ')) -%}{%- endfor -%}
{%- set entropy_words = 'log2' if 'class_entropy' in plan.facts else '' -%}
{%- set beside = [] -%}
{%- if plan.expected -%}
    {%- do beside.append(['expected_log_sum / total / ' ~ sqlmetrics.ln_2() ~ ' as expected_information']) -%}
{%- endif -%}
{%- if plan.hidden -%}
    {%- do beside.append([('coalesce(hidden_total, 0) as hidden_total' if slices else 'hidden_total')
        if plan.suppressed else sqlmetrics.as_double('0') ~ ' as hidden_total']) -%}
{%- endif -%}
{%- for fact in ['worst_household_risk', 'household_reidentifications', 'household_people']
    if plan.household is not none and fact in plan.facts -%}
    {%- do beside.append([fact]) -%}
{%- endfor -%}
{%- if within and 'unmapped_records' in plan.facts -%}
    {%- do beside.append(['coalesce(unmapped, 0) as unmapped_records' if lost
        else '0 as unmapped_records']) -%}
{%- endif -%}
{%- set persons = plan.targets[0].persons -%}
{%- for measure in persons -%}{%- do beside.append([measure.column]) -%}{%- endfor -%}
{%- set last = beside or complete -%}
{%- set noted = plan.targets | selectattr('attribute') | list
    and ('class_entropy' in plan.facts or 'class_gain' in plan.facts) -%}
{%- if classes == 'classes' and several -%}
{{ sqlmetrics.union_classes(plan, within, alike) }},
{% endif -%}
-- {{ 'a target' if several or slices
    else 'one row' }}{{ told }}: sums over its classes{{
    ' (0 is who a record is of, with n_y values in a class)'
    if '(' == classes[:1] and 'log2' in entropy_words }}{{ sqlmetrics.kahan_note(lines | join)
    if not noted }}
{{ 'sums' if last else 'targets' }} as (
    select {{ sqlmetrics.listed_columns(columns) }}
    from {{ classes }}
    {%- if several %}
    group by {{ within }}{{ slices }}target_number
    {%- elif slices %}
    group by {{ slices[:-2] }}
    {%- endif %}
)
{%- if persons %},
{{ sqlmetrics.exposures(plan, within) }}
{%- endif %}
{%- if plan.expected %},
{{ sqlmetrics.expectation(plan, classes) }}
{%- endif %}
{%- if last %},
{%- set passed = [] %}
{%- if complete and slices %}
-- a slice
slices as (
    select {{ slices[:-2] }}
    from {{ 'sums' if sqlmetrics.is_direct(plan) else 'people' if plan.individual is not none else 'counts' }}
    group by {{ slices[:-2] }}
),
{%- endif %}
{%- if complete %}
{%- if within %}{% do passed.append(['subsets.' ~ within[:-2] ~ ' as ' ~ within[:-2]]) %}{% endif %}
{%- for key in plan.quasi_identifiers[:plan.slices] %}{% do passed.append(['slices.'
    ~ sqlmetrics.key_name(key) ~ ' as ' ~ sqlmetrics.key_name(key)]) %}{% endfor %}
{%- do passed.append(['target_names.target_number as target_number']) %}
{%- elif several or slices or plan.metrics | length != 1
    or plan.withheld is not none %}{% do passed.append(['target_number']) %}
{%- endif %}
{%- for name in sqlmetrics.column_names(lines | join(' ;\n')).split() if name != 'total' or ' total '
    in words %}{% do passed.append([name if name != 'records' or not complete
    else 'coalesce(records, 0) as records']) %}{% endfor %}
-- {{ 'a target' if several or slices else 'one row' }}{{ told }}, with what is beside its classes
targets as (
    select {{ sqlmetrics.listed_columns(passed + beside) }}
    {%- if complete %}
    from (
        {%- for target in plan.targets %}
        select {{ target.number }} as target_number{{ sqlmetrics.one_row() }}
        {{- '\n        union all' if not loop.last }}
        {%- endfor %}
    ) target_names
    {%- if tables %}
    cross join {{ tables }}
    {%- endif %}
    left join sums on sums.target_number = target_names.target_number{{ ' and '
        ~ sqlmetrics.same_table(plan, 'sums', tables, within) if tables }}
    {%- else %}
    from sums
    {%- endif %}
    {%- if within and lost %}
    cross join {{ lost }}
    {%- endif %}
    {%- if plan.hidden and plan.suppressed %}
    {{ 'left join hidden on ' ~ sqlmetrics.same_table(plan, 'hidden', tables) if slices
        else 'cross join hidden' }}
    {%- endif %}
    {%- if plan.household is not none %}
    {{ 'left join households on ' ~ sqlmetrics.same_table(plan, 'households', tables) if slices
        else 'cross join households' }}
    {%- endif %}
    {%- if persons %}
    {{ 'left join exposures on ' ~ sqlmetrics.same_table(plan, 'exposures', tables, within) if tables
        else 'cross join exposures' }}
    {%- endif %}
    {%- if plan.expected %}
    left join expectations on expected_number = {{ 'target_names.'
        if complete }}target_number{{ ' and ' ~ sqlmetrics.same_table(plan, 'expectations', tables)
        if slices }}
    {%- endif %}
)
{%- endif %}
{%- endmacro %}
