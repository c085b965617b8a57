-- Read models of what needs attention. Fed by the projections sale_flags, receipt_numbers, set_aside and
-- issue_resolutions. Safe to drop and replay.
set role rm_owner;

create table rm.rm_sale_flags (
  tenant_id   uuid   not null,
  sale_id     uuid   not null,
  flag        text   not null,
  occurred_ms bigint not null,
  claimed_ms  bigint,          -- the time that the till claimed, if it was not believed
  basis       bigint,          -- the event that the till's data went up to
  primary key (tenant_id, sale_id, flag)
);
select rm.protect('rm.rm_sale_flags');

create table rm.rm_receipt_numbers (
  tenant_id uuid   not null,
  register  bigint not null,
  number    bigint not null,
  sales     int    not null,
  primary key (tenant_id, register, number)
);
create index rm_receipt_numbers_twice on rm.rm_receipt_numbers (tenant_id) where sales > 1;
select rm.protect('rm.rm_receipt_numbers');

create table rm.rm_set_aside (
  tenant_id   uuid   not null,
  till        bigint not null,
  entry_id    uuid   not null,
  entry_seq   bigint not null,
  kind        text   not null,
  reason      text   not null,
  person      uuid   not null,
  occurred_ms bigint not null,
  subject     uuid,            -- whose key its body is sealed with
  body        text,            -- what the till said, as JSON text; null if erased or resolved
  resolved_as text,
  primary key (tenant_id, till, entry_id)
);
create index rm_set_aside_open on rm.rm_set_aside (tenant_id) where resolved_as is null;
create index rm_set_aside_by_subject on rm.rm_set_aside (tenant_id, subject);
select rm.protect('rm.rm_set_aside');

create table rm.rm_issue_resolutions (
  tenant_id   uuid   not null,
  kind        text   not null,
  thing       text   not null, -- ids of what the issue was about
  issue_id    uuid   not null,
  how         text   not null,
  resolved_by uuid   not null,
  resolved_ms bigint not null,
  primary key (tenant_id, kind, thing)
);
select rm.protect('rm.rm_issue_resolutions');

-- Both are read by few rows out of many.
create index rm_sales_by_till_number on rm.rm_sales (tenant_id, register, receipt_number) where register > 1;
create index rm_sales_doubled on rm.rm_sales (tenant_id)
  where possible_duplicate_of is not null and voided_ms is null;

-- What these read models hold began with tills: a log without one need not be read again.
insert into rm.checkpoints (tenant_id, projection, seq)
select h.tenant_id, p.name, h.seq
  from es.heads() h
 cross join unnest(array['sale_flags', 'receipt_numbers', 'set_aside', 'issue_resolutions']) p(name)
 where h.seq > 0 and not exists (select from rm.rm_tills t where t.tenant_id = h.tenant_id);

reset role;
