-- Read model of the platform: backups, and the result of the last restore test of each. Fed by the projection
-- platform_backups. Safe to drop and replay.
set role rm_owner;

create table rm.rm_platform_backups (
  tenant_id  uuid   not null, -- the platform's own
  backup_id  uuid   not null,
  taken_ms   bigint not null,
  bytes      bigint not null,
  tenants    int    not null,
  events     bigint not null,
  tested_ms  bigint,
  test_ok    boolean,
  test_error text,
  primary key (tenant_id, backup_id)
);
create index rm_platform_backups_newest on rm.rm_platform_backups (tenant_id, taken_ms desc);
select rm.protect('rm.rm_platform_backups');

reset role;
