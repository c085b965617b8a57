-- Read model: the tenant itself, one row per tenant. Fed by the projection shops. Safe to drop and replay.
set role rm_owner;

create table rm.rm_shops (
  tenant_id     uuid   primary key,
  name          text   not null,
  currency      text   not null,
  timezone      text   not null,
  plan          text   not null,
  status        text   not null,
  trial_until   date,
  tax_rate_bp   int    not null default 0,
  registered_ms bigint not null
);
select rm.protect('rm.rm_shops');

reset role;
