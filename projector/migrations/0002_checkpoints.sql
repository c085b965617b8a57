-- The checkpoint of each projection of each tenant. It moves in the transaction that writes the rows.
set role rm_owner;

create table rm.checkpoints (
  tenant_id  uuid   not null,
  projection text   not null,
  seq        bigint not null default 0,
  primary key (tenant_id, projection)
) with (fillfactor = 50);
select rm.protect('rm.checkpoints');

reset role;
