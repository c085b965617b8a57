-- What the reactor reads from the read models: which tenants have something due now, and a tenant's figures.
set role rm_owner;

grant usage on schema rm to jobs;

-- Tenants whose local time has reached the hour at which reports are sent, with the days to report.
create function rm.due_reports(p_now_ms bigint)
returns table (tenant_id uuid, frequency text, from_day date, to_day date)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select d.tenant_id, d.report_frequency,
         case d.report_frequency when 'daily' then d.day - 1 when 'weekly' then d.day - 7
              else (d.day - interval '1 month')::date end,
         d.day - 1
    from (select t.tenant_id, t.report_frequency, l.local::date as day, l.local::time as hour, t.email_time::time as at,
                 (to_timestamp(s.registered_ms / 1000.0) at time zone t.timezone)::date as registered
            from rm.rm_settings t
            join rm.rm_shops s on s.tenant_id = t.tenant_id and s.status <> 'suspended'
           cross join lateral (select to_timestamp(p_now_ms / 1000.0) at time zone t.timezone as local) l
           where t.email_notifications and t.sales_reports) d
   where d.hour >= d.at and d.registered < d.day
     and case d.report_frequency when 'daily' then true when 'weekly' then extract(isodow from d.day) = 1
              else extract(day from d.day) = 1 end
$$;

-- Tenants whose trial ended within the last week; the reactor must check at least that often.
create function rm.ended_trials(p_now_ms bigint)
returns table (tenant_id uuid, plan text, trial_until date)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.tenant_id, s.plan, s.trial_until
    from rm.rm_shops s
    join rm.rm_settings t on t.tenant_id = s.tenant_id
   cross join lateral (select (to_timestamp(p_now_ms / 1000.0) at time zone t.timezone)::date as day) l
   where s.trial_until < l.day and s.trial_until >= l.day - 7 and s.status <> 'suspended'
$$;

create function rm.sales_between(p_tenant uuid, p_from date, p_to date)
returns table (currency text, orders bigint, total_minor bigint, tax_minor bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select d.currency, sum(d.orders), sum(d.total_minor)::bigint, sum(d.tax_minor)::bigint
    from rm.rm_daily_totals d
   where d.tenant_id = p_tenant and d.day between p_from and p_to
   group by d.currency having sum(d.orders) > 0
   order by d.currency
$$;

revoke all on function rm.due_reports, rm.ended_trials, rm.sales_between from public;
grant execute on function rm.due_reports, rm.ended_trials, rm.sales_between to jobs;

reset role;
