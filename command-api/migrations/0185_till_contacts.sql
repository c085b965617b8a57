-- The last entry of a till that arrived is what its counter says. What was noted at its last call is older when entries
-- are given up as lost, and when a call ended before it was noted.
set role es_owner;

create or replace function ops.till_contacts(p_tenant uuid)
returns table (till int, contact_ms bigint, told_seq bigint, received_seq bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select t.till, t.contact_ms, t.told_seq, greatest(t.received_seq, coalesce(c.value, 0))
    from ops.tills t
    left join es.counters c on c.tenant_id = t.tenant_id and c.name = 'till:' || t.till
   where t.tenant_id = p_tenant
$$;

reset role;
