-- Read model: takings per business day and currency. A void subtracts its sale from the day of the sale. Fed by the
-- projection daily_totals. Safe to drop and replay.
set role rm_owner;

create table rm.rm_daily_totals (
  tenant_id   uuid   not null,
  day         date   not null,
  currency    text   not null,
  orders      int    not null default 0,
  total_minor bigint not null default 0,
  tax_minor   bigint not null default 0,
  primary key (tenant_id, day, currency)
) with (fillfactor = 50);
select rm.protect('rm.rm_daily_totals');

reset role;
