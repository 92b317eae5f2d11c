{#-
The cells of a published table, judged. A line is all cells that differ in one key alone. It is disclosing
where one cell has all its people, or more than a share; structural where the key has no other value;
and left out where it has too few people itself, since its cells then have too few. More than one cell holds
a line only where people are in several cells; the line counts once, then, too.
-#}
{%- macro output_cells(plan, outputs, table) -%}
{%- set names = [] -%}
{%- set order = [] -%}
{%- set possible = [] -%}
{%- for key in table['keys'] -%}
{%- set name = sqlmetrics.key_name(key) -%}
{%- do names.append('cell.' ~ name ~ ' as ' ~ name) -%}
{%- do order.append('case when cell.' ~ name ~ ' is null then 0 else 1 end, '
    ~ sqlmetrics.natural_order('cell.' ~ name)) -%}
{%- do possible.append(sqlmetrics.as_double('values_' ~ key.number)) -%}
{%- endfor -%}
{%- set shared = plan.individual is not none -%}
{%- set sums = ['total', 'lowest', 'largest', 'largest_two', 'largest_n'] if outputs.measure is not none
    else [] -%}
-- a row per cell of table {{ table.number }}
cells_{{ table.number }} as (
    select
        {{ table.number }} as table_number, {{ sqlmetrics.as_string('null') if not plan.show_values
            else sqlmetrics.class_name(plan, table['keys']) if table['keys']
            else sqlmetrics.as_string("''") }} as cell_name, place, people,
        case when people < {{ outputs.minimum_frequency }} then 1 else 0 end as is_small,
        {%- if sums %}
        case when lowest >= 0 then case
            when 100 * largest_n - {{ outputs.percent }} * total > {{ sqlmetrics.double_literal('1e-12') }}
                * total then 1 else 0 end end as is_dominated,
        case when lowest >= 0 then case
            when 100 * (total - largest_two) - {{ outputs.p_percent }}
                * largest < -{{ sqlmetrics.double_literal('1e-12') }} * total then 1
                    else 0 end end as is_close,
        {%- else %}
        0 as is_dominated, 0 as is_close,
        {%- endif %}
        {%- for name, condition in [('held_lines', '> 1'), ('class_lines', '> 1'),
            ('structural_lines', '= 1')] %}
        {% for line in table.lines -%}
        case when holds_{{ loop.index }} = 1 and values_{{ line.key }} {{ condition }}{{ ' and turn_'
            ~ loop.index ~ ' = 1' if shared and name != 'held_lines' }} then {{ line.held
            if name == 'held_lines' else 1 }} else 0 end{{ ' + ' if not loop.last }}
        {%- else %}0{% endfor %} as {{ name }},
        {%- endfor %}
        {{ possible | join(' * ') or sqlmetrics.as_double('1') }} as possible_cells
    from (
        select
            {{ names | join(', ') ~ ', ' if names }}cell.people as people, {% for name
                in sums %}cell.{{ name }} as {{ name }}, {% endfor %}
            {%- for line in table.lines %}
            {%- set window = [] %}
            {%- for key in line['keys'] %}{% do window.append(sqlmetrics.window_key('cell.'
                ~ sqlmetrics.key_name(key))) %}{% endfor %}
            case when line_{{ loop.index }}.people < {{ outputs.minimum_frequency }} then 0
                when cell.people {{ '>= ' if outputs.class_share is none
                    else '> 1e-7 + ' ~ outputs.class_share
                    ~ ' * ' }}line_{{ loop.index }}.people then 1 else 0 end as holds_{{ loop.index }},
            {% if shared -%}
            row_number() over ({{ 'partition by ' ~ window | join(', ') ~ ' '
                if window }}order by cell.people desc) as turn_{{ loop.index }}, {% endif -%}
            values_{{ line.key }},
            {%- endfor %}
            row_number() over (order by {{ order | join(', ') or 'cell.people' }}) as place
        from margin_{{ table.margin }} cell
        {%- for line in table.lines %}
        {%- set name = 'line_' ~ loop.index %}
        {%- set same = [] %}
        {%- for key in line['keys'] %}{% do same.append(sqlmetrics.same_key('cell.'
            ~ sqlmetrics.key_name(key), name ~ '.' ~ sqlmetrics.key_name(key))) %}{% endfor %}
        {{ 'inner join margin_' ~ line.margin ~ ' ' ~ name ~ ' on ' ~ same | join(' and ') if same
            else 'cross join margin_' ~ line.margin ~ ' ' ~ name }}
        cross join (
            select count(*) as values_{{ line.key }}
            from (select {{ sqlmetrics.key_name(plan.quasi_identifiers[line.key - 1]) }} from contributors
                group by {{ sqlmetrics.key_name(plan.quasi_identifiers[line.key - 1]) }}) key_values
        ) of_key_{{ loop.index }}
        {%- endfor %}
    ) cell
)
{%- endmacro %}
