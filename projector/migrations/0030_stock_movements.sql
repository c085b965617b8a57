-- Read model: the ledger of every product, one line for each event that moved its stock; in parts of the sale
-- unit where the product has any. Fed by projections/stock-movements.ts. Safe to drop and replay.
set role rm_owner;

create table rm.rm_stock_movements (
  tenant_id   uuid   not null,
  product_id  uuid   not null,
  seq         bigint not null, -- of the event in its tenant's log
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
