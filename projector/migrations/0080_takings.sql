-- Read models: the journal of all sums over sales, one row per sale or void; and the history of each product,
-- customer, tenant and its settings, one row per event. Rows are only ever added. Fed by the projections takings and
-- changes. Safe to drop and replay.
set role rm_owner;

create table rm.rm_takings (
  tenant_id   uuid   not null,
  seq         bigint not null, -- the event's number in its tenant's log
  sale_id     uuid   not null,
  orders      int    not null, -- 1 for a sale, -1 for its void
  day         date   not null, -- these four are the sale's, also in the row of its void
  hour        text   not null, -- in UTC, "2026-03-10T10"
  user_id     uuid   not null,
  currency    text   not null,
  total_minor bigint not null, -- negative in the row of a void
  tax_minor   bigint not null,
  actor_id    uuid   not null,
  occurred_ms bigint not null,
  recorded_ms bigint not null,
  primary key (tenant_id, seq)
);
create index rm_takings_by_sale on rm.rm_takings (tenant_id, sale_id, seq);
create index rm_takings_by_day on rm.rm_takings (tenant_id, day, seq);
select rm.protect('rm.rm_takings');

create table rm.rm_changes (
  tenant_id   uuid   not null,
  projection  text   not null, -- products, customers, shops or settings: the projection of these columns
  seq         bigint not null, -- the event's number in its tenant's log
  thing_id    uuid   not null, -- the tenant's own id for shops and settings
  type        text   not null, -- the event's type
  changes     json   not null, -- columns and their new values
  personal    text,            -- the same for columns about a person, as JSON text; null if erased
  actor_id    uuid   not null,
  occurred_ms bigint not null,
  recorded_ms bigint not null,
  primary key (tenant_id, projection, seq)
);
create index rm_changes_by_thing on rm.rm_changes (tenant_id, projection, thing_id, seq);
select rm.protect('rm.rm_changes');

-- A sale that was not voided at a past moment may be voided now, so the index covers all sales.
drop index rm.rm_sales_newest;
create index rm_sales_newest on rm.rm_sales (tenant_id, occurred_ms desc, sale_id desc);

reset role;
