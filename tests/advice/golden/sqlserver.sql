select
    case when sized.class_size < 10 then N'*' else sized.[zip] end as [zip],
    case when sized.class_size < 10 then N'*' else sized.[age] end as [age],
    N'*' as [sex],
    sized.[disease],
    sized.[income]
from (
    select recoded.*, count(*) over (partition by
        cast(convert(nvarchar(4000), recoded.[zip], 126) as varbinary(8000)),
        cast(convert(nvarchar(4000), recoded.[age], 126) as varbinary(8000))) as class_size
    from (
        select
            left(cast(source.[zip] as nvarchar(4000)) collate Latin1_General_100_BIN2, 3)
                + replicate('*', case
                when len(cast(source.[zip] as nvarchar(4000)) collate Latin1_General_100_BIN2 + '.') - 1 > 3
                then len(cast(source.[zip] as nvarchar(4000)) collate Latin1_General_100_BIN2 + '.') - 1 - 3
                else 0 end) as [zip],
            case
            when source.[age] < 30 then N'(-inf, 30)'
            when source.[age] >= 30 and source.[age] < 60 then N'[30, 60)'
            when source.[age] >= 60
                and lower(cast(source.[age] as nvarchar(4000)) collate Latin1_General_100_BIN2) <> 'nan'
                then N'[60, inf)'
        end as [age],
            source.[disease],
            source.[income]
        from t source
    ) recoded
) sized
