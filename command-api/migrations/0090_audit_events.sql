-- The event browser reads the log itself. It finds SaleRecorded, the most frequent event, by rm.rm_takings, so that the
-- append of a sale does not pay for another index.
set role es_owner;

create index events_by_type on es.events (tenant_id, type, seq) include (actor_id) where type <> 'SaleRecorded';
create index events_by_actor on es.events (tenant_id, actor_id, seq) where type <> 'SaleRecorded';
create index events_about_person on es.events (tenant_id, stream_id, seq) where stream_type in ('member', 'profile');

-- Called after the tenant was set for the policies, and only for that tenant (by_tenant, since 0001).
grant select on es.events to query_ro;

-- All present and past staff in the order in which they joined: an auditor sees a number for those who left.
create function auth.people(p_tenant uuid)
returns table (user_id uuid, role text, is_working boolean, first_name text, last_name text, joined_ms bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select m.user_id, m.role, m.is_working, m.first_name, m.last_name, m.joined_ms
    from auth.members(p_tenant) m
   where p_tenant = nullif(current_setting('app.tenant', true), '')::uuid
$$;
revoke all on function auth.people from public;
grant execute on function auth.people to query_ro;

reset role;
