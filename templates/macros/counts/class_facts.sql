{#-
A row per target and class with all facts of class-level metrics: class_size, class_values,
class_records, class_entropy H(X|Y=y) and weighted_entropy p(y) H(X|Y=y), both in bits, beside its
target's columns. `place` ranks a target's classes, riskiest first; the identity's by their
individual risk where there are survey weights. With named keys a class has these in place of its
name, its records and its place.
-#}
{#- Classes that are alike are to have one rank by what they leave open, whatever a sum's last digit. -#}
{%- macro class_facts(plan, complete=false) -%}
{%- set several = plan.targets | length > 1 -%}
{%- set target = plan.targets[0] -%}
{%- set of_people = not several and not target.attribute -%}
{%- set slices = sqlmetrics.slice_columns(plan, true) -%}
{%- set part = slices ~ ('target_number, ' if several) -%}
{%- set of_target = 'over (' ~ ('partition by ' ~ part[:-2] if part else '') ~ ')' -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set records = 'class_records' if plan.individual is not none or plan.nulls == 'any' else 'class_size' -%}
{%- set entropy = sqlmetrics.log2('class_size') if of_people else 'class_entropy' -%}
{%- set gain = sqlmetrics.log2('1 / class_share') if of_people and plan.individual is none
    else 'class_gain' -%}
{%- set classes = sqlmetrics.classes_of_targets(plan) -%}
{%- set words = sqlmetrics.measured_words(plan) -%}
{%- set lines = [] -%}
{%- if plan.slices and not plan.named_keys -%}
    {%- do lines.append(sqlmetrics.slice_columns(plan)[:-2]) -%}
{%- endif -%}
{%- if several or slices or complete or plan.metrics | length != 1 or plan.named_keys
    or plan.withheld is not none -%}
    {%- do lines.append('target_number' if several else target.number ~ ' as target_number') -%}
{%- endif -%}
{%- set keyed = [] -%}
{%- if plan.named_keys -%}
{%- do keyed.append([keys]) -%}
{%- else -%}
{%- do keyed.append([(sqlmetrics.class_name(plan) if plan.show_values else sqlmetrics.as_string('null'))
    ~ ' as class_name']) -%}
{%- do lines.append(records if records == 'class_records' else 'class_size as class_records') -%}
{%- set risk = 'class_individual_risk desc, ' if plan.weight is not none and not target.attribute else '' -%}
{%- set certain = 'class_size' if of_people
    else 'floor(1000000000000 * class_share * class_entropy + 0.5)' -%}
{%- do keyed.append(['row_number() over (' ~ ('partition by ' ~ part[:-2] if part else '')
    ~ '\n            order by ' ~ risk ~ certain ~ ', ' ~ records ~ ', ' ~ keys ~ ') as place',
    'rounded, so that alike classes tie']) -%}
{%- endif -%}
{%- if ' class_size ' in words -%}
    {%- do lines.append(sqlmetrics.as_double('class_size') ~ ' as class_size') -%}
{%- endif -%}
{%- if 'class_values' in plan.facts -%}
    {%- do lines.append(sqlmetrics.as_double('class_values') ~ ' as class_values') -%}
{%- endif -%}
{%- if ' class_entropy ' in words -%}
    {%- do lines.append(entropy ~ (' as class_entropy' if of_people else '') ~ '  -- H(X|Y=y)') -%}
{%- endif -%}
{%- if 'weighted_entropy' in plan.facts -%}
    {%- do lines.append('class_share * ' ~ entropy ~ ' as weighted_entropy  -- p(y) H(X|Y=y)') -%}
{%- endif -%}
{%- if 'target_entropy' in plan.facts -%}
    {%- do lines.append('sum(class_share * (' ~ entropy ~ ' + ' ~ gain ~ ')) ' ~ of_target
        ~ ' as target_entropy  -- H(X)') -%}
{%- endif -%}
{%- if 'total' in plan.facts -%}
    {%- do lines.append(sqlmetrics.as_double('sum('
        ~ ('class_records' if plan.nulls == 'any' else 'class_size') ~ ') ' ~ of_target)
        ~ ' as total  -- N') -%}
{%- endif -%}
{%- if 'classes' in plan.facts -%}
    {%- do lines.append(sqlmetrics.as_double('count(*) ' ~ of_target) ~ ' as classes  -- m') -%}
{%- endif -%}
{%- if 'target_values' in plan.facts -%}
    {%- do lines.append(sqlmetrics.as_double(('sum(class_size) ' if of_people and plan.individual is none
        else 'max(class_table_values) ') ~ of_target) ~ ' as target_values') -%}
{%- endif -%}
{%- for name in sqlmetrics.measured_columns(plan).split() -%}{%- do lines.append(name) -%}{%- endfor -%}
{%- if 'unmapped_records' in plan.facts -%}
    {%- do lines.append('coalesce(sum(class_unmapped) ' ~ of_target ~ ', 0) as unmapped_records') -%}
{%- endif -%}
{%- set columns = [] -%}
{%- for line in lines -%}{%- do columns.append(line.split('  -- ')) -%}{%- endfor -%}
{%- if classes == 'classes' and several -%}
{{ sqlmetrics.union_classes(plan) }},
{% endif -%}
-- a class of a target, the riskiest at place 1
class_facts as (
    select {{ sqlmetrics.listed_columns(keyed + columns) }}
    from {{ classes }}
)
{%- endmacro %}
