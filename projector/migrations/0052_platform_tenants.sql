-- Read model of the platform: what it knows of each tenant. Fed by the projection platform_tenants. Safe to drop and
-- replay.
set role rm_owner;

create table rm.rm_platform_tenants (
  tenant_id     uuid   primary key,
  name          text   not null,
  email         text, -- null if the tenant has none; the owner's is used then
  phone         text,
  address       text,
  plan          text   not null,
  status        text   not null,
  trial_until   date,
  currency      text   not null,
  registered_ms bigint not null,
  last_login_ms bigint,
  deleted_ms    bigint
);
select rm.protect('rm.rm_platform_tenants');

reset role;
