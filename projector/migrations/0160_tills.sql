-- Read model: tills in their latest state, also revoked ones. Fed by the projection tills. Safe to drop and replay.
set role rm_owner;

create table rm.rm_tills (
  tenant_id   uuid   not null,
  till        bigint not null, -- its number
  device      uuid   not null,
  name        text   not null,
  state       text   not null, -- active, waiting or revoked
  enrolled_ms bigint not null,
  enrolled_by uuid   not null,
  revoked_ms  bigint,
  primary key (tenant_id, till)
);
select rm.protect('rm.rm_tills');

-- No log has an event of a till yet, so the projector need not read them again.
insert into rm.checkpoints (tenant_id, projection, seq)
select h.tenant_id, 'tills', h.seq from es.heads() h where h.seq > 0;

reset role;
