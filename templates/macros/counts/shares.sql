{#-
A target's cells beside their class and the table, for the columns that `text` reads: p = p(x|y), the
value's share in the class, q = p(x), its share in the table, `held`, the share of all people who have
it, the surprises h_p = log2 1/p and h_q = log2 1/q, and `place`, the value's rank in the class.
`carried` are columns that the cells have already, such as n_x and total; `kept` are columns of cells
that stay. The marginals are `fixed` where they are there and the same for all tables.
-#}
{%- macro shares(plan, target, text, within='', carried=[], kept=[], fixed=false) -%}
{%- set s = sqlmetrics.suffix(target) -%}
{%- set words = sqlmetrics.words(text) -%}
{%- set keys = within ~ sqlmetrics.key_columns(plan) -%}
{%- set classed = ' p ' in words or ' h_p ' in words or ' n_y ' in words -%}
{%- set compared = ' q ' in words or ' h_q ' in words or ' n_x ' in words or ' total ' in words -%}
{%- set held = ' held ' in words -%}
{%- set valued = ' table_values ' in words -%}
{%- set apart = within ~ sqlmetrics.slice_columns(plan, true) -%}
{%- set over = sqlmetrics.over_table(plan, within) -%}
{%- set joined = (compared or valued or held) and not carried
    and (fixed or not within and sqlmetrics.joins_values()) -%}
{%- set beside = 'cells' ~ s ~ '.' if joined and plan.slices -%}
{%- set window_keys = within ~ sqlmetrics.window_keys(plan, beside) -%}
{%- set value = 'value' if within else sqlmetrics.cell_value(plan, target) -%}
{%- set columns = [] -%}
{%- set shown = [] -%}
{%- if within -%}{%- do columns.append([within[:-2]]) -%}{%- do shown.append([within[:-2]]) -%}{%- endif -%}
{%- for key in plan.quasi_identifiers -%}
{%- do columns.append([('cells' ~ s ~ '.' if joined else '') ~ sqlmetrics.key_name(key)]) -%}
{%- do shown.append([sqlmetrics.key_name(key)]) -%}
{%- endfor -%}
{%- for column in ['n'] + kept -%}
    {%- do columns.append([column]) -%}{%- do shown.append([column]) -%}
{%- endfor -%}
{%- if joined and compared -%}{%- do columns.append(['n_x, total']) -%}{%- endif -%}
{%- if joined and valued -%}{%- do columns.append(['table_values']) -%}{%- endif -%}
{%- if joined and held -%}{%- do columns.append(['value_people, table_people']) -%}{%- endif -%}
{%- if compared and carried -%}{%- do columns.append(['n_x, total']) -%}{%- endif -%}
{%- if classed -%}
    {%- do columns.append([sqlmetrics.as_double('sum(n) over (partition by ' ~ window_keys ~ ')')
        ~ ' as n_y']) -%}
{%- endif -%}
{%- if not joined and not carried -%}
{%- if compared -%}
{%- do columns.append([sqlmetrics.as_double('sum(n) over (partition by ' ~ apart
    ~ sqlmetrics.window_key(value) ~ ')') ~ ' as n_x']) -%}
{%- do columns.append([sqlmetrics.as_double('sum(n) ' ~ over) ~ ' as total']) -%}
{%- endif -%}
{%- if held -%}
{%- do columns.append([sqlmetrics.as_double('sum(people_of_value) over (partition by ' ~ apart
    ~ sqlmetrics.window_key(value) ~ ')') ~ ' as value_people']) -%}
{%- do columns.append([sqlmetrics.as_double('sum(people_of_table) ' ~ over) ~ ' as table_people']) -%}
{%- endif -%}
{%- if valued -%}{%- do columns.append([value]) -%}{%- endif -%}
{%- endif -%}
{%- if ' place ' in words -%}
    {%- do columns.append(['row_number() over (partition by ' ~ window_keys
        ~ ('\n                ' if window_keys | length > 40 else ' ') ~ 'order by n desc) as place']) -%}
{%- endif -%}
{#- MariaDB mistakes windows beside one that is ordered by the value, so it stands a select above them. -#}
{%- if valued and not joined and not carried -%}
    {%- do shown.append(['dense_rank() ' ~ sqlmetrics.over_table(plan, within,
        'order by ' ~ sqlmetrics.window_key(value)) ~ ' as table_values']) -%}
{%- endif -%}
{%- for column in ['table_values', 'place', 'n_y', 'n_x', 'total'] if (column != 'table_values' or joined)
    and ' ' ~ column ~ ' ' in words and column not in kept -%}
    {%- do shown.append([column]) -%}
{%- endfor -%}
{%- set symbols = [] -%}
{%- if ' p ' in words -%}
    {%- do shown.append(['n / n_y as p']) -%}{%- do symbols.append('p is p(x|y)') -%}
{%- endif -%}
{%- if ' q ' in words -%}
    {%- do shown.append(['n_x / total as q']) -%}{%- do symbols.append('q is p(x)') -%}
{%- endif -%}
{%- if held -%}
    {%- do shown.append(['value_people / table_people as held']) -%}
    {%- do symbols.append('held the share of people who have the value') -%}
{%- endif -%}
{%- if ' h_p ' in words -%}
    {%- do shown.append([sqlmetrics.surprise('n', 'n_y') ~ ' as h_p']) -%}
    {%- do symbols.append('h_p log2 1/p') -%}
{%- endif -%}
{%- if ' h_q ' in words -%}
    {%- do shown.append([sqlmetrics.surprise('n_x', 'total') ~ ' as h_q']) -%}
    {%- do symbols.append('h_q log2 1/q') -%}
{%- endif -%}
{%- if joined and not fixed -%}
{{ sqlmetrics.marginals(dict(plan, facts=['target_values'] if valued else []), target, compared=compared,
    by_people=held) }},
{% endif -%}
-- a cell: {{ symbols | join(', ') }}{{ ('\n-- ' if symbols | length > 3 else ' ')
    ~ '(brackets are 1 but for rounding, and keep digits near 1)' if ' h_p ' in words or ' h_q ' in words }}
cell_shares{{ s }} as (
    select {{ sqlmetrics.listed_columns(shown) }}
    from (
        select {{ sqlmetrics.listed_columns(columns, '            ') }}
        from cells{{ s }}
        {%- if joined %} join marginals{{ s }} on {{ sqlmetrics.same('marginals' ~ s ~ '.' ~ value,
            'cells' ~ s ~ '.' ~ value) }}
        {%- if beside %}
            and {{ sqlmetrics.same_table(plan, 'marginals' ~ s, 'cells' ~ s) }}
        {%- endif %}
        {%- endif %}
    ) sized
)
{%- endmacro %}
