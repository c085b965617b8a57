-- Read model: sales of a product on a business day. After a void, a row may be 0. Fed by the projection product_days.
-- Safe to drop and replay.
set role rm_owner;

create table rm.rm_product_days (
  tenant_id     uuid   not null,
  day           date   not null,
  product_id    uuid   not null,
  currency      text   not null,
  quantity      bigint not null default 0,
  revenue_minor bigint not null default 0,
  primary key (tenant_id, day, product_id, currency)
) with (fillfactor = 70);
select rm.protect('rm.rm_product_days');

reset role;
