-- sqlmetrics 0.1.0: k_anonymity, itpr and discrimination_rate
-- of clinic.patients: what zip (as zip:3) and age (as age) tell about identity and disease (as kinds)
-- NULL is a category of its own. direction says which way value is riskier, reason why it is NULL
with
-- n records share the keys and the value
cells as (
    select `zip`, `age`, `disease`,
        sum(case when (raw_2 is not null and `age` is null)
            or (raw_value is not null and `disease` is null)
            then 1 else 0 end) as cell_unmapped,
        sum(case when (raw_2 is not null and `age` is null)
            then 1 else 0 end) as cell_unmapped_keys,
        count(*) as n
    from (
        select
            cast(rpad(
                substr(cast(source.`zip` as char character set utf8mb4) collate utf8mb4_0900_bin, 1, 3),
                char_length(cast(source.`zip` as char character set utf8mb4) collate utf8mb4_0900_bin),
                '*') as char character set utf8mb4) collate utf8mb4_0900_bin as `zip`,
            cast(case
            when source.`age` < 30 then '(-inf, 30)'
            when source.`age` >= 30 and source.`age` < 60 then '[30, 60)'
            when source.`age` >= 60
                and lower(cast(source.`age` as char character set utf8mb4) collate utf8mb4_0900_bin) <> 'nan'
                then '[60, inf)'
        end as char character set utf8mb4) collate utf8mb4_0900_bin as `age`,
            source.`age` as raw_2,
            cast(case
            when cast(source.`disease` as char character set utf8mb4) collate utf8mb4_0900_bin
                in ('lung cancer')
                then 'cancer'
            when cast(source.`disease` as char character set utf8mb4) collate utf8mb4_0900_bin
                in ('flu', 'Crohn''s')
                then 'other'
        end as char character set utf8mb4) collate utf8mb4_0900_bin as `disease`,
            source.`disease` as raw_value
        from `clinic`.`patients` source
    ) input
    group by `zip`, `age`, `disease`
),
-- a cell: p is p(x|y), h_p log2 1/p, h_q log2 1/q (brackets are 1 but for rounding, and keep digits near 1)
cell_shares as (
    select `zip`, `age`, n, cell_unmapped, cell_unmapped_keys, n / n_y as p,
        coalesce(ln(n_y / n) / ln(2) * ((n_y - n) / n / nullif(n_y / n - 1, 0)), 0) as h_p,
        coalesce(ln(total / n_x) / ln(2) * ((total - n_x) / n_x / nullif(total / n_x - 1, 0)), 0) as h_q
    from (
        select `zip`, `age`, n, cell_unmapped, cell_unmapped_keys,
            cast(sum(n) over (partition by `zip`, `age`) as double) as n_y,
            cast(sum(n) over (partition by `disease`) as double) as n_x,
            cast(sum(n) over () as double) as total
        from cells
    ) sized
),
-- a class: the records that share the keys
classes as (
    select sum(n) as class_size, cast(sum(n) as double) / sum(sum(n)) over () as class_share,  -- p(y)
        sum(p * h_p) as class_entropy,  -- H(X|Y=y)
        abs(sum(p * (h_q - h_p))) as class_gain,  -- its mean is I(X;Y), not below 0 but by rounding
        cast(sum(cell_unmapped) as signed) as class_unmapped,
        cast(sum(cell_unmapped_keys) as signed) as class_unmapped_keys
    from cell_shares
    group by `zip`, `age`
),
-- a target: sums over its classes (0 is who a record is of, with n_y values in a class)
targets as (
    select target_number, sum(class_size) as records, cast(count(class_size) as double) as classes,
        cast(min(class_size) as double) as least_size,
        sum(class_share * (class_entropy + class_gain)) as target_entropy,  -- H(X)
        sum(class_share * class_gain) as mutual_information,  -- I(X;Y)
        min(class_share * class_entropy) as least_weighted_entropy,  -- least p(y) H(X|Y=y)
        coalesce(sum(class_unmapped), 0) as unmapped_records
    from (
        select target_number, class_size, class_share,
            case target_number when 0 then ln(class_size) / ln(2) else class_entropy end as class_entropy,
            case target_number when 0 then ln(1 / class_share) / ln(2) else class_gain end as class_gain,
            case target_number when 0 then class_unmapped_keys else class_unmapped end as class_unmapped
        from classes cross join (select 0 as target_number union all select 1) target_numbers
    ) target_classes
    group by target_number
),
-- a metric of a target
scores as (
    select of_target, place_of_metric, metric, unit, parameter_text, coalesce(records, 0) as records,
        unmapped_records,
        case metric
            when 'k_anonymity' then least_size
            when 'itpr' then 1 - classes * least_weighted_entropy / nullif(target_entropy, 0)
            when 'discrimination_rate' then mutual_information / nullif(target_entropy, 0)
        end as score
    from (
        select '0' as of_target, '01' as place_of_metric, 'k_anonymity' as metric,
            'individuals' as unit, '' as parameter_text union all
        select '0', '02', 'itpr', 'share', '' union all
        select '0', '03', 'discrimination_rate', 'share', '' union all
        select '1', '04', 'itpr', 'share', '' union all
        select '1', '05', 'discrimination_rate', 'share', ''
    ) listed
    left join targets on target_number = cast(of_target as signed)
)
select metric as `metric`, case of_target when '0' then 'identity' when '1' then 'disease' end as `target`,
    'zip,age' as `quasi_identifiers`, case of_target when '1' then 'kinds' end as `partition`,
    cast(null as char character set utf8mb4) collate utf8mb4_0900_bin as `slice`, 'table' as `level`,
    cast(null as char character set utf8mb4) collate utf8mb4_0900_bin as `class`,
    cast(records as signed) as `records`,
    case when records > 0 and unmapped_records = 0 then score end as `value`,
    case when records = 0 then 'the table has no records'
        when unmapped_records > 0 then 'a partition has no domain for some values'
        when score is null then case
            when metric in ('itpr', 'discrimination_rate')
            then 'the target has a single value'
            else 'it cannot be computed'
        end end as `reason`,
    unit as `unit`,
    case when metric in ('k_anonymity')
        then 'higher is safer'
        else 'higher is riskier' end as `direction`,
    nullif(parameter_text, '') as `parameters`
from scores order by place_of_metric


-- sqlmetrics 0.1.0: k_anonymity, itpr and discrimination_rate
-- of clinic.patients: what zip (as zip:3) and age (as age) tell about identity and disease (as kinds)
-- NULL is a category of its own
-- step 1 of 2: count once; this is all that reads clinic.patients
create table `clinic`.`patient_counts` as
    select
        key_1, key_2, value_1,
        sum(case when (raw_2 is not null and key_2 is null) then 1 else 0 end) as unmapped,
        count(*) as records
    from (
        select
            cast(rpad(
                substr(cast(source.`zip` as char character set utf8mb4) collate utf8mb4_0900_bin, 1, 3),
                char_length(cast(source.`zip` as char character set utf8mb4) collate utf8mb4_0900_bin),
                '*') as char character set utf8mb4) collate utf8mb4_0900_bin as key_1,
            cast(case
            when source.`age` < 30 then '(-inf, 30)'
            when source.`age` >= 30 and source.`age` < 60 then '[30, 60)'
            when source.`age` >= 60
                and lower(cast(source.`age` as char character set utf8mb4) collate utf8mb4_0900_bin) <> 'nan'
                then '[60, inf)'
        end as char character set utf8mb4) collate utf8mb4_0900_bin as key_2,
            source.`age` as raw_2,
            cast(source.`disease` as char character set utf8mb4) collate utf8mb4_0900_bin as value_1
        from `clinic`.`patients` source
    ) input
    group by key_1, key_2, value_1;

-- step 2 of 2: ask the counts, as often as you like, and drop their table in the end
-- direction says which way value is riskier, reason why it is NULL
with
-- a combination of the keys and the value, and how many records have it
counts as (
    select key_1, key_2, value_1, unmapped, records
    from `clinic`.`patient_counts` counted
),
-- a combination of keys and value as it is
recoded as (
    select
        key_1, key_2, value_1 as raw_value,
        cast(case
            when cast(value_1 as char character set utf8mb4) collate utf8mb4_0900_bin
                in ('lung cancer')
                then 'cancer'
            when cast(value_1 as char character set utf8mb4) collate utf8mb4_0900_bin
                in ('flu', 'Crohn''s')
                then 'other'
        end as char character set utf8mb4) collate utf8mb4_0900_bin as value,
        unmapped, records
    from counts
),
-- n records share the keys and the value
cells as (
    select
        key_1, key_2, value,
        sum(unmapped
            + case when raw_value is not null and value is null then records else 0 end) as cell_unmapped,
        sum(unmapped) as cell_unmapped_keys,
        sum(records) as n
    from recoded
    group by key_1, key_2, value
),
-- a cell: p is p(x|y), h_p log2 1/p, h_q log2 1/q (brackets are 1 but for rounding, and keep digits near 1)
cell_shares as (
    select key_1, key_2, n, cell_unmapped, cell_unmapped_keys, n / n_y as p,
        coalesce(ln(n_y / n) / ln(2) * ((n_y - n) / n / nullif(n_y / n - 1, 0)), 0) as h_p,
        coalesce(ln(total / n_x) / ln(2) * ((total - n_x) / n_x / nullif(total / n_x - 1, 0)), 0) as h_q
    from (
        select key_1, key_2, n, cell_unmapped, cell_unmapped_keys,
            cast(sum(n) over (partition by key_1, key_2) as double) as n_y,
            cast(sum(n) over (partition by value) as double) as n_x, cast(sum(n) over () as double) as total
        from cells
    ) sized
),
-- a class: the records that share the keys
classes as (
    select sum(n) as class_size, cast(sum(n) as double) / sum(sum(n)) over () as class_share,  -- p(y)
        sum(p * h_p) as class_entropy,  -- H(X|Y=y)
        abs(sum(p * (h_q - h_p))) as class_gain,  -- its mean is I(X;Y), not below 0 but by rounding
        cast(sum(cell_unmapped) as signed) as class_unmapped,
        cast(sum(cell_unmapped_keys) as signed) as class_unmapped_keys
    from cell_shares
    group by key_1, key_2
),
-- a target: sums over its classes (0 is who a record is of, with n_y values in a class)
targets as (
    select target_number, sum(class_size) as records, cast(count(class_size) as double) as classes,
        cast(min(class_size) as double) as least_size,
        sum(class_share * (class_entropy + class_gain)) as target_entropy,  -- H(X)
        sum(class_share * class_gain) as mutual_information,  -- I(X;Y)
        min(class_share * class_entropy) as least_weighted_entropy,  -- least p(y) H(X|Y=y)
        coalesce(sum(class_unmapped), 0) as unmapped_records
    from (
        select target_number, class_size, class_share,
            case target_number when 0 then ln(class_size) / ln(2) else class_entropy end as class_entropy,
            case target_number when 0 then ln(1 / class_share) / ln(2) else class_gain end as class_gain,
            case target_number when 0 then class_unmapped_keys else class_unmapped end as class_unmapped
        from classes cross join (select 0 as target_number union all select 1) target_numbers
    ) target_classes
    group by target_number
),
-- a metric of a target
scores as (
    select of_target, place_of_metric, metric, unit, parameter_text, coalesce(records, 0) as records,
        unmapped_records,
        case metric
            when 'k_anonymity' then least_size
            when 'itpr' then 1 - classes * least_weighted_entropy / nullif(target_entropy, 0)
            when 'discrimination_rate' then mutual_information / nullif(target_entropy, 0)
        end as score
    from (
        select '0' as of_target, '01' as place_of_metric, 'k_anonymity' as metric,
            'individuals' as unit, '' as parameter_text union all
        select '0', '02', 'itpr', 'share', '' union all
        select '0', '03', 'discrimination_rate', 'share', '' union all
        select '1', '04', 'itpr', 'share', '' union all
        select '1', '05', 'discrimination_rate', 'share', ''
    ) listed
    left join targets on target_number = cast(of_target as signed)
)
select metric as `metric`, case of_target when '0' then 'identity' when '1' then 'disease' end as `target`,
    'zip,age' as `quasi_identifiers`, case of_target when '1' then 'kinds' end as `partition`,
    cast(null as char character set utf8mb4) collate utf8mb4_0900_bin as `slice`, 'table' as `level`,
    cast(null as char character set utf8mb4) collate utf8mb4_0900_bin as `class`,
    cast(records as signed) as `records`,
    case when records > 0 and unmapped_records = 0 then score end as `value`,
    case when records = 0 then 'the table has no records'
        when unmapped_records > 0 then 'a partition has no domain for some values'
        when score is null then case
            when metric in ('itpr', 'discrimination_rate')
            then 'the target has a single value'
            else 'it cannot be computed'
        end end as `reason`,
    unit as `unit`,
    case when metric in ('k_anonymity')
        then 'higher is safer'
        else 'higher is riskier' end as `direction`,
    nullif(parameter_text, '') as `parameters`
from scores order by place_of_metric;
