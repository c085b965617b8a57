-- Read model of shops: until when a requested deletion of the account can be taken back; null where nobody asked.
set role rm_owner;
alter table rm.rm_shops add column deletion_until_ms bigint;
reset role;
