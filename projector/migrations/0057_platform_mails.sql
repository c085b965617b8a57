-- Read model of the platform: the emails of all tenants with their delivery status. Fed by the projection
-- platform_mails. Safe to drop and replay.
set role rm_owner;

create table rm.rm_platform_mails (
  tenant_id    uuid   not null, -- the sender
  mail_id      uuid   not null,
  kind         text   not null,
  to_email     text,
  subject      text   not null,
  status       text   not null, -- pending, success, failed
  error        text,
  requested_ms bigint not null,
  settled_ms   bigint,
  primary key (tenant_id, mail_id)
);
create index rm_platform_mails_newest on rm.rm_platform_mails (tenant_id, status, requested_ms desc);
select rm.protect('rm.rm_platform_mails');

reset role;
