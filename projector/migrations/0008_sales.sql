-- Read model: sales with their lines; voided ones stay, with the time of the void. Fed by the projection sales. Safe
-- to drop and replay.
set role rm_owner;

create table rm.rm_sales (
  tenant_id             uuid   not null,
  sale_id               uuid   not null,
  receipt_number        int,
  store                 int    not null,
  register              int    not null,
  occurred_ms           bigint not null,
  recorded_ms           bigint not null,
  business_date         date   not null,
  currency              text   not null,
  customer_id           uuid,
  customer_name         text, -- at the time of the sale; null for a walk-in or if erased
  cashier_id            uuid   not null,
  total_minor           bigint not null,
  tax_minor             bigint not null,
  tax                   json   not null,
  item_count            int    not null, -- the sum of the quantities
  payment_method        text   not null,
  tenders               json   not null,
  lines                 json   not null,
  notes                 text,
  possible_duplicate_of uuid,
  voided_ms             bigint,
  void_reason           text,
  primary key (tenant_id, sale_id)
);
create index rm_sales_newest on rm.rm_sales (tenant_id, occurred_ms desc, sale_id desc)
  where voided_ms is null;
select rm.protect('rm.rm_sales');

reset role;
