{#-
What 1 to `known.points` points of a person give away of a secret of that person, as score records: see
`event_records`. The people who were looked for are the records. The surest guess is a bound where people are drawn.

A candidate with m points shows just these p with the chance 1 / C(m, p), which is the weight. Who has fewer
points than are known is known to have no others. The surest guess counts candidates.
-#}
{%- macro event_attribute(plan, known) -%}
{%- set target = plan.targets[0] -%}
{%- set set = sqlmetrics.event_set(known) -%}
{%- set weights = [] -%}
{%- set chance = namespace(text='') -%}
{%- for p in range(known.points) -%}
{%- set chance.text = chance.text ~ (' * ' if p else '') ~ ('(' ~ sqlmetrics.as_double('m') ~ ' - ' ~ p ~ ')' if p else sqlmetrics.as_double('m')) -%}
{%- do weights.append('when p = ' ~ (p + 1) ~ ' then 1 / (' ~ chance.text ~ ')') -%}
{%- endfor -%}
with
{{ sqlmetrics.event_points(plan) }},
{{ sqlmetrics.event_candidates(known) }},
{{ sqlmetrics.event_secrets(plan, target) }},
-- how many have each secret
overall as (
    select abs(sum(chance * {{ sqlmetrics.ln('chance') }})) as entropy, max(chance) as accuracy
    from (
        select {{ sqlmetrics.as_double('n') }} / sum(n) over () as chance
        from (select secret, {{ sqlmetrics.count_records() }} as n from secrets group by secret) counted
    ) shared
),
-- n candidates of a set have a secret; their weight, and how many have no other points
cells as (
    select {{ set }}, secret, {{ sqlmetrics.count_records() }} as n, sum(case when m = p then 1 else 0 end) as whole,
        sum(case {{ weights | join('\n            ') }} end) as weight
    from candidates
    join secrets on secrets.individual = candidates.individual
    group by {{ set }}, secret
),
shares as (
    select {{ set }}, whole, weight / sum(weight) over (partition by {{ set }}) as chance,
        {{ sqlmetrics.as_double('n') }} / sum(n) over (partition by {{ set }}) as certainty,
        {{ sqlmetrics.as_double('whole') }} / nullif(sum(whole) over (partition by {{ set }}), 0) as share_of_whole
    from cells
),
classes as (
    select {{ set }}, max(certainty) as alpha, abs(sum(chance * {{ sqlmetrics.ln('chance') }})) as entropy, max(chance) as accuracy,
        abs(sum(case when whole > 0 then share_of_whole * {{ sqlmetrics.ln('share_of_whole') }} else 0 end)) as whole_entropy,
        max(share_of_whole) as whole_accuracy
    from shares
    group by {{ set }}
),
{{ sqlmetrics.event_shown(known, [['entropy', 'entropy'], ['accuracy', 'accuracy'], ['whole_entropy', 'whole_entropy'], ['whole_accuracy', 'whole_accuracy']], [['alpha', 'alpha', 'max']]) }},
answers as (
    select asked.points as points, shown.alpha as alpha,
        case when asked.points > asked.p then whole_entropy else entropy end as entropy,
        case when asked.points > asked.p then whole_accuracy else accuracy end as accuracy
    from asked
    join shown on shown.target = asked.target and shown.p = asked.p
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
-- the same beside what is known without points
estimated as (
    select points, targets, alpha, answered.entropy as entropy, answered.accuracy as accuracy,
        {%- if known.drawn %}
        {{ sqlmetrics.mean_error('answered.entropy', 'entropy_squares', 'targets') }} as entropy_error,
        {{ sqlmetrics.mean_error('answered.accuracy', 'accuracy_squares', 'targets') }} as accuracy_error,
        {%- endif %}
        nullif(overall.entropy, 0) as whole_entropy, overall.accuracy as whole_accuracy
    from answered
    cross join overall
),
-- the most values of the secret that a person has
owned as (
    select max(n) as values_of_person
    from (
        select {{ sqlmetrics.count_records() }} as n
        from secrets
        group by individual
    ) counted
)
{{- sqlmetrics.event_records(plan, known, {
    'discrimination_rate': ['1 - entropy / whole_entropy', '1 - (entropy + entropy_error) / whole_entropy', '1 - (entropy - entropy_error) / whole_entropy'],
    'alpha_k_anonymity': ['case when alpha = 1 then alpha end' if known.drawn else 'alpha', 'alpha', 'case when targets > 0 then 1 end'],
    'a_acc': ['accuracy - whole_accuracy', 'accuracy - accuracy_error - whole_accuracy', 'accuracy + accuracy_error - whole_accuracy'],
}, ['owned'], [['values_of_person > 1', 'people have several values of it']]) }}
{%- endmacro %}
