-- The access log of one tenant, for its owner: who viewed it, which requests were denied, what was exported.
set role es_owner;

create index access_log_by_tenant on audit.access_log (tenant_id, at_ms desc, id desc);

create function audit.lines_of(p_tenant uuid, p_limit bigint, p_offset bigint)
returns table (id uuid, at_ms bigint, action text, result text, target text, actor_id uuid, ip_prefix text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select l.id, l.at_ms, l.action, l.result, l.target, l.actor_id, l.ip_prefix
    from audit.access_log l
   where l.tenant_id = p_tenant
   order by l.at_ms desc, l.id desc
   limit p_limit offset p_offset
$$;
revoke all on function audit.lines_of from public;
grant execute on function audit.lines_of to query_ro;

reset role;
