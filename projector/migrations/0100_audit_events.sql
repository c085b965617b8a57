-- What the event browser finds sales by: the person, the amount, and voids.
set role rm_owner;

-- The number of a sale's lines with another price than the product's; 0 in the row of a void.
alter table rm.rm_takings add column overrides int not null default 0;

-- The sale's customer; a void does not carry it.
alter table rm.rm_takings add column customer_id uuid;

create index rm_takings_by_actor on rm.rm_takings (tenant_id, actor_id, seq) where orders > 0;
create index rm_takings_by_customer on rm.rm_takings (tenant_id, customer_id, seq) where customer_id is not null;
create index rm_takings_by_amount on rm.rm_takings (tenant_id, total_minor);

-- Voids are rare, so these indexes cost a sale nothing.
create index rm_takings_voids on rm.rm_takings (tenant_id, seq) where orders < 0;
create index rm_takings_voids_by_actor on rm.rm_takings (tenant_id, actor_id, seq) where orders < 0;
create index rm_sales_voided_by_customer on rm.rm_sales (tenant_id, customer_id)
  where customer_id is not null and voided_ms is not null;
create index rm_stock_movements_voids on rm.rm_stock_movements (tenant_id, product_id, seq) where kind = 'void';

reset role;
