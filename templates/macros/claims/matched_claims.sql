{#-
The CTE `matched` of `checked_claims`: for each claim how many individuals have what it knows and guesses (`matching`), how many different guesses
those with the known values have (`variants`, where claims are `varied`), and how many individuals have its guess (`holding`): they are
counted apart, as `holders`, where they are `held`, and are the matching ones where nothing else is known.
-#}
{%- macro matched_claims(known, guess, tolerance, held, varied) -%}{{ return(adapter.dispatch('matched_claims', 'sqlmetrics')(known, guess, tolerance, held, varied)) }}{%- endmacro %}

{#- Claims and counted records are put together and meet in windows, which everywhere takes time that grows with their number, not with its square. -#}
{%- macro default__matched_claims(known, guess, tolerance, held, varied) -%}
{%- set names = sqlmetrics.claim_columns(known, guess) -%}
{%- set guesses = sqlmetrics.claim_columns([], guess) -%}
{%- set knows_keys -%}{%- for column in known %}{{ sqlmetrics.window_key('k' ~ loop.index) }}{{ ', ' if not loop.last }}{% endfor -%}{%- endset -%}
{%- set guesses_keys -%}{%- for column in guess %}{{ sqlmetrics.window_key('g' ~ loop.index) }}{{ ', ' if not loop.last }}{% endfor -%}{%- endset -%}
together as (
    select claim, {{ names }}, 0 as cell_people, 0 as holder_people
    from made_claims
    union all
    select {{ sqlmetrics.as_integer('null') }} as claim, {{ names }}, individuals as cell_people, 0 as holder_people
    from cells
    {%- if held %}
    union all
    select
        {{ sqlmetrics.as_integer('null') }} as claim
        {%- for column in known %},
        {{ sqlmetrics.claimed('null', column.kind) }} as k{{ loop.index }}
        {%- endfor %},
        {{ guesses }}, 0 as cell_people, individuals as holder_people
    from holders
    {%- endif %}
),
matched as (
    select
        claim,
        {%- if tolerance is not none %}
        g1,
        min(case when cell_people > 0 then g1 end) over ({{ 'partition by ' ~ knows_keys if known }}) as least,
        max(case when cell_people > 0 then g1 end) over ({{ 'partition by ' ~ knows_keys if known }}) as greatest,
        max(case when cell_people > 0 and g1 is null then 1 else 0 end) over ({{ 'partition by ' ~ knows_keys if known }}) as unknown_values,
        {%- endif %}
        sum(cell_people) over (partition by {{ knows_keys }}{{ ', ' if known and guess }}{{ guesses_keys }}) as matching,
        {%- if varied %}
        sum(case when cell_people > 0 then 1 else 0 end) over ({{ 'partition by ' ~ knows_keys if known }}) as variants,
        {%- endif %}
        {{ 'sum(holder_people) over (partition by ' ~ guesses_keys ~ ')' if held else 'sum(cell_people) over (partition by ' ~ guesses_keys ~ ')' if guess else '0' }} as holding
    from together
)
{%- endmacro %}

{#- Hash joins take NULL for equal to NULL. -#}
{%- macro duckdb__matched_claims(known, guess, tolerance, held, varied) -%}
{%- set names = sqlmetrics.claim_columns(known, guess).split(', ') -%}
{%- set knows = names[:known | length] -%}
{%- set guesses = names[known | length:] -%}
{%- if varied -%}
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
matched as (
    select
        made_claims.claim,
        {%- if tolerance is not none %}
        made_claims.g1, variants.least, variants.greatest, coalesce(variants.unknown_values, 0) as unknown_values,
        {%- endif %}
        {%- if varied %}
        coalesce(variants.variants, 0) as variants,
        {%- endif %}
        coalesce(cells.individuals, 0) as matching, {{ 'coalesce(holders.individuals, 0)' if held else 'coalesce(cells.individuals, 0)' if guess else '0' }} as holding
    from made_claims
    left join cells on {% for name in names %}{{ sqlmetrics.same('made_claims.' ~ name, 'cells.' ~ name) }}{{ ' and ' if not loop.last }}{% endfor %}
    {%- if varied %}
    left join variants on {% for name in knows %}{{ sqlmetrics.same('made_claims.' ~ name, 'variants.' ~ name) }}{{ ' and ' if not loop.last }}{% endfor %}{{ 'true' if not knows }}
    {%- endif %}
    {%- if held %}
    left join holders on {% for name in guesses %}{{ sqlmetrics.same('made_claims.' ~ name, 'holders.' ~ name) }}{{ ' and ' if not loop.last }}{% endfor %}
    {%- endif %}
)
{%- endmacro %}
