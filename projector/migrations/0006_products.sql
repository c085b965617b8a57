-- Read model: products in their latest state, including archived ones, with the stock on hand. Fed by the projection
-- products. Safe to drop and replay.
set role rm_owner;

create table rm.rm_products (
  tenant_id     uuid    not null,
  product_id    uuid    not null,
  name          text    not null,
  description   text,
  price_minor   bigint  not null,
  currency      text    not null,
  stock         int     not null,
  sku           text,
  barcodes      json,
  category      text,
  unit          json,
  cost_minor    bigint,
  reorder_point int,
  archived      boolean not null default false,
  version       int     not null,
  created_ms    bigint  not null,
  updated_ms    bigint  not null,
  primary key (tenant_id, product_id)
) with (fillfactor = 70); -- free space in each page: a sale updates stock, which no index contains
create index rm_products_by_name on rm.rm_products (tenant_id, lower(name), product_id) where not archived;
select rm.protect('rm.rm_products');

reset role;
