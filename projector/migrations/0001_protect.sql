-- Everything in schema rm can be dropped and rebuilt from the log.
set role rm_owner;

grant usage on schema rm to projector, query_ro, auditor_ro;

-- Protects a table of tenants: row-level security for every role, the owner included. The projector writes the tenants
-- that its transaction names; a reader sees the one tenant that its transaction names. One function for all tables, so
-- that a table filled by a rebuild gets the same policies as the one it replaces.
create function rm.protect(p_table regclass) returns void
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  execute format('alter table %s enable row level security', p_table);
  execute format('alter table %s force row level security', p_table);
  execute format('create policy rm_owner on %s to rm_owner using (true) with check (true)', p_table);
  execute format('create policy auditor_ro on %s for select to auditor_ro using (true)', p_table);
  execute format(
    'create policy by_tenant on %s for select to query_ro
       using (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')::uuid))', p_table);
  execute format(
    'create policy by_tenants on %s to projector
       using (tenant_id = any ((select nullif(current_setting(''app.tenants'', true), '''')::uuid[])::uuid[]))
       with check (tenant_id = any ((select nullif(current_setting(''app.tenants'', true), '''')::uuid[])::uuid[]))',
    p_table);
  execute format('grant select on %s to query_ro, auditor_ro', p_table);
  execute format('grant select, insert, update, delete on %s to projector', p_table);
end $$;
revoke all on function rm.protect from public;

reset role;
