-- Read models of the platform: its changed settings, and alerts about the installation. Fed by the projections
-- platform_settings and platform_alerts. Safe to drop and replay.
set role rm_owner;

create table rm.rm_platform_settings (
  tenant_id  uuid   not null, -- the platform's own
  name       text   not null,
  value      json,
  version    int    not null,
  changed_ms bigint not null,
  primary key (tenant_id, name)
);
select rm.protect('rm.rm_platform_settings');

create table rm.rm_platform_alerts (
  tenant_id  uuid   not null, -- the platform's own
  alert_id   text   not null,
  kind       text   not null,
  message    text   not null,
  raised_ms  bigint not null,
  cleared_ms bigint,
  primary key (tenant_id, alert_id)
);
select rm.protect('rm.rm_platform_alerts');

reset role;
