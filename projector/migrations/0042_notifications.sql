-- Read model: the notifications of each person. Fed by the projection notifications. Safe to drop and replay.
set role rm_owner;

create table rm.rm_notifications (
  tenant_id       uuid    not null,
  user_id         uuid    not null,
  notification_id uuid    not null,
  type            text    not null,
  title           text    not null,
  message         text    not null,
  icon            text    not null,
  action          text,
  is_read         boolean not null,
  is_dismissed    boolean not null,
  raised_ms       bigint  not null,
  raised_seq      bigint  not null,
  primary key (tenant_id, user_id, notification_id)
);
create index rm_notifications_newest on rm.rm_notifications (tenant_id, user_id, raised_seq desc);
select rm.protect('rm.rm_notifications');

-- The event up to which each person has cleared their notifications. Fed by the projection bells. Safe to drop and
-- replay.
create table rm.rm_bells (
  tenant_id   uuid   not null,
  user_id     uuid   not null,
  cleared_seq bigint not null,
  primary key (tenant_id, user_id)
);
select rm.protect('rm.rm_bells');

reset role;
