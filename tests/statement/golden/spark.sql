-- sqlmetrics 0.1.0: k_anonymity, itpr, discrimination_rate
-- of clinic.patients: what zip (as zip:3), age (as age) tell about identity, disease (as kinds)
-- NULL is a category of its own
-- a row per metric and target: direction says which way value is riskier, and reason why it is NULL
with
counts as (
    select
        key_1, key_2, value_1,
        sum(case when (raw_2 is not null and key_2 is null) then 1 else 0 end) as unmapped,
        count(*) as records
    from (
        select
            rpad(substr(cast(source.`zip` as string), 1, 3), cast(length(cast(source.`zip` as string)) as integer), '*') as key_1,
            case
            when source.`age` < 30 then '(-inf, 30)'
            when source.`age` >= 30 and source.`age` < 60 then '[30, 60)'
            when source.`age` >= 60 and lower(cast(source.`age` as string)) <> 'nan' then '[60, inf)'
        end as key_2,
            source.`age` as raw_2,
            source.`disease` as value_1
        from `clinic`.`patients` source
    ) input
    group by key_1, key_2, value_1
),
unmapped_keys as (
    select sum(unmapped) as unmapped
    from counts
),
recoded_1 as (
    select
        key_1, key_2, value_1 as raw_value,
        case
            when cast(value_1 as string) in ('lung cancer') then 'cancer'
            when cast(value_1 as string) in ('flu', 'Crohn\'s') then 'other'
        end as value,
        records
    from counts
),
cells_1 as (
    select
        key_1, key_2, value,
        sum(case when raw_value is not null and value is null then records else 0 end) as cell_unmapped,
        sum(records) as n
    from recoded_1
    group by key_1, key_2, value
),
classes_1 as (
    select
        sum(n) as class_size,
        case
            when max(n) >= 1000000 and sum(n) - max(n) < 1000000 and sum(n) - max(n) <= cast(max(n) as double) / 100000
            then cast(sum(n) - max(n) as double) * (ln(cast(sum(n) as double)) + 1 - cast(sum(n) - max(n) as double) / cast(max(n) as double) / 2)
                - sum(case when n < 1000000 then cast(n as double) * ln(cast(n as double)) else 0 end)
            else cast(sum(n) as double) * ln(cast(sum(n) as double)) - sum(cast(n as double) * ln(cast(n as double)))
        end as class_uncertainty
    from cells_1
    group by key_1, key_2
),
marginals_1 as (
    select
        sum(cell_unmapped) as value_unmapped,
        sum(n) as value_size
    from cells_1
    group by value
),
spectrum_1 as (
    select
        sum(value_unmapped) as target_unmapped,
        count(*) as target_values,
        case
            when max(value_size) >= 1000000 and sum(value_size) - max(value_size) < 1000000 and sum(value_size) - max(value_size) <= cast(max(value_size) as double) / 100000
            then cast(sum(value_size) - max(value_size) as double) * (ln(cast(sum(value_size) as double)) + 1 - cast(sum(value_size) - max(value_size) as double) / cast(max(value_size) as double) / 2)
                - sum(case when value_size < 1000000 then cast(value_size as double) * ln(cast(value_size as double)) else 0 end)
            else cast(sum(value_size) as double) * ln(cast(sum(value_size) as double)) - sum(cast(value_size as double) * ln(cast(value_size as double)))
        end as value_uncertainty
    from marginals_1
),
shapes_1 as (
    select
        class_size, class_uncertainty,
        sum(class_size) as shape_records,
        count(*) as classes_alike
    from classes_1
    group by class_size, class_uncertainty
),
sums_1 as (
    select
        coalesce(sum(shape_records), 0) as records,
        nullif(cast(sum(class_size * classes_alike) as double), 0) as total,
        cast(sum(classes_alike) as double) as classes,
        sum(class_uncertainty * classes_alike) as uncertainty,
        cast(min(class_size) as double) as least_size,
        min(class_uncertainty) as least_weighted_uncertainty
    from shapes_1
),
classes_0 as (
    select
        class_size,
        cast(class_size as double) * ln(cast(class_size as double)) as class_uncertainty
    from classes_1
),
shapes_0 as (
    select
        class_size, class_uncertainty,
        sum(class_size) as shape_records,
        count(*) as classes_alike
    from classes_0
    group by class_size, class_uncertainty
),
sums_0 as (
    select
        coalesce(sum(shape_records), 0) as records,
        nullif(cast(sum(class_size * classes_alike) as double), 0) as total,
        cast(sum(classes_alike) as double) as classes,
        sum(class_uncertainty * classes_alike) as uncertainty,
        cast(min(class_size) as double) as least_size,
        min(class_uncertainty) as least_weighted_uncertainty
    from shapes_0
),
facts as (
    select
        0 as target_number, 'identity' as target,
        cast(null as string) as partition_name,
        records, total, classes, uncertainty, least_size, least_weighted_uncertainty,
        total as target_values, total * ln(total) as value_uncertainty,
        coalesce(unmapped, 0) as unmapped_records
    from sums_0 cross join unmapped_keys
    union all
    select
        1 as target_number, 'disease' as target,
        'kinds' as partition_name,
        records, total, classes, uncertainty, least_size, least_weighted_uncertainty,
        cast(target_values as double) as target_values, value_uncertainty,
        coalesce(unmapped, 0) + coalesce(target_unmapped, 0) as unmapped_records
    from sums_1 cross join spectrum_1 cross join unmapped_keys
),
entropies as (
    select
        target_number, target, partition_name, records, classes, target_values, unmapped_records, least_size,
        value_uncertainty / total / ln(cast(2 as double)) as target_entropy,
        case when uncertainty < value_uncertainty then uncertainty else value_uncertainty end / total / ln(cast(2 as double)) as conditional_entropy,
        least_weighted_uncertainty / total / ln(cast(2 as double)) as least_weighted
    from facts
),
targets as (
    select
        target_number, target, partition_name, records, target_values, unmapped_records, least_size,
        target_entropy, conditional_entropy,
        case when least_weighted * classes < conditional_entropy then least_weighted * classes else conditional_entropy end as least_scaled_entropy
    from entropies
),
metrics as (
    select 1 as place_of_metric, 'k_anonymity' as metric, 'identity' as scope, 'individuals' as unit, 'higher is safer' as direction, 'it cannot be computed' as undefined, cast(null as string) as parameter_text
    union all
    select 2 as place_of_metric, 'itpr' as metric, 'any' as scope, 'share' as unit, 'higher is riskier' as direction, 'the target has a single value' as undefined, cast(null as string) as parameter_text
    union all
    select 3 as place_of_metric, 'discrimination_rate' as metric, 'any' as scope, 'share' as unit, 'higher is riskier' as direction, 'the target has a single value' as undefined, cast(null as string) as parameter_text
),
scores as (
    select
        target_number, place_of_metric, metric, target, partition_name, unit, direction, undefined, unmapped_records,
        parameter_text as score_parameters,
        records,
        case
            when records = 0 or unmapped_records > 0 then null
            when metric = 'k_anonymity' then least_size
            when metric = 'itpr' then case when target_values > 1 then 1 - least_scaled_entropy / target_entropy end
            when metric = 'discrimination_rate' then case when target_values > 1 then 1 - conditional_entropy / target_entropy end
        end as score
    from targets
    cross join metrics
    where (
        target_number = 0 and scope in ('any', 'identity')
        or target_number = 1 and scope in ('any', 'sensitive')
    )
)
select
    metric as `metric`,
    target as `target`,
    'zip,age' as `quasi_identifiers`,
    partition_name as `partition`,
    'table' as `level`,
    cast(null as string) as `class`,
    cast(records as bigint) as `records`,
    score as `value`,
    case
        when records = 0 then 'the table has no records'
        when unmapped_records > 0 then 'a partition has no domain for some values'
        when score is null then undefined
    end as `reason`,
    unit as `unit`,
    direction as `direction`,
    score_parameters as `parameters`
from scores
order by target_number, place_of_metric


-- sqlmetrics 0.1.0: k_anonymity, itpr, discrimination_rate
-- of clinic.patients: what zip (as zip:3), age (as age) tell about identity, disease (as kinds)
-- NULL is a category of its own
-- step 1 of 2: count once; this is all that reads clinic.patients
create table `clinic`.`patient_counts` as
    select
        key_1, key_2, value_1,
        sum(case when (raw_2 is not null and key_2 is null) then 1 else 0 end) as unmapped,
        count(*) as records
    from (
        select
            rpad(substr(cast(source.`zip` as string), 1, 3), cast(length(cast(source.`zip` as string)) as integer), '*') as key_1,
            case
            when source.`age` < 30 then '(-inf, 30)'
            when source.`age` >= 30 and source.`age` < 60 then '[30, 60)'
            when source.`age` >= 60 and lower(cast(source.`age` as string)) <> 'nan' then '[60, inf)'
        end as key_2,
            source.`age` as raw_2,
            source.`disease` as value_1
        from `clinic`.`patients` source
    ) input
    group by key_1, key_2, value_1;

-- step 2 of 2: ask the counts, as often as you like, and drop their table in the end
-- a row per metric and target: direction says which way value is riskier, and reason why it is NULL
with
counts as (
    select key_1, key_2, value_1, unmapped, records
    from `clinic`.`patient_counts` counted
),
unmapped_keys as (
    select sum(unmapped) as unmapped
    from counts
),
recoded_1 as (
    select
        key_1, key_2, value_1 as raw_value,
        case
            when cast(value_1 as string) in ('lung cancer') then 'cancer'
            when cast(value_1 as string) in ('flu', 'Crohn\'s') then 'other'
        end as value,
        records
    from counts
),
cells_1 as (
    select
        key_1, key_2, value,
        sum(case when raw_value is not null and value is null then records else 0 end) as cell_unmapped,
        sum(records) as n
    from recoded_1
    group by key_1, key_2, value
),
classes_1 as (
    select
        sum(n) as class_size,
        case
            when max(n) >= 1000000 and sum(n) - max(n) < 1000000 and sum(n) - max(n) <= cast(max(n) as double) / 100000
            then cast(sum(n) - max(n) as double) * (ln(cast(sum(n) as double)) + 1 - cast(sum(n) - max(n) as double) / cast(max(n) as double) / 2)
                - sum(case when n < 1000000 then cast(n as double) * ln(cast(n as double)) else 0 end)
            else cast(sum(n) as double) * ln(cast(sum(n) as double)) - sum(cast(n as double) * ln(cast(n as double)))
        end as class_uncertainty
    from cells_1
    group by key_1, key_2
),
marginals_1 as (
    select
        sum(cell_unmapped) as value_unmapped,
        sum(n) as value_size
    from cells_1
    group by value
),
spectrum_1 as (
    select
        sum(value_unmapped) as target_unmapped,
        count(*) as target_values,
        case
            when max(value_size) >= 1000000 and sum(value_size) - max(value_size) < 1000000 and sum(value_size) - max(value_size) <= cast(max(value_size) as double) / 100000
            then cast(sum(value_size) - max(value_size) as double) * (ln(cast(sum(value_size) as double)) + 1 - cast(sum(value_size) - max(value_size) as double) / cast(max(value_size) as double) / 2)
                - sum(case when value_size < 1000000 then cast(value_size as double) * ln(cast(value_size as double)) else 0 end)
            else cast(sum(value_size) as double) * ln(cast(sum(value_size) as double)) - sum(cast(value_size as double) * ln(cast(value_size as double)))
        end as value_uncertainty
    from marginals_1
),
shapes_1 as (
    select
        class_size, class_uncertainty,
        sum(class_size) as shape_records,
        count(*) as classes_alike
    from classes_1
    group by class_size, class_uncertainty
),
sums_1 as (
    select
        coalesce(sum(shape_records), 0) as records,
        nullif(cast(sum(class_size * classes_alike) as double), 0) as total,
        cast(sum(classes_alike) as double) as classes,
        sum(class_uncertainty * classes_alike) as uncertainty,
        cast(min(class_size) as double) as least_size,
        min(class_uncertainty) as least_weighted_uncertainty
    from shapes_1
),
classes_0 as (
    select
        class_size,
        cast(class_size as double) * ln(cast(class_size as double)) as class_uncertainty
    from classes_1
),
shapes_0 as (
    select
        class_size, class_uncertainty,
        sum(class_size) as shape_records,
        count(*) as classes_alike
    from classes_0
    group by class_size, class_uncertainty
),
sums_0 as (
    select
        coalesce(sum(shape_records), 0) as records,
        nullif(cast(sum(class_size * classes_alike) as double), 0) as total,
        cast(sum(classes_alike) as double) as classes,
        sum(class_uncertainty * classes_alike) as uncertainty,
        cast(min(class_size) as double) as least_size,
        min(class_uncertainty) as least_weighted_uncertainty
    from shapes_0
),
facts as (
    select
        0 as target_number, 'identity' as target,
        cast(null as string) as partition_name,
        records, total, classes, uncertainty, least_size, least_weighted_uncertainty,
        total as target_values, total * ln(total) as value_uncertainty,
        coalesce(unmapped, 0) as unmapped_records
    from sums_0 cross join unmapped_keys
    union all
    select
        1 as target_number, 'disease' as target,
        'kinds' as partition_name,
        records, total, classes, uncertainty, least_size, least_weighted_uncertainty,
        cast(target_values as double) as target_values, value_uncertainty,
        coalesce(unmapped, 0) + coalesce(target_unmapped, 0) as unmapped_records
    from sums_1 cross join spectrum_1 cross join unmapped_keys
),
entropies as (
    select
        target_number, target, partition_name, records, classes, target_values, unmapped_records, least_size,
        value_uncertainty / total / ln(cast(2 as double)) as target_entropy,
        case when uncertainty < value_uncertainty then uncertainty else value_uncertainty end / total / ln(cast(2 as double)) as conditional_entropy,
        least_weighted_uncertainty / total / ln(cast(2 as double)) as least_weighted
    from facts
),
targets as (
    select
        target_number, target, partition_name, records, target_values, unmapped_records, least_size,
        target_entropy, conditional_entropy,
        case when least_weighted * classes < conditional_entropy then least_weighted * classes else conditional_entropy end as least_scaled_entropy
    from entropies
),
metrics as (
    select 1 as place_of_metric, 'k_anonymity' as metric, 'identity' as scope, 'individuals' as unit, 'higher is safer' as direction, 'it cannot be computed' as undefined, cast(null as string) as parameter_text
    union all
    select 2 as place_of_metric, 'itpr' as metric, 'any' as scope, 'share' as unit, 'higher is riskier' as direction, 'the target has a single value' as undefined, cast(null as string) as parameter_text
    union all
    select 3 as place_of_metric, 'discrimination_rate' as metric, 'any' as scope, 'share' as unit, 'higher is riskier' as direction, 'the target has a single value' as undefined, cast(null as string) as parameter_text
),
scores as (
    select
        target_number, place_of_metric, metric, target, partition_name, unit, direction, undefined, unmapped_records,
        parameter_text as score_parameters,
        records,
        case
            when records = 0 or unmapped_records > 0 then null
            when metric = 'k_anonymity' then least_size
            when metric = 'itpr' then case when target_values > 1 then 1 - least_scaled_entropy / target_entropy end
            when metric = 'discrimination_rate' then case when target_values > 1 then 1 - conditional_entropy / target_entropy end
        end as score
    from targets
    cross join metrics
    where (
        target_number = 0 and scope in ('any', 'identity')
        or target_number = 1 and scope in ('any', 'sensitive')
    )
)
select
    metric as `metric`,
    target as `target`,
    'zip,age' as `quasi_identifiers`,
    partition_name as `partition`,
    'table' as `level`,
    cast(null as string) as `class`,
    cast(records as bigint) as `records`,
    score as `value`,
    case
        when records = 0 then 'the table has no records'
        when unmapped_records > 0 then 'a partition has no domain for some values'
        when score is null then undefined
    end as `reason`,
    unit as `unit`,
    direction as `direction`,
    score_parameters as `parameters`
from scores
order by target_number, place_of_metric;
