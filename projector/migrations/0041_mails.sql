-- Read model: emails with their delivery status. `to_email` is null if the person was erased. Fed by the projection
-- mails. Safe to drop and replay.
set role rm_owner;

create table rm.rm_mails (
  tenant_id    uuid   not null,
  mail_id      uuid   not null,
  kind         text   not null,
  subject      text   not null,
  to_email     text,
  status       text   not null, -- pending, success, failed
  error        text,
  requested_ms bigint not null,
  settled_ms   bigint,
  primary key (tenant_id, mail_id)
);
create index rm_mails_newest on rm.rm_mails (tenant_id, requested_ms desc, mail_id desc);
select rm.protect('rm.rm_mails');

reset role;
