-- What the auditor role compares the log with and needs to describe events: memberships, names, and the wrapped keys of
-- sealed texts, which are useless without the key outside the database.
set role es_owner;

create function auth.members(p_tenant uuid)
returns table (user_id uuid, role text, is_working boolean, first_name text, last_name text,
               joined_ms bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select m.user_id, m.role, m.ended_ms is null, u.first_name, u.last_name, m.joined_ms
    from auth.memberships m
    join auth.users u on u.user_id = m.user_id
   where m.tenant_id = p_tenant
$$;
revoke all on function auth.members from public;
grant usage on schema auth to auditor_ro;
grant execute on function auth.members to auditor_ro;
grant select on es.subject_keys to auditor_ro;

reset role;
