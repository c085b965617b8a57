-- Read models of the platform: each tenant's sales, all-time and per day, net of voids, per currency. Fed by the
-- projections platform_totals and platform_days. Safe to drop and replay.
set role rm_owner;

create table rm.rm_platform_totals (
  tenant_id   uuid   not null,
  currency    text   not null,
  orders      bigint not null default 0,
  total_minor bigint not null default 0,
  primary key (tenant_id, currency)
) with (fillfactor = 50);
select rm.protect('rm.rm_platform_totals');

create table rm.rm_platform_days (
  tenant_id   uuid   not null,
  day         date   not null,
  currency    text   not null,
  orders      int    not null default 0,
  total_minor bigint not null default 0,
  primary key (tenant_id, day, currency)
) with (fillfactor = 50);
select rm.protect('rm.rm_platform_days');

reset role;
