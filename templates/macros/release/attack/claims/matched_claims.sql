{#-
The CTE `matched` of `checked_claims`: for each claim the number of individuals with its known and
guessed values (`matching`), the number of different guesses among individuals with the known values
(`variants`, where claims are `varied`), and the number of individuals with its guess (`holding`).
The last are counted on their own, as `holders`, where they are `held`; they are the matching ones
where nothing else is known. `sides` lists the column that tells several relations apart, or
nothing.
-#}
{%- macro matched_claims(sides, known, guess, tolerance, held, varied) -%}
{{ return(adapter.dispatch('matched_claims', 'sqlmetrics')(sides, known, guess, tolerance, held, varied)) }}
{%- endmacro %}

{#-
Claims and counted records are put together and meet in windows: everywhere the time grows with
their number, not with its square.
-#}
{%- macro default__matched_claims(sides, known, guess, tolerance, held, varied) -%}
{%- set names = sqlmetrics.claim_columns(known, guess).split(', ') -%}
{%- set knows, guesses = sides + names[:known | length], sides + names[known | length:] -%}
{%- set by_known -%}
{{ 'partition by ' if knows }}{% for name in knows %}{{ sqlmetrics.window_key(name) }}{{ ', '
    if not loop.last }}{% endfor -%}{%- endset -%}
{%- set by_guess -%}
partition by {% for name in guesses %}{{ sqlmetrics.window_key(name) }}{{ ', '
    if not loop.last }}{% endfor -%}
{%- endset -%}
{%- set by_both -%}
partition by {% for name in sides + names %}{{ sqlmetrics.window_key(name) }}{{ ', '
    if not loop.last }}{% endfor -%}
{%- endset -%}
{%- set names = (sides + names) | join(', ') -%}
-- a row per claim, and per counted combination of values
together as (
    select claim, {{ names }}, 0 as cell_people{{ ', 0 as holder_people' if held }}
    from made_claims
    union all
    select {{ sqlmetrics.as_integer('null') }} as claim, {{ names }},
    individuals as cell_people{{ ', 0 as holder_people' if held }}
    from cells
    {%- if held %}
    union all
    select
        {{ sqlmetrics.as_integer('null') }} as claim,
        {%- if sides %}
        side,
        {%- endif %}
        {%- for column in known %}
        {{ sqlmetrics.claimed('null', column.kind) }} as k{{ loop.index }},
        {%- endfor %}
        {{ sqlmetrics.claim_columns([], guess) }}, 0 as cell_people, individuals as holder_people
    from holders
    {%- endif %}
),
-- a row per claim, and per counted combination of values
matched as (
    select
        claim,{{ ' side,' if sides }}
        {%- if tolerance is not none %}
        g1,
        min(case when cell_people > 0 then g1 end) over ({{ by_known }}) as least,
        max(case when cell_people > 0 then g1 end) over ({{ by_known }}) as greatest,
        max(case when cell_people > 0 and g1 is null then 1 else 0 end)
            over ({{ by_known }}) as unknown_values,
        {%- endif %}
        sum(cell_people) over ({{ by_both }}) as matching,
        {%- if varied %}
        sum(case when cell_people > 0 then 1 else 0 end) over ({{ by_known }}) as variants,
        {%- endif %}
        {{ 'sum(holder_people) over (' ~ by_guess ~ ')'
            if held else 'sum(cell_people) over (' ~ by_guess ~ ')' if guess else '0' }} as holding
    from together
)
{%- endmacro %}

{#- Hash joins take NULL for equal to NULL. -#}
{%- macro duckdb__matched_claims(sides, known, guess, tolerance, held, varied) -%}
{%- set names = sqlmetrics.claim_columns(known, guess).split(', ') -%}
{%- set knows, guesses = sides + names[:known | length], sides + names[known | length:] -%}
{%- if varied -%}
-- {{ 'a row per combination of known values' if knows else 'one row' }}
variants as (
    select
        {%- for name in knows %}
        {{ name }},
        {%- endfor %}
        {%- if tolerance is not none %}
        min(g1) as least, max(g1) as greatest, max(case when g1 is null then 1 else 0 end) as unknown_values,
        {%- endif %}
        count(*) as variants
    from cells
    {%- if knows %}
    group by {{ knows | join(', ') }}
    {%- endif %}
),
{% endif -%}
-- a row per claim
matched as (
    select
        made_claims.claim,{{ ' made_claims.side,' if sides }}
        {%- if tolerance is not none %}
        made_claims.g1, variants.least, variants.greatest,
        coalesce(variants.unknown_values, 0) as unknown_values,
        {%- endif %}
        {%- if varied %}
        coalesce(variants.variants, 0) as variants,
        {%- endif %}
        coalesce(cells.individuals, 0) as matching, {{ 'coalesce(holders.individuals, 0)'
            if held else 'coalesce(cells.individuals, 0)' if guess else '0' }} as holding
    from made_claims
    left join cells on {% for name in sides + names %}{{ sqlmetrics.same('made_claims.' ~ name,
        'cells.' ~ name) }}{{ ' and ' if not loop.last }}{% endfor %}
    {%- if varied %}
    left join variants on {% for name in knows %}{{ sqlmetrics.same('made_claims.' ~ name,
        'variants.' ~ name) }}{{ ' and ' if not loop.last }}{% endfor %}{{ 'true' if not knows }}
    {%- endif %}
    {%- if held %}
    left join holders on {% for name in guesses %}{{ sqlmetrics.same('made_claims.' ~ name,
        'holders.' ~ name) }}{{ ' and ' if not loop.last }}{% endfor %}
    {%- endif %}
)
{%- endmacro %}
