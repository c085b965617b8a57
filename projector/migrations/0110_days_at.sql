-- Sales of each product on each day as of an event. A year of a thousand products has so many rows that finding the
-- copy of each takes seconds. On most days nothing was sold or voided since, so their rows are as they were; later
-- days had no sales yet. Only the few other days are computed from copies.
set role rm_owner;

-- The days with takings until then, and whether the journal has no later takings for them. Reads an index day by day.
create function rm.days_at(p_tenant uuid, p_seq bigint) returns table (day date, is_over boolean)
language sql stable as $$
  with recursive days as (
    select min(t.day) as day from rm.rm_takings t where t.tenant_id = p_tenant
    union all
    select (select min(t.day) from rm.rm_takings t where t.tenant_id = p_tenant and t.day > d.day)
      from days d where d.day is not null
  )
  select d.day, not exists (select from rm.rm_takings t
                             where t.tenant_id = p_tenant and t.day = d.day and t.seq > p_seq)
    from days d
   where exists (select from rm.rm_takings t where t.tenant_id = p_tenant and t.day = d.day and t.seq <= p_seq)
$$;

-- Whether the journal knows everything that a read model contains.
create function rm.is_in_journal(p_tenant uuid, p_projection text) returns boolean
language sql stable as $$
  select count(*) = 2 and min(k.seq) filter (where k.projection = 'takings') = max(k.seq)
    from rm.checkpoints k
   where k.tenant_id = p_tenant and k.projection in ('takings', p_projection)
$$;

create or replace function rm.product_days_at(p_tenant uuid, p_seq bigint)
returns table (tenant_id uuid, day date, product_id uuid, currency text, quantity bigint, revenue_minor bigint)
language sql stable as $$
  select r.tenant_id, r.day, r.product_id, r.currency, r.quantity, r.revenue_minor
    from rm.rm_product_days r
   where r.tenant_id = p_tenant and (select rm.is_in_journal(p_tenant, 'product_days'))
     and r.day = any (array(select d.day from rm.days_at(p_tenant, p_seq) d where d.is_over))
  union all
  select r.tenant_id, r.day, r.product_id, r.currency,
         coalesce(c.quantity, 0) + coalesce(a.quantity, 0), coalesce(c.revenue_minor, 0) + coalesce(a.revenue_minor, 0)
    from rm.rm_product_days r
    left join lateral (
      select k.* from rm.copies_product_days k
       where k.tenant_id = p_tenant and k.day = r.day and k.product_id = r.product_id and k.currency = r.currency
         and k.seq <= p_seq
       order by k.seq desc limit 1) c on true
    left join rm.product_days_since_copy(p_tenant, p_seq) a
      on a.day = r.day and a.product_id = r.product_id and a.currency = r.currency
   where r.tenant_id = p_tenant and (c.seq is not null or a.currency is not null)
     and r.day = any (array(
           select d.day from rm.days_at(p_tenant, p_seq) d
            where not d.is_over or not (select rm.is_in_journal(p_tenant, 'product_days'))))
$$;

revoke all on function rm.days_at, rm.is_in_journal from public;
grant execute on function rm.days_at, rm.is_in_journal to query_ro, projector, auditor_ro;

reset role;
