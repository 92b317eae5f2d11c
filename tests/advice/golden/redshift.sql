with
-- a row per record, with the quasi-identifiers on their levels
recoded as (
    select
        rpad(
                substr(cast(source."zip" as varchar(65535)), 1, 3),
                cast(length(cast(source."zip" as varchar(65535))) as integer),
                '*') as "zip",
        case
            when source."age" < 30 then cast('(-inf, 30)' as varchar(40))
            when source."age" >= 30 and source."age" < 60 then cast('[30, 60)' as varchar(32))
            when source."age" >= 60 and lower(cast(source."age" as varchar(65535))) <> 'nan'
                then cast('[60, inf)' as varchar(36))
        end as "age",
        source."disease",
        source."income"
    from t source
),
-- a row per record, with the number of those like it
sized as (
    select recoded.*, count(*) over (partition by recoded."zip", recoded."age") as class_size
    from recoded
)
select
    case when sized.class_size < 10 then cast('*' as varchar(4)) else sized."zip" end as "zip",
    case when sized.class_size < 10 then cast('*' as varchar(4)) else sized."age" end as "age",
    cast('*' as varchar(4)) as "sex",
    sized."disease",
    sized."income"
from sized
