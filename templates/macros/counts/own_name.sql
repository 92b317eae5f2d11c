{#-
Whether a column keeps its own name in a statement, as `yes` or nothing: where the statement does not
use the name itself, in any case of letters.
-#}
{%- macro own_name(column) -%}
{%- set name = column | lower -%}
{%- set prefixes = ['key_', 'raw_', 'sum_', 'max_', 'min_'] -%}
{%- set longer = ['class_', 'value_', 'table_', 'target_', 'least_', 'mean_c', 'codes_', 'mappin', 'metric', 'counte', 'prior_', 'expect', 'people', 'member', 'househ', 'reside', 'ordere', 'hierar'] -%}
{%- set words = [
    'attribute', 'cells', 'classes', 'conditional_entropy', 'counts', 'direction', 'domain', 'hidden', 'hidden_total',
    'individual', 'input', 'joint_entropy', 'key_entropy', 'largest_share', 'level', 'listed', 'marginals', 'mutual_information',
    'n', 'of_target', 'p', 'partition', 'partition_name', 'parameters', 'parameter_text', 'place', 'place_of_metric', 'metric', 'of_target', 'listed', 'q',
    'quasi_identifiers', 'reason', 'records', 'recoded', 'score', 'scores', 'shares', 'sized', 'source', 'suppressed', 'surprise',
    'target', 'targets', 'total', 'undefined', 'undefined_reason', 'unit', 'unmapped', 'unmapped_records', 'value', 'weighted_entropy',
] -%}
{{ 'yes' if name not in words and name[:4] not in prefixes and name[:6] not in longer and name[:7] not in longer }}
{%- endmacro %}
