-- Entries whose number another entry has: the till's data was copied or restored. A till may never get the answer that
-- says so, so it is said again when it sends them again.
set role es_owner;

-- Those of these entries of a device that moved no counter of its till.
create function es.till_copies(p_tenant uuid, p_till int, p_device text, p_ids uuid[], p_seqs bigint[]) returns uuid[]
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
-- As in es.append_any.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  return array(
    select q.id
      from unnest(p_ids, p_seqs) q(id, seq)
      join es.commands k on k.tenant_id = p_tenant and k.command_id = q.id
      join es.events e on e.tenant_id = p_tenant and e.seq = k.first_seq
     where e.meta ->> 'device' = p_device and e.meta ->> 'deviceSeq' = q.seq::text
       and not exists (select from json_array_elements(e.effects -> 'counters') c where c ->> 0 = 'till:' || p_till));
end $$;
revoke all on function es.till_copies from public;
grant execute on function es.till_copies to cmd_writer;

reset role;
