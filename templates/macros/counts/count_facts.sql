{#-
The common table expressions below the results: the counts, the classes of each target, and `targets`
or, at class level, `class_facts`. Targets without a class have a row
too where they are `complete`. Targets without a class have a row of `targets` too where these are `complete`.
-#}
{%- macro count_facts(plan, complete=false) -%}
{%- set sensitive = plan.targets | selectattr('attribute') | list -%}
{%- set identity = plan.targets | rejectattr('attribute') | list -%}
{%- set apart = identity and sqlmetrics.is_apart(plan) -%}
{%- set coded = sqlmetrics.is_coded(plan) -%}
{%- set alike = coded and plan.way == 'near-unique' -%}
{%- set alone = not alike and sensitive | length + (1 if apart else 0) == 1 -%}
{%- set targets = [] -%}
{%- for target in plan.targets -%}
    {%- do targets.append(dict(target, suffix='' if alone else '_' ~ target.number)) -%}
{%- endfor -%}
{%- set plan = dict(plan, targets=targets) -%}
{%- if coded -%}
{{ sqlmetrics.coded(plan) }},
{{ sqlmetrics.targets(plan, alike='classes_alike' if alike, complete=complete) }}
{%- else -%}
{%- set direct = sqlmetrics.is_direct(plan) -%}
{%- set parts = [] -%}
{%- if not direct -%}{%- do parts.append(sqlmetrics.counts(plan)) -%}{%- endif -%}
{%- for target in targets if target.attribute -%}
{%- do parts.append(sqlmetrics.cells(plan, target) if direct else sqlmetrics.counted_cells(plan, target)) -%}
{%- do parts.append(sqlmetrics.classes(plan, target)) -%}
{%- endfor -%}
{%- if apart -%}{%- do parts.append(sqlmetrics.identity(plan)) -%}{%- endif -%}
{%- if plan.hidden and plan.suppressed -%}{%- do parts.append(sqlmetrics.hidden(plan)) -%}{%- endif -%}
{%- if plan.household is not none -%}{%- do parts.append(sqlmetrics.households(plan)) -%}{%- endif -%}
{%- do parts.append(sqlmetrics.class_facts(plan, complete) if plan.level == 'class'
    else sqlmetrics.targets(plan, complete=complete)) -%}
{{ parts | join(',\n') }}
{%- endif -%}
{%- endmacro %}
