-- What the entries of tills need beside the log: when each till last called, one question for all that a request is
-- decided on, and idempotency keys that are kept as long as a till may be silent.
set role es_owner;

create table ops.tills (
  tenant_id    uuid   not null,
  till         int    not null,
  contact_ms   bigint not null, -- of the last call that was noted
  told_seq     bigint not null, -- the last entry that it had made then
  received_seq bigint not null, -- the last entry that had arrived
  believed_ms  bigint,          -- the time of the last entry whose time was believed
  primary key (tenant_id, till)
);
alter table ops.tills enable row level security;
alter table ops.tills force row level security;
create policy es_owner on ops.tills to es_owner using (true) with check (true);
create policy by_tenant on ops.tills for select to query_ro
  using (tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid));
grant usage on schema ops to query_ro;
grant select on ops.tills to query_ro;

-- For the list of tills.
create function ops.till_contacts(p_tenant uuid)
returns table (till int, contact_ms bigint, told_seq bigint, received_seq bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select t.till, t.contact_ms, t.told_seq, t.received_seq from ops.tills t where t.tenant_id = p_tenant
$$;

-- A function of its own reads one partition (0150).
create function es.chain_at(p_tenant uuid, p_seq bigint) returns bytea
language plpgsql stable
as $$
begin
  if p_seq = 0 then return sha256(convert_to('pos.genesis.v1|' || p_tenant, 'UTF8')); end if;
  return (select e.chain from es.events e where e.tenant_id = p_tenant and e.seq = p_seq);
end $$;

-- What the entries of one request are decided on, read at one moment: the last entry that arrived, the end of the log,
-- the chain at the position that the till sent, its last call, and which of these ids are used. A sale is known by its
-- first event, also when its key is forgotten; only an entry that came before can be one.
create function es.till_entries(p_tenant uuid, p_till int, p_ids uuid[], p_seqs bigint[], p_position bigint)
returns table (received_seq bigint, log_seq bigint, log_chain text, chain_there text, contact_ms bigint, told_seq bigint,
               believed_ms bigint, known uuid[])
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
-- As in es.append_any.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  return query
  select c.value, h.seq, encode(h.chain, 'hex'), encode(es.chain_at(p_tenant, p_position), 'hex'), t.contact_ms, t.told_seq,
         t.believed_ms,
         array(select q.id from unnest(p_ids, p_seqs) q(id, seq)
                where exists (select from es.commands k where k.tenant_id = p_tenant and k.command_id = q.id)
                   or (q.seq <= c.value and es.is_recorded_sale(p_tenant, q.id)))
    from es.tenant_heads h
    cross join lateral (select coalesce((select g.value from es.counters g
                                          where g.tenant_id = p_tenant and g.name = 'till:' || p_till), 0) as value) c
    left join ops.tills t on t.tenant_id = p_tenant and t.till = p_till
   where h.tenant_id = p_tenant;
end $$;

-- Notes a call of a till and returns how far its entries and the log are. Numbers and times never decrease: an old
-- request may arrive late.
create function es.note_till_call(p_tenant uuid, p_till int, p_contact_ms bigint, p_told_seq bigint, p_believed_ms bigint)
returns table (received_seq bigint, log_seq bigint, log_chain text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  received bigint;
begin
  received := coalesce((select g.value from es.counters g where g.tenant_id = p_tenant and g.name = 'till:' || p_till), 0);
  insert into ops.tills as t (tenant_id, till, contact_ms, told_seq, received_seq, believed_ms)
  values (p_tenant, p_till, p_contact_ms, p_told_seq, received, p_believed_ms)
  on conflict (tenant_id, till) do update
     set contact_ms = greatest(t.contact_ms, excluded.contact_ms),
         told_seq = greatest(t.told_seq, excluded.told_seq),
         received_seq = greatest(t.received_seq, excluded.received_seq),
         believed_ms = coalesce(excluded.believed_ms, t.believed_ms);
  return query select received, h.seq, encode(h.chain, 'hex') from es.tenant_heads h where h.tenant_id = p_tenant;
end $$;

revoke all on function ops.till_contacts, es.chain_at, es.till_entries, es.note_till_call from public;
grant execute on function ops.till_contacts to query_ro, cmd_writer;
grant execute on function es.till_entries, es.note_till_call to cmd_writer;

-- The keys of entries are UUIDs of version 8. They are kept for 400 days, because a till may be offline for long; after
-- that it enrols again. All others are kept for 7 days, which is what `p_before_ms` means.
create or replace function es.forget_commands(p_before_ms bigint) returns bigint
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  with gone as (
    delete from es.commands where ctid in (
      select c.ctid from es.commands c
       where substr(c.command_id::text, 15, 1) <> '8' and c.at_ms < p_before_ms
      union all
      select c.ctid from es.commands c
       where substr(c.command_id::text, 15, 1) = '8' and c.at_ms < p_before_ms - 393 * 24 * 60 * 60 * 1000::bigint
      limit 10000)
    returning 1)
  select count(*) from gone
$$;

-- Each row is in one of them, so they cost a write no more than the one index before.
create index commands_by_age_short on es.commands (at_ms) where substr(command_id::text, 15, 1) <> '8';
create index commands_by_age_long on es.commands (at_ms) where substr(command_id::text, 15, 1) = '8';
drop index es.commands_by_age;

reset role;
