-- Read model of the platform: what it knows of each shop.
-- Fed by projections/platform-tenants.ts. Safe to drop and replay.
set role rm_owner;

create table rm.rm_platform_tenants (
  tenant_id     uuid   primary key,
  name          text   not null,
  email         text, -- where the shop was given one; else its owner's is the one to write to
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
