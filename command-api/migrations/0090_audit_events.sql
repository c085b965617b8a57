-- The event browser reads the log itself. What sells and what is read most of all, SaleRecorded, is found by
-- rm.rm_takings: the append of a sale pays for no index here.
set role es_owner;

create index events_by_type on es.events (tenant_id, type, seq) include (actor_id) where type <> 'SaleRecorded';
create index events_by_actor on es.events (tenant_id, actor_id, seq) where type <> 'SaleRecorded';
create index events_about_person on es.events (tenant_id, stream_id, seq) where stream_type in ('member', 'profile');

-- Within the call that named the shop to the policies, and of no other shop: by_tenant is there since 0001.
grant select on es.events to query_ro;

-- Everybody who ever worked in a shop, in the order in which they came: an auditor reads of who has gone by a number.
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
