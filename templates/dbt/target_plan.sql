{#-
One of plan.targets: `target` is {number, name, attribute, recoding, order, hierarchies}, `metrics`
those of the plan, which are of tables or classes by `level`; people are
`told_apart` where an individual is named.
-#}
{%- macro target_plan(target, metrics, given, level, told_apart) -%}
{%- set scopes = (['any', 'identity'] if target.attribute is none else ['any', 'sensitive']) + (['appearances'] if told_apart else []) -%}
{%- if target.order is not none -%}{%- do scopes.append('ordered') -%}{%- endif -%}
{%- if target.hierarchies -%}{%- do scopes.append('hierarchical') -%}{%- endif -%}
{%- set own = {'ordered': 'order=' ~ ('natural' if target.order is string else 'given')} if target.order is not none else {} -%}
{%- if target.hierarchies -%}{%- do own.update({'hierarchical': ('hierarchy=' if target.hierarchies | length == 1 else 'hierarchies=') ~ (target.hierarchies | map(attribute='name') | join('+'))}) -%}{%- endif -%}
{%- set carried = {} -%}
{%- set measured = {} -%}
{%- set parameters = [] -%}
{%- for metric in metrics if metric.targets in scopes -%}
{%- set cells = metric.people_cells if told_apart and metric.people_cells else metric.cells -%}
{%- for cell in cells -%}
{%- set column = cell[0] ~ '_' ~ cell[1] -%}
{%- set of_sizes = metric.targets == 'identity' -%}
{%- if column not in carried -%}
{%- do carried.update({column: {'name': cell[1], 'aggregate': cell[0], 'parameters': sqlmetrics.parameters_of(metric, given), 'of_sizes': of_sizes, 'partial': metric.undefined is not none and not of_sizes, 'column': column, 'of_person': cell[1][:7] == 'person_'}}) -%}
{%- endif -%}
{%- if not of_sizes and cell[1] not in measured -%}{%- do measured.update({cell[1]: metric}) -%}{%- endif -%}
{%- endfor -%}
{%- if metric.targets in own -%}{%- do parameters.append({'metric': metric.name, 'text': own[metric.targets]}) -%}{%- endif -%}
{%- endfor -%}
{%- set over_cells = [] -%}
{%- for name, metric in measured.items() if metric.targets == 'sensitive' -%}
{%- do over_cells.append({'name': name, 'parameters': sqlmetrics.parameters_of(metric, given)}) -%}
{%- endfor -%}
{%- set named = metrics | map(attribute='name') | list -%}
{%- set trees = target.hierarchies if 't_closeness_hierarchical' in named else [] -%}
{%- set distances = trees | map(attribute='column') | list if trees | length > 1 else [] -%}
{%- for name in distances -%}
{%- do carried.update({'max_' ~ name: {'name': name, 'aggregate': 'max', 'parameters': {}, 'of_sizes': false, 'partial': true, 'column': 'max_' ~ name, 'of_person': false}}) -%}
{%- endfor -%}
{%- set of_table = carried.values() | list if level == 'table' else [] -%}
{%- do return({
    'number': target.number,
    'name': target.name,
    'attribute': target.attribute,
    'recoding': target.recoding,
    'scopes': scopes,
    'cell_measures': over_cells,
    'measured': measured.keys() | list + distances,
    'carried': of_table | rejectattr('of_person') | list,
    'persons': of_table | selectattr('of_person') | list,
    'order': target.order if 't_closeness_ordered' in named else none,
    'hierarchies': trees,
    'parameters': parameters,
}) -%}
{%- endmacro %}
