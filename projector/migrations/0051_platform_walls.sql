-- Tables rm_platform_* are read across tenants by the platform's role alone. Each row still belongs to the tenant of
-- its event, and the projector only writes tenants that its transaction names.
set role rm_owner;

grant usage on schema rm to platform_ro;

create or replace function rm.protect(p_table regclass) returns void
language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  reader text := case when p_table::text like 'rm.rm\_platform\_%' then 'platform_ro' else 'query_ro' end;
begin
  execute format('alter table %s enable row level security', p_table);
  execute format('alter table %s force row level security', p_table);
  execute format('create policy rm_owner on %s to rm_owner using (true) with check (true)', p_table);
  execute format('create policy auditor_ro on %s for select to auditor_ro using (true)', p_table);
  if reader = 'platform_ro' then
    execute format('create policy all_tenants on %s for select to platform_ro using (true)', p_table);
  else
    execute format(
      'create policy by_tenant on %s for select to query_ro
         using (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')::uuid))', p_table);
  end if;
  execute format(
    'create policy by_tenants on %s to projector
       using (tenant_id = any ((select nullif(current_setting(''app.tenants'', true), '''')::uuid[])::uuid[]))
       with check (tenant_id = any ((select nullif(current_setting(''app.tenants'', true), '''')::uuid[])::uuid[]))',
    p_table);
  execute format('grant select on %s to %I, auditor_ro', p_table, reader);
  execute format('grant select, insert, update, delete on %s to projector', p_table);
end $$;

-- The freshness of the platform's own rows is read like that of a tenant.
alter policy by_tenant on rm.checkpoints to query_ro, platform_ro;
alter policy by_tenant on rm.projection_parked to query_ro, platform_ro;
grant select on rm.checkpoints, rm.projection_parked, rm.rebuilds to platform_ro;
grant execute on function rm.freshness, rm.lowest_checkpoints to platform_ro;

-- The parked projections of all tenants, and why they are parked.
create function rm.parked_because()
returns table (tenant_id uuid, projection text, seq bigint, event_type text, error text, parked_ms bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.tenant_id, p.projection, p.seq, p.event_type, p.error, p.parked_ms from rm.projection_parked p
   where p.projection not like '%@rebuild'
$$;

-- Tenants whose read models lag, and the first event that they lack. Parked projections are reported separately and do
-- not count here.
create function rm.behind() returns table (tenant_id uuid, missing bigint, since_ms bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select h.tenant_id, h.seq - coalesce(c.seq, 0), es.recorded_ms(h.tenant_id, coalesce(c.seq, 0) + 1)
    from es.heads() h
    left join (
      select k.tenant_id, min(k.seq) as seq
        from rm.checkpoints k
        left join rm.projection_parked p on p.tenant_id = k.tenant_id and p.projection = k.projection
       where p.projection is null and k.projection not like '%@rebuild'
       group by k.tenant_id) c on c.tenant_id = h.tenant_id
   where h.seq > coalesce(c.seq, 0)
$$;

revoke all on function rm.parked_because, rm.behind from public;
grant execute on function rm.parked_because, rm.behind to platform_ro, cmd_writer;
grant usage on schema rm to cmd_writer;

reset role;
