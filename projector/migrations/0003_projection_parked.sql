-- Projections of a tenant that are parked at an event they cannot apply. All others continue.
set role rm_owner;

create table rm.projection_parked (
  tenant_id  uuid   not null,
  projection text   not null,
  seq        bigint not null,
  event_type text   not null,
  error      text   not null,
  parked_ms  bigint not null,
  primary key (tenant_id, projection)
);
select rm.protect('rm.projection_parked');

reset role;
