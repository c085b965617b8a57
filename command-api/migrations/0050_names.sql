-- Names of all present and past staff of a tenant, for its reports: an event names the seller by id only. Called after
-- the tenant was set for the policies, and only for that tenant.
set role es_owner;

create function auth.names(p_tenant uuid) returns table (user_id uuid, first_name text, last_name text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select m.user_id, u.first_name, u.last_name
    from auth.memberships m
    join auth.users u on u.user_id = m.user_id
   where m.tenant_id = p_tenant
     and m.tenant_id = nullif(current_setting('app.tenant', true), '')::uuid
$$;
revoke all on function auth.names from public;
grant execute on function auth.names to query_ro;

reset role;
