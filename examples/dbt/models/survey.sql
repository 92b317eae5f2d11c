select * from '../../fixtures/anes96.parquet'
