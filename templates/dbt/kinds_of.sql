{#- The kinds of a relation's columns by their names, number, date, truth or text; none where it is not built yet. -#}
{%- macro kinds_of(relation) -%}
{%- set kinds = {} -%}
{%- for column in (adapter.get_columns_in_relation(relation) if load_relation(relation) is not none else []) -%}
{%- set type = column.dtype | lower -%}
{%- do kinds.update({column.name: 'text' if column.is_string() else 'date' if type.startswith('date') or type.startswith('timestamp') else 'truth' if type.startswith('bool') else 'number' if column.is_number() or modules.re.search('int|float|double|decimal|numeric|number|real', type) else 'text'}) -%}
{%- endfor -%}
{%- do return(kinds) -%}
{%- endmacro %}
