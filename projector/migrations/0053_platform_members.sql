-- Read model of the platform: the members of each tenant, to be counted. Fed by the projection platform_members. Safe
-- to drop and replay.
set role rm_owner;

create table rm.rm_platform_members (
  tenant_id uuid    not null,
  user_id   uuid    not null,
  active    boolean not null,
  primary key (tenant_id, user_id)
);
select rm.protect('rm.rm_platform_members');

reset role;
