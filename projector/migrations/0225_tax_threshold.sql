-- What the reactor reads: shops whose sales are near the amount from which they must register for VAT.
set role rm_owner;

-- GHS 750,000 in twelve months, for a business that sells products: Value Added Tax Act, 2025 (Act 1151). Asked for ten
-- minutes a day only, because it sums the days of every shop that is not registered.
create function rm.near_registration(p_now_ms bigint)
returns table (tenant_id uuid, step int)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select n.tenant_id, case when n.total_minor >= 75000000 then 100 else 80 end
    from (select t.tenant_id, (
                   select sum(d.total_minor) from rm.rm_daily_totals d
                    where d.tenant_id = t.tenant_id and d.currency = 'GHS'
                      and d.day > (l.local - interval '12 months')::date and d.day <= l.local::date) as total_minor
            from rm.rm_settings t
            join rm.rm_shops s on s.tenant_id = t.tenant_id and s.status <> 'suspended'
           cross join lateral (select to_timestamp(p_now_ms / 1000.0) at time zone t.timezone as local) l
           where t.currency = 'GHS' and t.tax_rate_bp = 0 and coalesce(t.tax_profile, 'unregistered') = 'unregistered'
             and l.local::time >= '09:00' and l.local::time < '09:10') n
   where n.total_minor >= 60000000
$$;

revoke all on function rm.near_registration from public;
grant execute on function rm.near_registration to jobs;

reset role;
