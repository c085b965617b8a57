-- What the projector must know about all tenants at once. A checkpoint is not business data. The projector's policy
-- only shows the tenants that its transaction names, and the sweep does not know yet which to name.
set role rm_owner;

-- The lowest checkpoint of each tenant over the given projections, without those that are parked.
create function rm.lowest_checkpoints(p_projections text[])
returns table (tenant_id uuid, seq bigint, projections bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select c.tenant_id, min(c.seq) filter (where p.projection is null), count(*)
    from rm.checkpoints c
    left join rm.projection_parked p on p.tenant_id = c.tenant_id and p.projection = c.projection
   where c.projection = any (p_projections)
   group by c.tenant_id
$$;

create function rm.parked() returns table (tenant_id uuid, projection text, seq bigint, parked_ms bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select p.tenant_id, p.projection, p.seq, p.parked_ms from rm.projection_parked p $$;

revoke all on function rm.lowest_checkpoints, rm.parked from public;
grant execute on function rm.lowest_checkpoints, rm.parked to projector;

reset role;
