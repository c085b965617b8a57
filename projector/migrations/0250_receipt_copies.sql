-- Read model: the journal of receipts that were printed or sent again. A sale whose receipt was handed out once has no
-- row. Fed by the projection receipt_copies. Safe to drop and replay.
set role rm_owner;

create table rm.rm_receipt_copies (
  tenant_id uuid   not null,
  seq       bigint not null, -- the event's number in its tenant's log
  sale_id   uuid   not null,
  actor_id  uuid   not null,
  primary key (tenant_id, seq)
);
create index rm_receipt_copies_by_sale on rm.rm_receipt_copies (tenant_id, sale_id, seq);
select rm.protect('rm.rm_receipt_copies');

-- No log has an event of a copy yet, so the projector need not read them again.
insert into rm.checkpoints (tenant_id, projection, seq)
select h.tenant_id, 'receipt_copies', h.seq from es.heads() h where h.seq > 0;

reset role;
