-- Keys of many subjects in one call: an import of customers creates thousands of them.
set role es_owner;

-- Stores the keys and returns the valid ones in the order of the arguments; the first caller's keys win. Commits
-- before the events sealed with them.
create function es.put_subject_keys(p_tenants uuid[], p_subjects uuid[], p_wrapped bytea[])
returns table (ix int, wrapped bytea)
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  -- In one order, so that two callers with the same subjects never deadlock.
  insert into es.subject_keys (tenant_id, subject_id, wrapped_key)
  select q.tenant, q.subject, q.made from unnest(p_tenants, p_subjects, p_wrapped) q(tenant, subject, made)
   order by q.tenant, q.subject
  on conflict do nothing;
  return query
  select q.i::int, k.wrapped_key
    from unnest(p_tenants, p_subjects) with ordinality q(tenant, subject, i)
    join es.subject_keys k on k.tenant_id = q.tenant and k.subject_id = q.subject;
end $$;

create function es.find_subject_keys(p_tenants uuid[], p_subjects uuid[])
returns table (ix int, wrapped bytea)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select q.i::int, k.wrapped_key
    from unnest(p_tenants, p_subjects) with ordinality q(tenant, subject, i)
    join es.subject_keys k on k.tenant_id = q.tenant and k.subject_id = q.subject
$$;

revoke all on function es.put_subject_keys, es.find_subject_keys from public;
grant execute on function es.put_subject_keys, es.find_subject_keys to cmd_writer, account_writer;

reset role;
