-- How far the read models are, for /metrics: per projection and without naming a tenant. The first missing event of a
-- tenant is the same for most of its projections, so it is looked up once.
set role rm_owner;

create function rm.progress()
returns table (projection text, missing bigint, since_ms bigint, parked bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with names as (
    select distinct k.projection from rm.checkpoints k where k.projection not like '%@rebuild'
  ), lagging as materialized (
    select n.projection, h.tenant_id, coalesce(c.seq, 0) as reached, h.seq - coalesce(c.seq, 0) as missing
      from names n
     cross join es.heads() h
      left join rm.checkpoints c on c.tenant_id = h.tenant_id and c.projection = n.projection
      left join rm.projection_parked p on p.tenant_id = h.tenant_id and p.projection = n.projection
     where h.seq > coalesce(c.seq, 0) and p.projection is null
  ), first_missing as (
    select d.tenant_id, d.reached, es.recorded_ms(d.tenant_id, d.reached + 1) as ms
      from (select distinct l.tenant_id, l.reached from lagging l) d
  ), late as (
    select l.projection, sum(l.missing)::bigint as missing, min(f.ms) as since_ms
      from lagging l join first_missing f on f.tenant_id = l.tenant_id and f.reached = l.reached
     group by l.projection
  ), parked as (
    select p.projection, count(*) as tenants from rm.projection_parked p group by p.projection
  )
  select n.projection, coalesce(l.missing, 0), l.since_ms, coalesce(p.tenants, 0)
    from names n
    left join late l on l.projection = n.projection
    left join parked p on p.projection = n.projection
$$;

revoke all on function rm.progress from public;
grant execute on function rm.progress to cmd_writer;

reset role;
