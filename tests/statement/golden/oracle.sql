-- sqlmetrics 0.1.0: k_anonymity, itpr, discrimination_rate
-- of clinic.patients: what zip (as zip:3), age (as age) tell about identity, disease (as kinds)
-- NULL is a category of its own
-- a row per metric and target: direction says which way value is riskier, and reason why it is NULL
with
-- a row per combination of keys and value
counts as (
    select
        key_1, key_2, value_1,
        sum(case when (raw_2 is not null and key_2 is null) then 1 else 0 end) as unmapped,
        count(*) as records
    from (
        select
            rpad(substr(cast(source."ZIP" as varchar2(4000)), 1, 3), cast(length(cast(source."ZIP" as varchar2(4000))) as integer), '*') as key_1,
            case
            when source."AGE" < 30 then '(-inf, 30)'
            when source."AGE" >= 30 and source."AGE" < 60 then '[30, 60)'
            when source."AGE" >= 60 and lower(cast(source."AGE" as varchar2(4000))) <> 'nan' then '[60, inf)'
        end as key_2,
            source."AGE" as raw_2,
            source."DISEASE" as value_1
        from "CLINIC"."PATIENTS" source
    ) input
    group by key_1, key_2, value_1
),
-- one row, the records with a key in no domain
unmapped_keys as (
    select sum(unmapped) as unmapped
    from counts
),
-- a row per combination of keys and value as it is
recoded_1 as (
    select
        key_1, key_2, value_1 as raw_value,
        case
            when cast(value_1 as varchar2(4000)) in ('lung cancer') then 'cancer'
            when cast(value_1 as varchar2(4000)) in ('flu', 'Crohn''s') then 'other'
        end as value,
        records
    from counts
),
-- a row per cell, a class and a value in it
cells_1 as (
    select
        key_1, key_2, value,
        sum(case when raw_value is not null and value is null then records else 0 end) as cell_unmapped,
        sum(records) as n
    from recoded_1
    group by key_1, key_2, value
),
-- a row per value of the target
marginals_1 as (
    select
        sum(cell_unmapped) as value_unmapped,
        sum(n) as value_size
    from cells_1
    group by value
),
-- one row, the distribution of the target in the whole table
spectrum_1 as (
    select
        sum(value_unmapped) as target_unmapped,
        count(*) as target_values,
        cast(sum(value_size) - max(value_size) as binary_double) * (coalesce(ln(cast(sum(value_size) as binary_double) / cast(max(value_size) as binary_double)) / nullif(cast(sum(value_size) as binary_double) / cast(max(value_size) as binary_double) - 1, 0), 1) + ln(cast(sum(value_size) as binary_double)))
            - cast(sum(cast(cast(value_size as binary_double) * ln(cast(value_size as binary_double)) as integer)) - cast(cast(max(value_size) as binary_double) * ln(cast(max(value_size) as binary_double)) as integer) as binary_double)
            - (sum((cast(value_size as binary_double) * ln(cast(value_size as binary_double)) - cast(cast(value_size as binary_double) * ln(cast(value_size as binary_double)) as integer))) - (cast(max(value_size) as binary_double) * ln(cast(max(value_size) as binary_double)) - cast(cast(max(value_size) as binary_double) * ln(cast(max(value_size) as binary_double)) as integer))) as value_uncertainty
    from marginals_1
),
-- a row per cell, with the records of its class and of its value, or its place in the class
weighed_1 as (
    select
        key_1, key_2, cast(n as binary_double) as n,
        cast(sum(n) over (partition by key_1, key_2) as binary_double) as class_total,
        cast(sum(n) over (partition by value) as binary_double) as value_total,
        cast(sum(n) over () as binary_double) as table_total
    from cells_1
),
-- a row per cell, with its records beyond those that chance gives, as a share of these
excesses_1 as (
    select
        key_1, key_2, class_total, value_total, table_total, n,
        (((floor(n / 33554432) * floor(table_total / 33554432) - floor(class_total / 33554432) * floor(value_total / 33554432)) * 33554432
            + floor(n / 33554432) * (table_total - 33554432 * floor(table_total / 33554432)) + (n - 33554432 * floor(n / 33554432)) * floor(table_total / 33554432) - floor(class_total / 33554432) * (value_total - 33554432 * floor(value_total / 33554432)) - (class_total - 33554432 * floor(class_total / 33554432)) * floor(value_total / 33554432)) * 33554432
            + (n - 33554432 * floor(n / 33554432)) * (table_total - 33554432 * floor(table_total / 33554432)) - (class_total - 33554432 * floor(class_total / 33554432)) * (value_total - 33554432 * floor(value_total / 33554432))) / (class_total * value_total) as excess
    from weighed_1
),
-- a row per class
classes_1 as (
    select
        sum(n) as class_size,
        sum(class_total * value_total / table_total * case
            when abs(excess) < 0.01 then excess * excess * (0.5 - excess * (1 / cast(6 as binary_double) - excess * (1 / cast(12 as binary_double) - excess * (0.05 - excess * (1 / cast(30 as binary_double) - excess / 42)))))
            else (1 + excess) * ln(1 + excess) - excess
        end) + max(class_total) * ((max(table_total) - sum(value_total)) / max(table_total)) as class_gain,
        cast(sum(n) - max(n) as binary_double) * (coalesce(ln(cast(sum(n) as binary_double) / cast(max(n) as binary_double)) / nullif(cast(sum(n) as binary_double) / cast(max(n) as binary_double) - 1, 0), 1) + ln(cast(sum(n) as binary_double)))
            - cast(sum(cast(cast(n as binary_double) * ln(cast(n as binary_double)) as integer)) - cast(cast(max(n) as binary_double) * ln(cast(max(n) as binary_double)) as integer) as binary_double)
            - (sum((cast(n as binary_double) * ln(cast(n as binary_double)) - cast(cast(n as binary_double) * ln(cast(n as binary_double)) as integer))) - (cast(max(n) as binary_double) * ln(cast(max(n) as binary_double)) - cast(cast(max(n) as binary_double) * ln(cast(max(n) as binary_double)) as integer))) as class_uncertainty
    from excesses_1
    group by key_1, key_2
),
-- a row per kind of class, those of equal size, values and uncertainty
shapes_1 as (
    select
        class_size, class_uncertainty,
        sum(class_gain) as shape_gain,
        sum(class_size) as shape_records,
        count(*) as classes_alike
    from classes_1
    group by class_size, class_uncertainty
),
-- one row, over all classes
sums_1 as (
    select
        coalesce(sum(shape_records), 0) as records,
        nullif(cast(sum(class_size * classes_alike) as binary_double), 0) as total,
        cast(sum(classes_alike) as binary_double) as classes,
        sum(class_uncertainty * classes_alike) as uncertainty,
        sum(shape_gain) as class_gains,
        cast(min(class_size) as binary_double) as least_size,
        min(class_uncertainty) as least_weighted_uncertainty
    from shapes_1
),
-- a row per class
classes_0 as (
    select
        class_size,
        cast(class_size as binary_double) * ln(cast(class_size as binary_double)) as class_uncertainty
    from classes_1
),
-- a row per kind of class, those of equal size, values and uncertainty
shapes_0 as (
    select
        class_size, class_uncertainty,
        sum(class_size) as shape_records,
        count(*) as classes_alike
    from classes_0
    group by class_size, class_uncertainty
),
-- one row, over all classes
sums_0 as (
    select
        coalesce(sum(shape_records), 0) as records,
        nullif(cast(sum(class_size * classes_alike) as binary_double), 0) as total,
        cast(sum(classes_alike) as binary_double) as classes,
        sum(class_uncertainty * classes_alike) as uncertainty,
        cast(sum(class_size * classes_alike) - max(class_size) as binary_double) * (coalesce(ln(cast(sum(class_size * classes_alike) as binary_double) / cast(max(class_size) as binary_double)) / nullif(cast(sum(class_size * classes_alike) as binary_double) / cast(max(class_size) as binary_double) - 1, 0), 1) + ln(cast(sum(class_size * classes_alike) as binary_double)))
            - cast(sum(cast(cast(class_size as binary_double) * ln(cast(class_size as binary_double)) as integer) * classes_alike) - cast(cast(max(class_size) as binary_double) * ln(cast(max(class_size) as binary_double)) as integer) as binary_double)
            - (sum((cast(class_size as binary_double) * ln(cast(class_size as binary_double)) - cast(cast(class_size as binary_double) * ln(cast(class_size as binary_double)) as integer)) * classes_alike) - (cast(max(class_size) as binary_double) * ln(cast(max(class_size) as binary_double)) - cast(cast(max(class_size) as binary_double) * ln(cast(max(class_size) as binary_double)) as integer))) as key_uncertainty,
        cast(min(class_size) as binary_double) as least_size,
        min(class_uncertainty) as least_weighted_uncertainty
    from shapes_0
),
-- a row per target
facts as (
    select
        0 as target_number, 'identity' as target,
        cast(null as varchar2(4000)) as partition_name,
        records, total, classes, uncertainty, least_size, least_weighted_uncertainty,
        total as target_values, total * ln(total) as value_uncertainty, case when uncertainty > 0.999 * total * ln(total) then key_uncertainty else total * ln(total) - uncertainty end as gained,
        coalesce(unmapped, 0) as unmapped_records
    from sums_0 cross join unmapped_keys
    union all
    select
        1 as target_number, 'disease' as target,
        'kinds' as partition_name,
        records, total, classes, uncertainty, least_size, least_weighted_uncertainty,
        cast(target_values as binary_double) as target_values, value_uncertainty, case when uncertainty > 0.999 * value_uncertainty then class_gains else value_uncertainty - uncertainty end as gained,
        coalesce(unmapped, 0) + coalesce(target_unmapped, 0) as unmapped_records
    from sums_1 cross join spectrum_1 cross join unmapped_keys
),
-- a row per target, in bits
entropies as (
    select
        target_number, target, partition_name, records, classes, target_values, unmapped_records, least_size,
        value_uncertainty / total / ln(cast(2 as binary_double)) as target_entropy,
        gained / total / ln(cast(2 as binary_double)) as gain,
        case when uncertainty < value_uncertainty then uncertainty else value_uncertainty end / total / ln(cast(2 as binary_double)) as conditional_entropy,
        least_weighted_uncertainty / total / ln(cast(2 as binary_double)) as least_weighted
    from facts
),
-- a row per target, no entropy above one that bounds it
targets as (
    select
        target_number, target, partition_name, records, target_values, unmapped_records, least_size,
        target_entropy, gain,
        case when least_weighted * classes < conditional_entropy then least_weighted * classes else conditional_entropy end as least_scaled_entropy
    from entropies
),
-- a row per metric
metrics as (
    select cast(place_text as integer) as place_of_metric, metric, scope, unit, direction, undefined, parameter_text
    from (
        select '1' as place_text, 'k_anonymity' as metric, 'identity' as scope, 'individuals' as unit, 'higher is safer' as direction, 'it cannot be computed' as undefined, cast(null as varchar2(4000)) as parameter_text from dual union all
        select '2' as place_text, 'itpr' as metric, 'any' as scope, 'share' as unit, 'higher is riskier' as direction, 'the target has a single value' as undefined, cast(null as varchar2(4000)) as parameter_text from dual union all
        select '3' as place_text, 'discrimination_rate' as metric, 'any' as scope, 'share' as unit, 'higher is riskier' as direction, 'the target has a single value' as undefined, cast(null as varchar2(4000)) as parameter_text from dual
    ) listed
),
-- a row per metric and target
scores as (
    select
        target_number, place_of_metric, metric, target, partition_name, unit, direction, undefined, unmapped_records,
        parameter_text as score_parameters,
        records,
        case
            when records = 0 or unmapped_records > 0 then null
            when metric = 'k_anonymity' then least_size
            when metric = 'itpr' then case when target_values > 1 then 1 - least_scaled_entropy / target_entropy end
            when metric = 'discrimination_rate' then case when target_values > 1 then gain / target_entropy end
        end as score
    from targets
    cross join metrics
    where (
        target_number = 0 and scope in ('any', 'identity')
        or target_number = 1 and scope in ('any', 'sensitive')
    )
)
select
    metric as "metric",
    target as "target",
    'zip,age' as "quasi_identifiers",
    partition_name as "partition",
    'table' as "level",
    cast(null as varchar2(4000)) as "class",
    cast(records as integer) as "records",
    score as "value",
    case
        when records = 0 then 'the table has no records'
        when unmapped_records > 0 then 'a partition has no domain for some values'
        when score is null then undefined
    end as "reason",
    unit as "unit",
    direction as "direction",
    score_parameters as "parameters"
from scores
order by target_number, place_of_metric


-- sqlmetrics 0.1.0: k_anonymity, itpr, discrimination_rate
-- of clinic.patients: what zip (as zip:3), age (as age) tell about identity, disease (as kinds)
-- NULL is a category of its own
-- step 1 of 2: count once; this is all that reads clinic.patients
create table "CLINIC"."PATIENT_COUNTS" as
    select
        key_1, key_2, value_1,
        sum(case when (raw_2 is not null and key_2 is null) then 1 else 0 end) as unmapped,
        count(*) as records
    from (
        select
            rpad(substr(cast(source."ZIP" as varchar2(4000)), 1, 3), cast(length(cast(source."ZIP" as varchar2(4000))) as integer), '*') as key_1,
            case
            when source."AGE" < 30 then '(-inf, 30)'
            when source."AGE" >= 30 and source."AGE" < 60 then '[30, 60)'
            when source."AGE" >= 60 and lower(cast(source."AGE" as varchar2(4000))) <> 'nan' then '[60, inf)'
        end as key_2,
            source."AGE" as raw_2,
            source."DISEASE" as value_1
        from "CLINIC"."PATIENTS" source
    ) input
    group by key_1, key_2, value_1;

-- step 2 of 2: ask the counts, as often as you like, and drop their table in the end
-- a row per metric and target: direction says which way value is riskier, and reason why it is NULL
with
-- a row per combination of keys and value
counts as (
    select key_1, key_2, value_1, unmapped, records
    from "CLINIC"."PATIENT_COUNTS" counted
),
-- one row, the records with a key in no domain
unmapped_keys as (
    select sum(unmapped) as unmapped
    from counts
),
-- a row per combination of keys and value as it is
recoded_1 as (
    select
        key_1, key_2, value_1 as raw_value,
        case
            when cast(value_1 as varchar2(4000)) in ('lung cancer') then 'cancer'
            when cast(value_1 as varchar2(4000)) in ('flu', 'Crohn''s') then 'other'
        end as value,
        records
    from counts
),
-- a row per cell, a class and a value in it
cells_1 as (
    select
        key_1, key_2, value,
        sum(case when raw_value is not null and value is null then records else 0 end) as cell_unmapped,
        sum(records) as n
    from recoded_1
    group by key_1, key_2, value
),
-- a row per value of the target
marginals_1 as (
    select
        value as counted_value,
        sum(cell_unmapped) as value_unmapped,
        sum(n) as value_size
    from cells_1
    group by value
),
-- one row, the records of all values and of those that equal nothing
whole_1 as (
    select cast(sum(value_size) as binary_double) as table_total, sum(case when counted_value is null then value_size end) as null_size
    from marginals_1
),
-- one row, the distribution of the target in the whole table
spectrum_1 as (
    select
        sum(value_unmapped) as target_unmapped,
        count(*) as target_values,
        cast(sum(value_size) - max(value_size) as binary_double) * (coalesce(ln(cast(sum(value_size) as binary_double) / cast(max(value_size) as binary_double)) / nullif(cast(sum(value_size) as binary_double) / cast(max(value_size) as binary_double) - 1, 0), 1) + ln(cast(sum(value_size) as binary_double)))
            - cast(sum(cast(cast(value_size as binary_double) * ln(cast(value_size as binary_double)) as integer)) - cast(cast(max(value_size) as binary_double) * ln(cast(max(value_size) as binary_double)) as integer) as binary_double)
            - (sum((cast(value_size as binary_double) * ln(cast(value_size as binary_double)) - cast(cast(value_size as binary_double) * ln(cast(value_size as binary_double)) as integer))) - (cast(max(value_size) as binary_double) * ln(cast(max(value_size) as binary_double)) - cast(cast(max(value_size) as binary_double) * ln(cast(max(value_size) as binary_double)) as integer))) as value_uncertainty
    from marginals_1
),
-- a row per class
classes_1 as (
    select
        sum(n) as class_size,
        cast(sum(n) - max(n) as binary_double) * (coalesce(ln(cast(sum(n) as binary_double) / cast(max(n) as binary_double)) / nullif(cast(sum(n) as binary_double) / cast(max(n) as binary_double) - 1, 0), 1) + ln(cast(sum(n) as binary_double)))
            - cast(sum(cast(cast(n as binary_double) * ln(cast(n as binary_double)) as integer)) - cast(cast(max(n) as binary_double) * ln(cast(max(n) as binary_double)) as integer) as binary_double)
            - (sum((cast(n as binary_double) * ln(cast(n as binary_double)) - cast(cast(n as binary_double) * ln(cast(n as binary_double)) as integer))) - (cast(max(n) as binary_double) * ln(cast(max(n) as binary_double)) - cast(cast(max(n) as binary_double) * ln(cast(max(n) as binary_double)) as integer))) as class_uncertainty
    from cells_1
    group by key_1, key_2
),
-- a row per kind of class, those of equal size, values and uncertainty
shapes_1 as (
    select
        class_size, class_uncertainty,
        sum(class_size) as shape_records,
        count(*) as classes_alike
    from classes_1
    group by class_size, class_uncertainty
),
-- one row, over all classes
sums_1 as (
    select
        coalesce(sum(shape_records), 0) as records,
        nullif(cast(sum(class_size * classes_alike) as binary_double), 0) as total,
        cast(sum(classes_alike) as binary_double) as classes,
        sum(class_uncertainty * classes_alike) as uncertainty,
        cast(min(class_size) as binary_double) as least_size,
        min(class_uncertainty) as least_weighted_uncertainty
    from shapes_1
),
-- a row per cell, with the records of its class, or none where nothing is left open
sized_1 as (
    select
        key_1, key_2, value, n, sum(n) over (partition by key_1, key_2) as class_total
    from cells_1
    cross join (
        select needed
        from (
            select 1 as needed
            from (select count(*) as all_cells, sum(n) as all_records from cells_1) counted_cells
            where all_cells * 100 < all_records or all_records < 100000
        ) needs
        group by needed
    ) left_open
),
-- a row per such cell, with the records of its value
beside_1 as (
    select
        key_1, key_2, cast(n as binary_double) as n, cast(class_total as binary_double) as class_total,
        cast(coalesce(value_size, null_size) as binary_double) as value_total, table_total
    from sized_1
    left join marginals_1 on counted_value = value
    cross join whole_1
),
-- a row per cell, with its records beyond those that chance gives, as a share of these
excesses_1 as (
    select
        key_1, key_2, class_total, value_total, table_total,
        (((floor(n / 33554432) * floor(table_total / 33554432) - floor(class_total / 33554432) * floor(value_total / 33554432)) * 33554432
            + floor(n / 33554432) * (table_total - 33554432 * floor(table_total / 33554432)) + (n - 33554432 * floor(n / 33554432)) * floor(table_total / 33554432) - floor(class_total / 33554432) * (value_total - 33554432 * floor(value_total / 33554432)) - (class_total - 33554432 * floor(class_total / 33554432)) * floor(value_total / 33554432)) * 33554432
            + (n - 33554432 * floor(n / 33554432)) * (table_total - 33554432 * floor(table_total / 33554432)) - (class_total - 33554432 * floor(class_total / 33554432)) * (value_total - 33554432 * floor(value_total / 33554432))) / (class_total * value_total) as excess
    from beside_1
),
-- a row per such class
compared_1 as (
    select
        class_total,
        sum(class_total * value_total / table_total * case
            when abs(excess) < 0.01 then excess * excess * (0.5 - excess * (1 / cast(6 as binary_double) - excess * (1 / cast(12 as binary_double) - excess * (0.05 - excess * (1 / cast(30 as binary_double) - excess / 42)))))
            else (1 + excess) * ln(1 + excess) - excess
        end) + max(class_total) * ((max(table_total) - sum(value_total)) / max(table_total)) as class_gain
    from excesses_1
    group by key_1, key_2, class_total
),
-- one row, over these classes
comparisons_1 as (
    select
        sum(class_gain) as compared_gain
    from compared_1
),
-- a row per class
classes_0 as (
    select
        class_size,
        cast(class_size as binary_double) * ln(cast(class_size as binary_double)) as class_uncertainty
    from classes_1
),
-- a row per kind of class, those of equal size, values and uncertainty
shapes_0 as (
    select
        class_size, class_uncertainty,
        sum(class_size) as shape_records,
        count(*) as classes_alike
    from classes_0
    group by class_size, class_uncertainty
),
-- one row, over all classes
sums_0 as (
    select
        coalesce(sum(shape_records), 0) as records,
        nullif(cast(sum(class_size * classes_alike) as binary_double), 0) as total,
        cast(sum(classes_alike) as binary_double) as classes,
        sum(class_uncertainty * classes_alike) as uncertainty,
        cast(sum(class_size * classes_alike) - max(class_size) as binary_double) * (coalesce(ln(cast(sum(class_size * classes_alike) as binary_double) / cast(max(class_size) as binary_double)) / nullif(cast(sum(class_size * classes_alike) as binary_double) / cast(max(class_size) as binary_double) - 1, 0), 1) + ln(cast(sum(class_size * classes_alike) as binary_double)))
            - cast(sum(cast(cast(class_size as binary_double) * ln(cast(class_size as binary_double)) as integer) * classes_alike) - cast(cast(max(class_size) as binary_double) * ln(cast(max(class_size) as binary_double)) as integer) as binary_double)
            - (sum((cast(class_size as binary_double) * ln(cast(class_size as binary_double)) - cast(cast(class_size as binary_double) * ln(cast(class_size as binary_double)) as integer)) * classes_alike) - (cast(max(class_size) as binary_double) * ln(cast(max(class_size) as binary_double)) - cast(cast(max(class_size) as binary_double) * ln(cast(max(class_size) as binary_double)) as integer))) as key_uncertainty,
        cast(min(class_size) as binary_double) as least_size,
        min(class_uncertainty) as least_weighted_uncertainty
    from shapes_0
),
-- a row per target
facts as (
    select
        0 as target_number, 'identity' as target,
        cast(null as varchar2(4000)) as partition_name,
        records, total, classes, uncertainty, least_size, least_weighted_uncertainty,
        total as target_values, total * ln(total) as value_uncertainty, case when uncertainty > 0.999 * total * ln(total) then key_uncertainty else total * ln(total) - uncertainty end as gained,
        coalesce(unmapped, 0) as unmapped_records
    from sums_0 cross join unmapped_keys
    union all
    select
        1 as target_number, 'disease' as target,
        'kinds' as partition_name,
        records, total, classes, uncertainty, least_size, least_weighted_uncertainty,
        cast(target_values as binary_double) as target_values, value_uncertainty, case when uncertainty > 0.999 * value_uncertainty then coalesce(compared_gain, case when uncertainty < value_uncertainty then value_uncertainty - uncertainty else 0 end) else value_uncertainty - uncertainty end as gained,
        coalesce(unmapped, 0) + coalesce(target_unmapped, 0) as unmapped_records
    from sums_1 cross join spectrum_1 cross join comparisons_1 cross join unmapped_keys
),
-- a row per target, in bits
entropies as (
    select
        target_number, target, partition_name, records, classes, target_values, unmapped_records, least_size,
        value_uncertainty / total / ln(cast(2 as binary_double)) as target_entropy,
        gained / total / ln(cast(2 as binary_double)) as gain,
        case when uncertainty < value_uncertainty then uncertainty else value_uncertainty end / total / ln(cast(2 as binary_double)) as conditional_entropy,
        least_weighted_uncertainty / total / ln(cast(2 as binary_double)) as least_weighted
    from facts
),
-- a row per target, no entropy above one that bounds it
targets as (
    select
        target_number, target, partition_name, records, target_values, unmapped_records, least_size,
        target_entropy, gain,
        case when least_weighted * classes < conditional_entropy then least_weighted * classes else conditional_entropy end as least_scaled_entropy
    from entropies
),
-- a row per metric
metrics as (
    select cast(place_text as integer) as place_of_metric, metric, scope, unit, direction, undefined, parameter_text
    from (
        select '1' as place_text, 'k_anonymity' as metric, 'identity' as scope, 'individuals' as unit, 'higher is safer' as direction, 'it cannot be computed' as undefined, cast(null as varchar2(4000)) as parameter_text from dual union all
        select '2' as place_text, 'itpr' as metric, 'any' as scope, 'share' as unit, 'higher is riskier' as direction, 'the target has a single value' as undefined, cast(null as varchar2(4000)) as parameter_text from dual union all
        select '3' as place_text, 'discrimination_rate' as metric, 'any' as scope, 'share' as unit, 'higher is riskier' as direction, 'the target has a single value' as undefined, cast(null as varchar2(4000)) as parameter_text from dual
    ) listed
),
-- a row per metric and target
scores as (
    select
        target_number, place_of_metric, metric, target, partition_name, unit, direction, undefined, unmapped_records,
        parameter_text as score_parameters,
        records,
        case
            when records = 0 or unmapped_records > 0 then null
            when metric = 'k_anonymity' then least_size
            when metric = 'itpr' then case when target_values > 1 then 1 - least_scaled_entropy / target_entropy end
            when metric = 'discrimination_rate' then case when target_values > 1 then gain / target_entropy end
        end as score
    from targets
    cross join metrics
    where (
        target_number = 0 and scope in ('any', 'identity')
        or target_number = 1 and scope in ('any', 'sensitive')
    )
)
select
    metric as "metric",
    target as "target",
    'zip,age' as "quasi_identifiers",
    partition_name as "partition",
    'table' as "level",
    cast(null as varchar2(4000)) as "class",
    cast(records as integer) as "records",
    score as "value",
    case
        when records = 0 then 'the table has no records'
        when unmapped_records > 0 then 'a partition has no domain for some values'
        when score is null then undefined
    end as "reason",
    unit as "unit",
    direction as "direction",
    score_parameters as "parameters"
from scores
order by target_number, place_of_metric;
