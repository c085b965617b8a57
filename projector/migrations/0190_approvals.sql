-- Read model: approvals that were asked for at a till, given, refused, or reported after a time without a network. Fed
-- by the projection approvals. Safe to drop and replay.
set role rm_owner;

create table rm.rm_approvals (
  tenant_id    uuid    not null,
  approval_id  uuid    not null,
  how          text    not null, -- server or offline
  state        text    not null, -- waiting, given or refused
  entry_id     uuid    not null,
  what         text    not null,
  asked_by     uuid    not null,
  approver     uuid    not null,
  amount_minor bigint,
  item         json,
  asked_ms     bigint  not null,
  changed_ms   bigint  not null, -- when it was asked for, given or refused; of an offline one: reported
  mine         boolean, -- of an offline one: what the approver answered
  primary key (tenant_id, approval_id)
);
-- For the report of a day.
create index rm_approvals_offline on rm.rm_approvals (tenant_id, changed_ms) where how = 'offline';
select rm.protect('rm.rm_approvals');

-- No log has an event of an approval yet, so the projector need not read them again.
insert into rm.checkpoints (tenant_id, projection, seq)
select h.tenant_id, 'approvals', h.seq from es.heads() h where h.seq > 0;

reset role;
