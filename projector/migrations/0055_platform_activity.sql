-- Read model of the platform: what happened according to its own log. Fed by the projection platform_activity. Safe to
-- drop and replay.
set role rm_owner;

create table rm.rm_platform_activity (
  tenant_id   uuid   not null, -- the platform's own
  activity_id text   not null,
  seq         bigint not null,
  at_ms       bigint not null,
  type        text   not null, -- the event's type
  about       uuid, -- the tenant it is about
  actor_id    uuid   not null,
  detail      json   not null,
  primary key (tenant_id, activity_id)
);
create index rm_platform_activity_newest on rm.rm_platform_activity (tenant_id, seq desc);
select rm.protect('rm.rm_platform_activity');

reset role;
