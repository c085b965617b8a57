-- What the platform's role may read: positions of the log but no events, owners' emails, and the access log. It also
-- writes its own reads to the access log.
set role es_owner;

grant usage on schema es, auth, audit to platform_ro;
grant usage on schema es to rm_owner;

alter policy by_tenant on es.tenant_heads to query_ro, cmd_writer, account_writer, platform_ro;
grant select on es.tenant_heads to platform_ro;
grant execute on function es.heads to platform_ro, rm_owner, cmd_writer;

-- When an event was recorded, to tell how late a read model is.
create function es.recorded_ms(p_tenant uuid, p_seq bigint) returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select e.recorded_ms from es.events e where e.tenant_id = p_tenant and e.seq = p_seq $$;
revoke all on function es.recorded_ms from public;
grant execute on function es.recorded_ms to rm_owner;

-- The owner's email, for tenants without a contact email.
create function auth.owner_emails() returns table (tenant_id uuid, email text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select distinct on (m.tenant_id) m.tenant_id, u.email
    from auth.memberships m
    join auth.users u on u.user_id = m.user_id
   where m.role = 'owner' and m.ended_ms is null
   order by m.tenant_id, m.joined_ms, m.user_id
$$;
revoke all on function auth.owner_emails from public;
grant execute on function auth.owner_emails to platform_ro;

alter policy writers on audit.access_log to cmd_writer, account_writer, query_ro, platform_ro;
create policy platform_ro on audit.access_log for select to platform_ro using (true);
grant select, insert on audit.access_log to platform_ro;

reset role;
