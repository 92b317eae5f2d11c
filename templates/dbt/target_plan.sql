{#-
One of plan.targets: `target` is {number, name, attribute, recoding, order, hierarchy}, `metrics`
those of the plan, which are of tables or classes by `level`.
-#}
{%- macro target_plan(target, metrics, given, level) -%}
{%- set scopes = ['any', 'identity'] if target.attribute is none else ['any', 'sensitive'] -%}
{%- if target.order is not none -%}{%- do scopes.append('ordered') -%}{%- endif -%}
{%- if target.hierarchy is not none -%}{%- do scopes.append('hierarchical') -%}{%- endif -%}
{%- set own = {'ordered': 'order=' ~ ('natural' if target.order is string else 'given')} if target.order is not none else {} -%}
{%- if target.hierarchy is not none -%}{%- do own.update({'hierarchical': 'hierarchy=' ~ target.hierarchy.name}) -%}{%- endif -%}
{%- set measures = {} -%}
{%- set cell_measures = {} -%}
{%- set summed = [] -%}
{%- set largest = [] -%}
{%- set parameters = [] -%}
{%- for metric in metrics if metric.targets in scopes -%}
{%- for cell in metric.cells -%}
{%- set column = cell[0] ~ '_' ~ cell[1] -%}
{%- if column not in measures -%}
{%- do measures.update({column: {'name': cell[1], 'aggregate': cell[0], 'partial': metric.undefined is not none, 'column': column, 'needs': metric.needs}}) -%}
{%- do cell_measures.update({cell[1]: metric}) -%}
{%- endif -%}
{%- endfor -%}
{%- if metric.classes -%}{%- do summed.append('of_' ~ metric.name) -%}{%- endif -%}
{%- if metric.needs == 'largest_value' and not largest -%}{%- do largest.append('largest_value') -%}{%- endif -%}
{%- if metric.targets in own -%}{%- do parameters.append({'metric': metric.name, 'text': own[metric.targets]}) -%}{%- endif -%}
{%- endfor -%}
{%- set over_cells = [] -%}
{%- for name, metric in cell_measures.items() if metric.targets == 'sensitive' -%}
{%- do over_cells.append({'name': name, 'parameters': sqlmetrics.parameters_of(metric, given), 'needs': metric.needs}) -%}
{%- endfor -%}
{%- set named = metrics | map(attribute='name') | list -%}
{%- set needs = metrics | map(attribute='needs') | list -%}
{%- do return({
    'number': target.number,
    'name': target.name,
    'attribute': target.attribute,
    'recoding': target.recoding,
    'scopes': scopes,
    'cell_measures': over_cells,
    'measures': measures.values() | list if level == 'table' else [],
    'measured': measures.values() | map(attribute='name') | list,
    'carried': (measures.keys() | list) + summed + largest if level == 'table' else [],
    'weighed': 'weighed' in needs or 'compared' in needs,
    'ranked': 'ranked' in needs,
    'order': target.order if 't_closeness_ordered' in named else none,
    'hierarchy': target.hierarchy.levels if target.hierarchy is not none and 't_closeness_hierarchical' in named else none,
    'parameters': parameters,
}) -%}
{%- endmacro %}
