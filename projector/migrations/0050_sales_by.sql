-- Read models: sales per business day and currency by hour, by person and by payment method. A void subtracts its sale
-- from the day of the sale; rows may be 0 after that. Fed by the projections hours, staff_days and method_days. Safe
-- to drop and replay.
set role rm_owner;

create table rm.rm_hours (
  tenant_id   uuid   not null,
  day         date   not null,
  hour        text   not null, -- in UTC, "2026-03-10T10"
  currency    text   not null,
  orders      int    not null default 0,
  total_minor bigint not null default 0,
  primary key (tenant_id, day, hour, currency)
) with (fillfactor = 50);
select rm.protect('rm.rm_hours');

create table rm.rm_staff_days (
  tenant_id   uuid   not null,
  day         date   not null,
  user_id     uuid   not null, -- recorded the sale
  currency    text   not null,
  orders      int    not null default 0,
  total_minor bigint not null default 0,
  primary key (tenant_id, day, user_id, currency)
) with (fillfactor = 50);
select rm.protect('rm.rm_staff_days');

create table rm.rm_method_days (
  tenant_id    uuid   not null,
  day          date   not null,
  method       text   not null,
  status       text   not null, -- confirmed or asserted
  currency     text   not null,
  payments     int    not null default 0,
  amount_minor bigint not null default 0,
  primary key (tenant_id, day, method, status, currency)
) with (fillfactor = 50);
select rm.protect('rm.rm_method_days');

reset role;
