-- rm.freshness is part of every GET, and of most it is nearly all that Postgres does. Checkpoints are read by one scan
-- instead of one for each projection, and so are the reasons why waiting would not help.
set role rm_owner;

-- As in 0012_ask.sql. No projection may be named twice.
create or replace function rm.freshness(p_tenant uuid, p_projections text[])
returns table (head bigint, checkpoint bigint, blocked text)
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  perform set_config('app.tenant', p_tenant::text, true);
  return query
  select h.seq, coalesce(c.seq, h.seq),
         case when exists (select from rm.rebuilds b where b.projection = any (p_projections)) then 'rebuilding'
              when exists (select from rm.projection_parked q
                            where q.tenant_id = p_tenant and q.projection = any (p_projections)) then 'parked' end
    from (select coalesce((select t.seq from es.tenant_heads t where t.tenant_id = p_tenant), 0) as seq) h,
         (select case when count(*) < cardinality(p_projections) then 0 else min(k.seq) end as seq
            from rm.checkpoints k where k.tenant_id = p_tenant and k.projection = any (p_projections)) c;
end $$;

reset role;
