{#-
The discrimination rates of one view, a row per target and, at class level, class: what known keys
tell about targets, by the same statement as `score`, from counts.

view.number, view.kind    original | released | white
view.known_number, .known   the set of known keys, and its names as a line of CSV
view.score                what the macro `score` takes, with `counted`
view.lost                 the counts whose unmapped keys leave the view undefined, or none
view.empty                why it is undefined without records
-#}
{%- macro attack_rates(plan, view) -%}
{%- set by_class = plan.level == 'class' -%}
{%- set measured = [] -%}
{%- for metric in view.score.metrics -%}{%- do measured.append(metric.name) -%}{%- endfor -%}
{%- set lost = 'unmapped_records + lost_records' if view.lost is not none else 'unmapped_records' -%}
select
        {% if view.kind == 'released' -%}
        case when target_number = 0 then 'identity' when partition_name is null then 'sensitive'
            else 'model' end as kind,
        {%- else -%}
        {{ sqlmetrics.literal(view.kind) }} as kind,
        {%- endif %}
        {{ view.known_number }} as known_number, {{ sqlmetrics.literal(view.known) }} as known,
        target_number, target, partition_name, class_name, place, records,
        case
            when lost > 0 then 'a partition has no domain for some values'
            when records = 0 then {{ sqlmetrics.literal(view.empty) }}
            else 'the target has a single value'
        end as undefined,
        case when lost = 0 then rate end as rate,
        case when lost = 0 then shift end as shift,
        case when lost = 0 then beyond end as beyond,
        {{ sqlmetrics.as_double('null') }} as linked
    from (
        with
        {{ sqlmetrics.count_facts(view.score, complete=true) }}
        select
            target_number, {{ sqlmetrics.target_case(view.score, false,
                'target_number') }} as target, {{ sqlmetrics.target_case(view.score, true,
                'target_number') }} as partition_name,
            {{ 'class_name, place, class_records as records,'
                if by_class else sqlmetrics.as_string('null') ~ ' as class_name, 0 as place, records,' }}
            {{ lost }} as lost,
            {{ sqlmetrics.discrimination_rate(plan.level) }} as rate,
            {{ sqlmetrics.a_diff(plan.level) if 'a_diff' in measured
                else sqlmetrics.as_double('null') }} as shift,
            {{ sqlmetrics.adjusted_discrimination_rate(plan.level) if 'adjusted_discrimination_rate'
                in measured else sqlmetrics.as_double('null') }} as beyond
        from {{ 'class_facts' if by_class else 'targets' }}
        {%- if view.lost is not none %}
        cross join (select coalesce(sum(counted.unmapped), 0) as lost_records
            from {{ view.lost }} counted) lost_keys
        {%- endif %}
        where target_number >= {{ 0 if view.kind == 'released' else 1 }}
        {%- if view.kind == 'original' %} and {{ sqlmetrics.target_case(view.score, true,
            'target_number') }} is null{% endif %}
        {%- if by_class and plan.limit %} and place <= {{ plan.limit }}{% endif %}
    ) view_{{ view.number }}
{%- endmacro %}
