-- Signed heads of each log: the root of the Merkle tree over its leaves, signed with a key that no database holds. Rows
-- are added and never changed, and each note names the one before it.
set role es_owner;

create table audit.signed_checkpoints (
  tenant_id uuid    not null,
  tree_size bigint  not null, -- signed up to and including this seq
  root      bytea   not null,
  chain     bytea   not null, -- after that event
  note      text    not null,
  key_id    text    not null,
  signed_ms bigint  not null,
  frontier  bytea[] not null, -- roots of its perfect subtrees: the next head is signed without reading the events again
  primary key (tenant_id, tree_size)
);

-- Public keys, for readers who have none. Compare them with the key in the emailed report to trust no one.
create table audit.checkpoint_keys (
  key_id     text   primary key,
  public_key bytea  not null,
  since_ms   bigint not null
);

-- A log that fails verification is not signed. This records where it failed; the next signed head clears it.
create table audit.refused_seals (
  tenant_id uuid   not null,
  tree_size bigint not null, -- the log is signed up to here
  seq       bigint not null,
  kind      text   not null,
  message   text   not null,
  at_ms     bigint not null,
  primary key (tenant_id, tree_size, seq, kind)
);

do $$
declare
  t text;
begin
  foreach t in array array['signed_checkpoints', 'refused_seals'] loop
    execute format('alter table audit.%I enable row level security', t);
    execute format('alter table audit.%I force row level security', t);
    execute format('create policy es_owner on audit.%I to es_owner using (true) with check (true)', t);
    execute format('create policy relay on audit.%I for select to relay using (true)', t);
    execute format('create policy relay_adds on audit.%I for insert to relay with check (true)', t);
    execute format('create policy auditor_ro on audit.%I for select to auditor_ro using (true)', t);
  end loop;
end $$;
create policy by_tenant on audit.signed_checkpoints for select to query_ro
  using (tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid));

-- One tenant's, newest first. With the caller's rights, so the policy applies in addition to the condition.
create function audit.checkpoints_of(p_tenant uuid, p_before bigint, p_limit bigint)
returns table (tree_size bigint, root bytea, chain bytea, note text, key_id text, signed_ms bigint)
language plpgsql stable security invoker set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.tenant', p_tenant::text, true);
  return query
  select s.tree_size, s.root, s.chain, s.note, s.key_id, s.signed_ms
    from audit.signed_checkpoints s
   where s.tenant_id = p_tenant and s.tree_size < p_before
   order by s.tree_size desc
   limit p_limit;
end $$;

-- For the report emailed to the owner.
create function audit.latest_note(p_tenant uuid) returns table (note text, public_key bytea)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.note, k.public_key
    from audit.signed_checkpoints s
    join audit.checkpoint_keys k on k.key_id = s.key_id
   where s.tenant_id = p_tenant
   order by s.tree_size desc
   limit 1
$$;

-- Logs that failed verification and have not been signed since, and where.
create function audit.open_refusals()
returns table (tenant_id uuid, seq bigint, kind text, message text, at_ms bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select distinct on (r.tenant_id) r.tenant_id, r.seq, r.kind, r.message, r.at_ms
    from audit.refused_seals r
   where r.tree_size >= coalesce((select max(s.tree_size) from audit.signed_checkpoints s
                                   where s.tenant_id = r.tenant_id), 0)
   order by r.tenant_id, r.at_ms desc, r.seq
$$;

revoke all on function audit.checkpoints_of, audit.latest_note, audit.open_refusals from public;
grant usage on schema audit to relay, jobs;
grant select, insert on audit.signed_checkpoints, audit.checkpoint_keys, audit.refused_seals to relay;
grant select on audit.signed_checkpoints, audit.checkpoint_keys, audit.refused_seals to auditor_ro;
grant select on audit.signed_checkpoints, audit.checkpoint_keys to query_ro;
grant execute on function audit.checkpoints_of to query_ro;
grant execute on function audit.latest_note to jobs;
grant execute on function audit.open_refusals to cmd_writer;

reset role;
