{#-
Whether a column keeps its own name in a statement, as `yes` or nothing: where the statement does
not use the name itself, in any case of letters. A `plain` statement counts and nothing else: it
measures no order, no hierarchy, no chance, no population and no survey weights, whose steps have
names too.
-#}
{%- macro own_name(column, plain=false) -%}
{%- set name = column | lower -%}
{%- set words = [
    'alike', 'attribute', 'cells', 'classes', 'classes_alike', 'conditional_entropy', 'counts', 'direction',
    'domain', 'exposures', 'h_p', 'h_q', 'held', 'hidden', 'hidden_size', 'hidden_total', 'individual',
    'input',
    'joint_entropy', 'key_entropy', 'least_code', 'level', 'listed', 'marginals', 'metric',
    'most_code', 'mutual_information', 'n', 'n_x', 'n_y', 'number', 'of_target', 'open_word', 'p',
    'parameter_text', 'parameters', 'partition', 'partition_name', 'persons', 'place', 'place_of_metric', 'q',
    'quasi_identifiers', 'reason', 'recoded', 'records', 'records_in_class', 'room', 'room_before', 'score',
    'scores', 'sized', 'slices', 'source', 'spelt', 'spelt_classes', 'sums', 'suppressed', 'target',
    'targets',
    'total',
    'undefined', 'unit', 'unmapped', 'unmapped_keys', 'unmapped_records', 'value', 'weighted_entropy',
    'word',
] -%}
{%- set begun = [
    'cell_', 'cells_', 'class_', 'classes_', 'codes_', 'counted', 'expected', 'key_', 'kept_', 'largest_',
    'least_',
    'mapping', 'marginals_', 'max_', 'mean_class_', 'mean_person_', 'member', 'metric_', 'min_', 'most_',
    'own_', 'pattern', 'people', 'raw_', 'recoded_', 'shared_', 'slice_', 'sum_', 'table_', 'target_', 'told',
    'value_', 'values_here',
] -%}
{%- set further = [
    'any_unplaced', 'digit', 'digits', 'distance', 'distances', 'endangered', 'escapes', 'expectations',
    'exposed', 'far', 'gap_last', 'gap_sum', 'gap_unplaced', 'gaps', 'grossed',
    'hit_steps', 'hits', 'homes', 'housed', 'is_gap', 'is_of_value', 'known', 'known_set', 'last_place',
    'last_share', 'last_sum', 'leaf',
    'leaf_size', 'least_hits', 'log_escape', 'log_hidden', 'log_ratio', 'log_weight', 'mate_risk', 'mates',
    'mean_hits', 'means', 'met', 'moments', 'most_hits', 'neighbours', 'numbers', 'odds_here',
    'own_share', 'pair', 'pairs', 'part', 'pass_place', 'pass_sum', 'passed', 'records_so_far',
    'passed_place', 'passed_sum', 'passes',
    'paths', 'peaks', 'place_number', 'population', 'position', 'positions', 'proportions', 'ranges', 'reach',
    'spread', 'hits_of_sizes',
    'record_weight', 'sampled', 'size_here', 'size_of_class', 'sizes', 'sizes_of_slices', 'stacked', 'steps',
    'survey', 'survey_weight', 'times_here', 'totals',
    'unplaced', 'weight', 'whole', 'widest', 'width', 'worst', 'worst_household_risk',
] -%}
{%- set further_begun = [
    'distance_', 'few_', 'held_', 'hidden_', 'hierarch', 'household', 'housemates', 'many_', 'moved_',
    'next_', 'node', 'number_', 'numbered_', 'of_target_',
    'ordered', 'placed', 'plain_classes', 'reside', 'risks_of', 'share_', 'stacked_', 'unplaced_',
    'values_of_size',
    'weighed_leaves', 'gaps_', 'passes_', 'positions_', 'steps_',
] -%}
{%- set clash = [] -%}
{%- for prefix in begun + ([] if plain else further_begun) if name[:prefix | length] == prefix -%}
    {%- do clash.append(prefix) -%}
{%- endfor -%}
{{ 'yes' if name not in words and (plain or name not in further) and not clash }}
{%- endmacro %}
