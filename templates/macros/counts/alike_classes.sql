{#-
Classes of equal size, values and uncertainty, counted: a handful of rows even where almost every
class is one record. The sums that follow take one logarithm per distinct count, and are the same on
any number of threads.

A class's measures are carried to the table as the metrics need them: their largest value, their
sum, or their mean over the records; undefined where they are undefined for some class. A metric of
the classes' sizes adds a sum of its own. With `within` there is a row of sums for each of its
values, and classes are summed as they are: to group those of many tables costs more. `alike` is then a
column with how many classes a row of `classes` stands for, where that is more than one. Where the plan
is that for near-unique keys the shapes are there already.
-#}
{%- macro alike_classes(plan, target, within='', alike='') -%}
{%- set t = target.number -%}
{%- set own = target.attribute or plan.individual is not none -%}
{%- set total = 'total' in plan.facts or 'target_values' in plan.facts and not own -%}
{%- set summed = [] -%}
{%- if total -%}{%- do summed.append('total') -%}{%- endif -%}
{%- for fact in ['classes', 'cells', 'uncertainty'] if fact in plan.facts -%}{%- do summed.append(fact) -%}{%- endfor -%}
{%- set key_uncertainty = 'key_entropy' in plan.facts or 'gain' in plan.facts and not own -%}
{%- if key_uncertainty -%}{%- do summed.append('key_uncertainty') -%}{%- endif -%}
{%- for measure in target.measures if measure.aggregate in ('sum', 'mean') -%}{%- do summed.append(measure.column) -%}{%- endfor -%}
{%- for metric in plan.metrics if metric.classes and metric.targets in target.scopes -%}{%- do summed.append(metric.name) -%}{%- endfor -%}
{%- set represented = sqlmetrics.is_near_unique(plan) -%}
{%- set grouped = summed or plan.expected or within or represented -%}
{%- set at_once = sqlmetrics.at_once(plan, within) -%}
{%- set measures = target.measures | rejectattr('needs', 'equalto', 'ranked') | list if at_once else target.measures -%}
{%- set gain = sqlmetrics.sums_gain(plan, target, within) -%}
{%- set records = 'class_records' if plan.individual is not none else 'class_size' -%}
{%- set times = ' * ' ~ alike if alike else '' -%}
{% if within -%}
-- a row per class
shapes_{{ t }} as (
    select
        {{ within }}class_size, class_values, class_uncertainty,
        {%- for measure in measures %}
        {{ measure.name }}{{ times if measure.aggregate not in ('min', 'max') }} as shape_{{ measure.column }},
        {%- endfor %}
        {{ records }}{{ times }} as shape_records,
        {{ alike or '1' }} as classes_alike
    from classes_{{ t }}
),
{% elif grouped and not represented -%}
{{ sqlmetrics.shapes(plan, target) }},
{% endif -%}
-- {{ 'a row per table measured' if within else 'one row' }}, over all classes
sums_{{ t }} as (
    select
        {%- if within %}
        {{ within[:-2] }} as sums_of,
        {%- endif %}
        coalesce(sum({{ 'shape_records' if grouped else records }}), 0) as records
        {%- if total %},
        nullif({{ sqlmetrics.as_double('sum(class_size * classes_alike)') }}, 0) as total
        {%- endif %}
        {%- if 'classes' in plan.facts %},
        {{ sqlmetrics.as_double('sum(classes_alike)') }} as classes
        {%- endif %}
        {%- if 'cells' in plan.facts %},
        {{ sqlmetrics.as_double('sum(class_values * classes_alike)') }} as cells
        {%- endif %}
        {%- if 'uncertainty' in plan.facts %},
        sum(class_uncertainty * classes_alike) as uncertainty
        {%- endif %}
        {%- if key_uncertainty %},
        {{ sqlmetrics.uncertainty('class_size', 'classes_alike') }} as key_uncertainty
        {%- endif %}
        {%- for measure in measures %},
        {%- set shape = 'shape_' ~ measure.column if grouped else measure.name %}
        {%- set carried %}{{ 'sum(' ~ shape ~ ' * class_size) / sum(class_size * classes_alike)' if measure.aggregate == 'mean' else measure.aggregate ~ '(' ~ shape ~ ')' }}{% endset %}
        {{ 'case when count(' ~ shape ~ ') = count(*) then ' ~ carried ~ ' end' if measure.partial else carried }} as {{ measure.column }}
        {%- endfor %}
        {%- if gain %},
        sum(shape_gain) as class_gains
        {%- endif %}
        {%- for metric in plan.metrics if metric.classes and metric.targets in target.scopes %},
        {{ sqlmetrics[metric.name]('classes', metric.parameters) if metric.parameters else sqlmetrics[metric.name]('classes') }} as of_{{ metric.name }}
        {%- endfor %}
        {%- if 'least_size' in plan.facts %},
        {{ sqlmetrics.as_double('min(class_size)') }} as least_size
        {%- endif %}
        {%- if 'least_values' in plan.facts %},
        {{ sqlmetrics.as_double('min(class_values)') }} as least_values
        {%- endif %}
        {%- if 'least_weighted_uncertainty' in plan.facts %},
        min(class_uncertainty) as least_weighted_uncertainty
        {%- endif %}
        {%- if 'least_uncertainty' in plan.facts %},
        min(class_uncertainty / class_size) as least_uncertainty
        {%- endif %}
    from {{ 'shapes' if grouped else 'classes' }}_{{ t }}
    {%- if within %}
    group by {{ within[:-2] }}
    {%- endif %}
)
{%- endmacro %}
