-- Read model of the platform: messages from the contact form. Fed by the projection platform_inbox. Safe to drop and
-- replay.
set role rm_owner;

create table rm.rm_platform_inbox (
  tenant_id   uuid   not null, -- the platform's own
  message_id  uuid   not null,
  subject     text   not null,
  first_name  text,
  last_name   text,
  email       text,
  company     text,
  message     text,
  received_ms bigint not null,
  primary key (tenant_id, message_id)
);
create index rm_platform_inbox_newest on rm.rm_platform_inbox (tenant_id, received_ms desc, message_id desc);
select rm.protect('rm.rm_platform_inbox');

reset role;
