-- Read model: all-time sales of a product. After a void, a row may be 0. Fed by the projection product_totals. Safe to
-- drop and replay.
set role rm_owner;

create table rm.rm_product_totals (
  tenant_id     uuid   not null,
  product_id    uuid   not null,
  currency      text   not null,
  quantity      bigint not null default 0,
  revenue_minor bigint not null default 0,
  primary key (tenant_id, product_id, currency)
) with (fillfactor = 50);
select rm.protect('rm.rm_product_totals');

reset role;
