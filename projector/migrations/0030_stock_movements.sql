-- Read model: the stock ledger, one row per product and event that changed its stock, in base units if the product has
-- them. Fed by the projection stock_movements. Safe to drop and replay.
set role rm_owner;

create table rm.rm_stock_movements (
  tenant_id   uuid   not null,
  product_id  uuid   not null,
  seq         bigint not null, -- the event's number in its tenant's log
  kind        text   not null, -- opening, adjustment, count, sale, void
  delta       int    not null,
  after       int    not null,
  reason      text,
  sale_id     uuid,
  actor_id    uuid   not null,
  occurred_ms bigint not null,
  recorded_ms bigint not null,
  primary key (tenant_id, product_id, seq)
);
select rm.protect('rm.rm_stock_movements');

reset role;
