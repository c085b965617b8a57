-- Read model of tenants: until when a requested account deletion can be cancelled; null if none was requested.
set role rm_owner;
alter table rm.rm_shops add column deletion_until_ms bigint;
reset role;
