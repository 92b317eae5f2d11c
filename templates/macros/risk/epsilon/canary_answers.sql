{#-
How many coins are guessed right from the answers to a query: of the canaries whose answers are largest and
smallest, as many as the plan says. A canary without an answer counts as one with the smallest.
-#}
{%- macro canary_answers(audit) -%}
{%- set sums = [] -%}
{%- for column in audit.answers -%}
    {%- do sums.append(sqlmetrics.as_double(sqlmetrics.quoted(column))) -%}
{%- endfor -%}
{%- set whole = audit.kind == 'whole' -%}
{%- set key = sqlmetrics.quoted(audit.key) -%}
with
-- an answer of the query
answers as (
    select
        {{ sqlmetrics.as_integer(key) if whole else sqlmetrics.as_string(key) }} as cell,
        {{ sqlmetrics.without_nan(sums | join(' + ')) }} as answer
    from {{ audit.from_sql }} source
    where {{ key }} is not null
),
-- a canary's cell and coin
coins as (
    select
        {{ sqlmetrics.as_integer('canary_text') }} as canary,
        {{ sqlmetrics.as_integer('cell_text') if whole else sqlmetrics.as_string('cell_text') }} as cell,
        {{ sqlmetrics.as_integer('coin_text') }} as coin
    from {{ sqlmetrics.few_rows(['canary_text', 'cell_text', 'coin_text'], audit.rows) }}
),
-- a canary with its answer
canaries as (
    select coins.canary as canary, coins.coin as coin, count(answers.cell) as given,
    max(answers.answer) as answer
    from coins
    left join answers on answers.cell = coins.cell
    group by coins.canary, coins.coin
),
-- a canary in the order of answers
ranked as (
    select
        coin, given,
        row_number() over (order by case when answer is null then 1 else 0 end, answer{{ ' desc'
            if audit.raises }}, canary) as place
    from canaries
),
-- what is guessed of a canary's coin: the largest are in, the smallest are out, and the others are left aside
guesses as (
    select
        coin, given,
        case when place <= {{ audit.inside }} then 1
            when place > {{ audit.canaries - audit.outside }} then 0 end as guess
    from ranked
),
audit as (
    select
        (select count(*) from answers) as all_answers,
        sum(case when given > 0 then 1 else 0 end) as answered,
        sum(case when given > 1 then 1 else 0 end) as doubled,
        sum(case when guess is not null then 1 else 0 end) as guesses,
        sum(case when guess = coin then 1 else 0 end) as right_guesses
    from guesses
)
select
    {% for column in ['all_answers', 'answered', 'doubled', 'guesses', 'right_guesses'] -%}
    {{ sqlmetrics.as_integer(column) }} as {{ column }}{{ ',\n    ' if not loop.last }}
    {%- endfor %}
    {%- if audit.bounds %},
    case
        {%- for right, epsilon in audit.bounds %}
        when right_guesses >= {{ right }} then {{ sqlmetrics.double_literal(epsilon) }}
        {%- endfor %}
        else {{ sqlmetrics.double_literal('0') }}
    end as epsilon_at_least,
    case
        when doubled > 0 or answered {{ '= 0' if audit.thresholded
            else '< ' ~ audit.canaries }} then 'the answers do not fit the coins'
        when right_guesses >= {{ audit.least_right }} then 'refuted' else 'not refuted'
    end as verdict
    {%- endif %}
from audit
{%- endmacro %}
