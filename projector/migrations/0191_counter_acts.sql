-- For the owner's report: what each person did at the counter and with prices on these local days, both included. What
-- a till sent later counts on the day on which it arrived, because the report of its own day is sent already.
set role rm_owner;

create function rm.counter_acts_between(p_tenant uuid, p_from date, p_to date)
returns table (user_id uuid, overrides bigint, overridden_minor bigint, discounts bigint, discounted_minor bigint,
               offline_approvals bigint, late_entries bigint, repricings bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with span as (
    select t.timezone, t.currency,
           (extract(epoch from p_from::timestamp at time zone t.timezone) * 1000)::bigint as from_ms,
           (extract(epoch from (p_to + 1)::timestamp at time zone t.timezone) * 1000)::bigint as until_ms
      from rm.rm_settings t where t.tenant_id = p_tenant
  ), acts as (
    select s.cashier_id as user_id,
           (l.unit <> l.list)::int as overrides,
           case when s.currency = d.currency then round(abs(l.list - l.unit) * l.quantity / l.per_unit) else 0 end as overridden,
           (l.discount > 0)::int as discounts,
           case when s.currency = d.currency then l.discount else 0 end as discounted,
           0 as offline_approvals, 0 as late_entries, 0 as repricings
      from span d
      -- A business date is at most a day from the time of its sale, which has an index.
      join rm.rm_sales s on s.tenant_id = p_tenant and s.business_date between p_from and p_to and s.voided_ms is null
       and s.occurred_ms >= d.from_ms - 172800000 and s.occurred_ms < d.until_ms + 172800000
     cross join lateral (
           select (x->>'unitPriceMinor')::numeric as unit, (x->>'listPriceMinor')::numeric as list,
                  (x->>'quantity')::numeric as quantity, coalesce((x->>'perUnit')::numeric, 1) as per_unit,
                  (x->>'discountMinor')::numeric as discount
             from json_array_elements(s.lines) x) l
     where l.unit <> l.list or l.discount > 0
    union all
    select s.cashier_id, 0, 0, 0, 0, 0, 1, 0
      from span d
      join rm.rm_sales s on s.tenant_id = p_tenant and s.register > 1
       and s.occurred_ms >= d.from_ms - 5184000000 and s.occurred_ms < d.until_ms
       and s.recorded_ms >= d.from_ms and s.recorded_ms < d.until_ms
       and s.business_date < (to_timestamp(s.recorded_ms / 1000.0) at time zone d.timezone)::date
    union all
    select a.approver, 0, 0, 0, 0, 1, 0, 0
      from span d
      join rm.rm_approvals a on a.tenant_id = p_tenant and a.how = 'offline'
       and a.changed_ms >= d.from_ms and a.changed_ms < d.until_ms
    union all
    select c.actor_id, 0, 0, 0, 0, 0, 0, 1
      from span d
      join rm.rm_changes c on c.tenant_id = p_tenant and c.projection = 'products' and c.type = 'ProductRepriced'
       and c.recorded_ms >= d.from_ms and c.recorded_ms < d.until_ms
  )
  select a.user_id, sum(a.overrides)::bigint, sum(a.overridden)::bigint, sum(a.discounts)::bigint, sum(a.discounted)::bigint,
         sum(a.offline_approvals)::bigint, sum(a.late_entries)::bigint, sum(a.repricings)::bigint
    from acts a
   group by a.user_id
   order by a.user_id
$$;

revoke all on function rm.counter_acts_between from public;
grant execute on function rm.counter_acts_between to jobs;

reset role;
