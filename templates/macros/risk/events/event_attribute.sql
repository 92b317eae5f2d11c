{#-
What 1 to `known.points` points of a person give away of a secret of that person, as score records: see
`event_records`. The people who were looked for are the records. The surest guess is a bound where
people are drawn. `valued` is as in `event_valued`.

Who has fewer points than are known is known to have no others. The surest guess counts candidates.
-#}
{%- macro event_attribute(plan, known, valued=none) -%}
{%- set target = plan.targets[0] -%}
{%- set set = sqlmetrics.event_set(known) -%}
with
{{ sqlmetrics.event_candidates(plan, known) }},
{{ sqlmetrics.event_secrets(plan, target, known, valued) }},
-- the uncertainty and the best guess without points
overall as (
    select abs(sum(chance * {{ sqlmetrics.ln('chance') }})) as entropy, max(chance) as accuracy
        {%- if known.drawn %},
        {{ sqlmetrics.ln(sqlmetrics.as_double(sqlmetrics.count_records())) }} as most_entropy{% endif %}
    from (
        select {{ sqlmetrics.as_double('n') }} / sum(n) over () as chance
        from (select secret, {{ sqlmetrics.count_records() }} as n from secrets group by secret) counted
    ) shared
),
{{ sqlmetrics.event_bit_cells(known) if known.few else sqlmetrics.event_cells(known) }},
-- a secret of the candidates of a set, and how likely it is
point_shares as (
    select {{ set }}, whole, weight / sum(weight) over (partition by {{ set }}) as chance,
        {{ sqlmetrics.as_double('n') }} / sum(n) over (partition by {{ set }}) as certainty,
        {{ sqlmetrics.as_double('whole') }} / nullif(sum(whole)
            over (partition by {{ set }}), 0) as share_of_whole
    from cells
),
-- a set, with the uncertainty that its candidates leave, and the best guess
classes as (
    select {{ set }}, max(certainty) as alpha, abs(sum(chance * {{ sqlmetrics.ln('chance') }})) as entropy,
    max(chance) as accuracy,
        abs(sum(case when whole > 0 then share_of_whole * {{ sqlmetrics.ln('share_of_whole') }}
            else 0 end)) as whole_entropy,
        max(share_of_whole) as whole_accuracy
    from point_shares
    group by {{ set }}
),
{{ sqlmetrics.event_shown(known, [['entropy', 'entropy'], ['accuracy', 'accuracy'],
    ['whole_entropy', 'whole_entropy'], ['whole_accuracy', 'whole_accuracy']], [['alpha', 'alpha', 'max']],
    ['p']) }},
-- a target of a number of points; where these are all points, others with just them are the candidates
answers as (
    select asked.points as points, asked.alpha as alpha,
        case when asked.points > asked.p then whole_entropy else entropy end as entropy,
        case when asked.points > asked.p then whole_accuracy else accuracy end as accuracy
    from asked
),
-- a number of points, with the mean uncertainty and best guess that they leave, and the surest guess
answered as (
    select points, {{ sqlmetrics.count_records() }} as targets, avg(answers.entropy) as entropy,
        avg(answers.accuracy) as accuracy,
        {%- if known.drawn %}
        avg(answers.entropy * answers.entropy) as entropy_squares,
        avg(answers.accuracy * answers.accuracy) as accuracy_squares,
        {%- endif %}
        max(answers.alpha) as alpha
    from answers
    group by points
),
{% if known.drawn -%}
-- the same with the centres of intervals
centres as (
    select points, targets, alpha, answered.entropy as entropy, entropy_squares,
    answered.accuracy as accuracy, accuracy_squares,
        {{ sqlmetrics.mean_centre('answered.entropy', 'overall.most_entropy', 'targets') }} as entropy_centre,
        {{ sqlmetrics.mean_centre('answered.accuracy', '1', 'targets') }} as accuracy_centre
    from answered
    cross join overall
),
-- a number of points with the widths of intervals
bounded as (
    select points, targets, alpha, centres.entropy as entropy, entropy_centre, centres.accuracy as accuracy,
    accuracy_centre,
        {{ sqlmetrics.mean_error('entropy', 'overall.most_entropy', 'targets') }} as entropy_error,
        {{ sqlmetrics.mean_error('accuracy', '1', 'targets') }} as accuracy_error
    from centres
    cross join overall
),
{% endif -%}
-- the same beside what is known without points
estimated as (
    select points, targets, alpha, shared.entropy as entropy, shared.accuracy as accuracy,
        {%- if known.drawn %}
        {{ sqlmetrics.mean_low('shared.entropy', 'entropy') }} as entropy_low,
        {{ sqlmetrics.mean_high('shared.entropy', 'overall.most_entropy', 'entropy') }} as entropy_high,
        {{ sqlmetrics.mean_low('shared.accuracy', 'accuracy') }} as accuracy_low,
        {{ sqlmetrics.mean_high('shared.accuracy', '1', 'accuracy') }} as accuracy_high,
        {%- endif %}
        nullif(overall.entropy, 0) as whole_entropy, overall.accuracy as whole_accuracy
    from {{ 'bounded' if known.drawn else 'answered' }} shared
    cross join overall
),
-- the most values of the secret that a person has
owned_values as (
    select max(n) as values_of_person
    from (
        select {{ sqlmetrics.count_records() }} as n
        from secrets
        group by individual
    ) counted
)
{{- sqlmetrics.event_records(plan, known, {
    'discrimination_rate': ['1 - entropy / whole_entropy', '1 - entropy_high / whole_entropy',
    '1 - entropy_low / whole_entropy'],
    'alpha_k_anonymity': ['case when alpha = 1 then alpha end', 'alpha', 'case when targets > 0 then 1 end'],
    'a_acc': ['accuracy - whole_accuracy', 'accuracy_low - whole_accuracy', 'accuracy_high - whole_accuracy'],
} if known.drawn else {
    'discrimination_rate': ['1 - entropy / whole_entropy'],
    'alpha_k_anonymity': ['alpha'],
    'a_acc': ['accuracy - whole_accuracy'],
}, ['owned_values'], [['values_of_person > 1', 'people have several values of it']]) }}
{%- endmacro %}
