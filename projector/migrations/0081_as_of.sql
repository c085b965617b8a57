-- Every read model of a tenant's screens as of an event. For each table rm.rm_<name> there is a function
-- rm.<name>_at(tenant, seq) with the same columns, which replaces the table in the text of a question. The functions
-- are plain SQL with the caller's rights, so the planner inlines them and row-level security applies.
--
-- Journals (takings, stock_movements, changes) are cut off after the event. Only a void changes a sale. Sums are the
-- latest copy before the event plus what the journal adds to it. The projector makes copies every so many events; they
-- may be deleted at any time, and answers then only take longer. Entities are their current row if nothing changed
-- since, otherwise all changes merged.
--
-- The functions with the columns of a table are generated again after each migration: see projector/past/functions.ts.
set role rm_owner;

-- The events up to which sums were copied, by tenant, with the time of the latest sale until then.
create table rm.copied (
  tenant_id uuid   not null,
  seq       bigint not null,
  latest_ms bigint not null,
  primary key (tenant_id, seq)
);
select rm.protect('rm.copied');

create function rm.takings_at(p_tenant uuid, p_seq bigint)
returns table (tenant_id uuid, seq bigint, sale_id uuid, orders int, day date, hour text, user_id uuid, currency text,
               total_minor bigint, tax_minor bigint, actor_id uuid, occurred_ms bigint, recorded_ms bigint)
language sql stable as $$
  select t.tenant_id, t.seq, t.sale_id, t.orders, t.day, t.hour, t.user_id, t.currency,
         t.total_minor, t.tax_minor, t.actor_id, t.occurred_ms, t.recorded_ms
    from rm.rm_takings t
   where t.tenant_id = p_tenant and t.seq <= p_seq
$$;

create function rm.stock_movements_at(p_tenant uuid, p_seq bigint)
returns table (tenant_id uuid, product_id uuid, seq bigint, kind text, delta int, after int, reason text, sale_id uuid,
               actor_id uuid, occurred_ms bigint, recorded_ms bigint)
language sql stable as $$
  select m.tenant_id, m.product_id, m.seq, m.kind, m.delta, m.after, m.reason, m.sale_id,
         m.actor_id, m.occurred_ms, m.recorded_ms
    from rm.rm_stock_movements m
   where m.tenant_id = p_tenant and m.seq <= p_seq
$$;

create function rm.changes_at(p_tenant uuid, p_seq bigint)
returns table (tenant_id uuid, projection text, seq bigint, thing_id uuid, type text, changes json, personal text,
               actor_id uuid, occurred_ms bigint, recorded_ms bigint)
language sql stable as $$
  select c.tenant_id, c.projection, c.seq, c.thing_id, c.type, c.changes, c.personal,
         c.actor_id, c.occurred_ms, c.recorded_ms
    from rm.rm_changes c
   where c.tenant_id = p_tenant and c.seq <= p_seq
$$;

-- The journal after the latest copy.
create function rm.takings_since_copy(p_tenant uuid, p_seq bigint)
returns table (seq bigint, sale_id uuid, orders int, day date, hour text, user_id uuid, currency text,
               total_minor bigint, tax_minor bigint, occurred_ms bigint)
language sql stable as $$
  select t.seq, t.sale_id, t.orders, t.day, t.hour, t.user_id, t.currency, t.total_minor, t.tax_minor, t.occurred_ms
    from rm.rm_takings t
   where t.tenant_id = p_tenant and t.seq <= p_seq
     and t.seq > (select coalesce(max(k.seq), 0) from rm.copied k where k.tenant_id = p_tenant and k.seq <= p_seq)
$$;

-- The time of the latest sale known at that event. Without it, a list of the newest sales would skip all later sales
-- one by one.
create function rm.latest_sale_ms(p_tenant uuid, p_seq bigint) returns bigint
language sql stable as $$
  select greatest(
    (select k.latest_ms from rm.copied k where k.tenant_id = p_tenant and k.seq <= p_seq order by k.seq desc limit 1),
    (select max(t.occurred_ms) from rm.takings_since_copy(p_tenant, p_seq) t where t.orders > 0))
$$;

create function rm.sales_at(p_tenant uuid, p_seq bigint)
returns table (tenant_id uuid, sale_id uuid, receipt_number int, store int, register int, occurred_ms bigint,
               recorded_ms bigint, business_date date, currency text, customer_id uuid, customer_name text,
               cashier_id uuid, total_minor bigint, tax_minor bigint, tax json, item_count int, payment_method text,
               tenders json, lines json, notes text, possible_duplicate_of uuid, voided_ms bigint, void_reason text)
language sql stable as $$
  select s.tenant_id, s.sale_id, s.receipt_number, s.store, s.register, s.occurred_ms, s.recorded_ms, s.business_date,
         s.currency, s.customer_id, s.customer_name, s.cashier_id, s.total_minor, s.tax_minor, s.tax, s.item_count,
         s.payment_method, s.tenders, s.lines, s.notes, s.possible_duplicate_of,
         case when v.is_voided then s.voided_ms end, case when v.is_voided then s.void_reason end
    from rm.rm_sales s
    join rm.rm_takings m
      on m.tenant_id = p_tenant and m.sale_id = s.sale_id and m.orders > 0 and m.seq <= p_seq
   cross join lateral (
      select exists (select from rm.rm_takings t
                      where t.tenant_id = p_tenant and t.sale_id = s.sale_id and t.orders < 0 and t.seq <= p_seq)
             as is_voided) v
   where s.tenant_id = p_tenant and s.occurred_ms <= (select rm.latest_sale_ms(p_tenant, p_seq))
$$;

-- What the journal adds to each table of sums after the latest copy, just as its projection adds it.
create function rm.daily_totals_since_copy(p_tenant uuid, p_seq bigint)
returns table (day date, currency text, orders int, total_minor bigint, tax_minor bigint)
language sql stable as $$
  select t.day, t.currency, sum(t.orders)::int, sum(t.total_minor)::bigint, sum(t.tax_minor)::bigint
    from rm.takings_since_copy(p_tenant, p_seq) t
   group by t.day, t.currency
$$;

create function rm.hours_since_copy(p_tenant uuid, p_seq bigint)
returns table (day date, hour text, currency text, orders int, total_minor bigint)
language sql stable as $$
  select t.day, t.hour, t.currency, sum(t.orders)::int, sum(t.total_minor)::bigint
    from rm.takings_since_copy(p_tenant, p_seq) t
   group by t.day, t.hour, t.currency
$$;

create function rm.staff_days_since_copy(p_tenant uuid, p_seq bigint)
returns table (day date, user_id uuid, currency text, orders int, total_minor bigint)
language sql stable as $$
  select t.day, t.user_id, t.currency, sum(t.orders)::int, sum(t.total_minor)::bigint
    from rm.takings_since_copy(p_tenant, p_seq) t
   group by t.day, t.user_id, t.currency
$$;

create function rm.method_days_since_copy(p_tenant uuid, p_seq bigint)
returns table (day date, method text, status text, currency text, payments int, amount_minor bigint)
language sql stable as $$
  select t.day, x ->> 'method', x ->> 'status', t.currency, sum(t.orders)::int,
         sum(t.orders * (x ->> 'amountMinor')::bigint)::bigint
    from rm.takings_since_copy(p_tenant, p_seq) t
    join rm.rm_sales s on s.tenant_id = p_tenant and s.sale_id = t.sale_id
   cross join lateral json_array_elements(s.tenders) x
   group by t.day, x ->> 'method', x ->> 'status', t.currency
$$;

create function rm.product_days_since_copy(p_tenant uuid, p_seq bigint)
returns table (day date, product_id uuid, currency text, quantity bigint, revenue_minor bigint)
language sql stable as $$
  select t.day, (l ->> 'productId')::uuid, t.currency, sum(t.orders * (l ->> 'quantity')::bigint)::bigint,
         sum(t.orders * (l ->> 'totalMinor')::bigint)::bigint
    from rm.takings_since_copy(p_tenant, p_seq) t
    join rm.rm_sales s on s.tenant_id = p_tenant and s.sale_id = t.sale_id
   cross join lateral json_array_elements(s.lines) l
   group by t.day, (l ->> 'productId')::uuid, t.currency
$$;

create function rm.product_totals_since_copy(p_tenant uuid, p_seq bigint)
returns table (product_id uuid, currency text, quantity bigint, revenue_minor bigint)
language sql stable as $$
  select d.product_id, d.currency, sum(d.quantity)::bigint, sum(d.revenue_minor)::bigint
    from rm.product_days_since_copy(p_tenant, p_seq) d
   group by d.product_id, d.currency
$$;

-- For each table of sums: copies of its rows with the number of the event, and the table as of an event. The current
-- rows include all that there may have been, since a read model never removes one.
do $$
declare
  name   text;
  keys   text[];
  sums   text[];
begin
  for name, keys, sums in values
    ('daily_totals',   array['day', 'currency'],                     array['orders', 'total_minor', 'tax_minor']),
    ('hours',          array['day', 'hour', 'currency'],             array['orders', 'total_minor']),
    ('staff_days',     array['day', 'user_id', 'currency'],          array['orders', 'total_minor']),
    ('method_days',    array['day', 'method', 'status', 'currency'], array['payments', 'amount_minor']),
    ('product_days',   array['day', 'product_id', 'currency'],       array['quantity', 'revenue_minor']),
    ('product_totals', array['product_id', 'currency'],              array['quantity', 'revenue_minor'])
  loop
    execute format('create table rm.copies_%1$s (like rm.rm_%1$s, seq bigint not null, primary key (tenant_id, %2$s, seq))',
      name, array_to_string(keys, ', '));
    perform rm.protect(format('rm.copies_%s', name)::regclass);
    execute format($make$
      create function rm.%1$s_at(p_tenant uuid, p_seq bigint) returns table (%2$s)
      language sql stable as $body$
        select r.tenant_id, %3$s, %4$s
          from rm.rm_%1$s r
          left join lateral (
            select k.* from rm.copies_%1$s k
             where k.tenant_id = p_tenant and %5$s and k.seq <= p_seq
             order by k.seq desc limit 1) c on true
          left join rm.%1$s_since_copy(p_tenant, p_seq) a on %6$s
         where r.tenant_id = p_tenant and (c.seq is not null or a.currency is not null)
      $body$ $make$,
      name,
      (select string_agg(format('%I %s', a.attname, format_type(a.atttypid, null)), ', ' order by a.attnum)
         from pg_attribute a
        where a.attrelid = format('rm.rm_%s', name)::regclass and a.attnum > 0 and not a.attisdropped),
      (select string_agg(format('r.%I', k), ', ' order by i) from unnest(keys) with ordinality u(k, i)),
      (select string_agg(format('coalesce(c.%1$I, 0) + coalesce(a.%1$I, 0)', s), ', ' order by i)
         from unnest(sums) with ordinality u(s, i)),
      (select string_agg(format('k.%1$I = r.%1$I', k), ' and ') from unnest(keys) k),
      (select string_agg(format('a.%1$I = r.%1$I', k), ' and ') from unnest(keys) k));
  end loop;
end $$;

create aggregate rm.merged (jsonb) (sfunc = jsonb_concat, stype = jsonb, initcond = '{}');

-- Whether the current rows and their changes have the same checkpoint. Only then is an entity without later changes as
-- it was.
create function rm.are_in_step(p_tenant uuid, p_projection text) returns boolean
language sql stable as $$
  select count(*) = 2 and min(k.seq) = max(k.seq)
    from rm.checkpoints k
   where k.tenant_id = p_tenant and k.projection in ('changes', p_projection)
$$;

-- The columns of each entity that changed since, as they were.
create function rm.merged_at(p_tenant uuid, p_projection text, p_seq bigint) returns table (thing_id uuid, merged jsonb)
language sql stable as $$
  select c.thing_id, rm.merged(c.changes::jsonb || coalesce(c.personal, '{}')::jsonb order by c.seq)
    from rm.rm_changes c
   where c.tenant_id = p_tenant and c.projection = p_projection and c.seq <= p_seq
     and (not (select rm.are_in_step(p_tenant, p_projection))
          or c.thing_id in (select n.thing_id from rm.rm_changes n
                             where n.tenant_id = p_tenant and n.projection = p_projection and n.seq > p_seq))
   group by c.thing_id
$$;

do $$
declare
  name    text;
  thing   text;
  names   text;
  typed   text;
begin
  for name, thing in values
    ('shops', 'tenant_id'), ('settings', 'tenant_id'), ('customers', 'customer_id'), ('products', 'product_id')
  loop
    select string_agg(format('%I', a.attname), ', ' order by a.attnum),
           string_agg(format('%I %s', a.attname, format_type(a.atttypid, null)), ', ' order by a.attnum)
      into names, typed
      from pg_attribute a where a.attrelid = format('rm.rm_%s', name)::regclass and a.attnum > 0 and not a.attisdropped;
    execute format($make$
      create function rm.%6$s_at(p_tenant uuid, p_seq bigint) returns table (%2$s)
      language sql stable as $body$
        select %3$s
          from rm.rm_%1$s r
         where r.tenant_id = p_tenant and (select rm.are_in_step(p_tenant, '%1$s'))
           and not exists (select from rm.rm_changes n
                            where n.tenant_id = p_tenant and n.projection = '%1$s' and n.thing_id = r.%4$I and n.seq > p_seq)
        union all
        select %5$s
          from rm.merged_at(p_tenant, '%1$s', p_seq) m
         cross join lateral jsonb_populate_record(null::rm.rm_%1$s, m.merged
                   || jsonb_build_object('tenant_id', p_tenant, '%4$s', m.thing_id)) r
      $body$ $make$,
      name, typed, 'r.' || replace(names, ', ', ', r.'), thing, 'r.' || replace(names, ', ', ', r.'),
      case name when 'products' then 'product_details' else name end);
  end loop;
end $$;

-- A sale changes the stock of a product and nothing else.
do $$
declare
  names   text;
  typed   text;
begin
  select string_agg(case a.attname
           when 'stock' then 'coalesce(m.after, o.stock)'
           when 'updated_ms' then 'greatest(c.recorded_ms, m.recorded_ms)'
           else format('p.%I', a.attname) end, ', ' order by a.attnum),
         string_agg(format('%I %s', a.attname, format_type(a.atttypid, null)), ', ' order by a.attnum)
    into names, typed
    from pg_attribute a where a.attrelid = 'rm.rm_products'::regclass and a.attnum > 0 and not a.attisdropped;
  execute format($make$
    create function rm.products_at(p_tenant uuid, p_seq bigint) returns table (%1$s)
    language sql stable as $body$
      select %2$s
        from rm.product_details_at(p_tenant, p_seq) p
        left join lateral (
          select k.after, k.recorded_ms from rm.rm_stock_movements k
           where k.tenant_id = p_tenant and k.product_id = p.product_id and k.seq <= p_seq
           order by k.seq desc limit 1) m on true
        left join lateral (
          select k.recorded_ms from rm.rm_changes k
           where k.tenant_id = p_tenant and k.projection = 'products' and k.thing_id = p.product_id and k.seq <= p_seq
           order by k.seq desc limit 1) c on true
        left join lateral (
          select (k.changes ->> 'stock')::int as stock from rm.rm_changes k
           where m.after is null and k.tenant_id = p_tenant and k.projection = 'products'
             and k.thing_id = p.product_id and k.seq <= p_seq and k.changes ->> 'stock' is not null
           order by k.seq desc limit 1) o on true
    $body$ $make$, typed, names);
end $$;

-- Tenants with at least this many events that are not copied yet.
create function rm.copies_due(p_every bigint) returns table (tenant_id uuid, copied bigint, reached bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select k.tenant_id, coalesce(c.seq, 0), k.seq
    from (select k.tenant_id, min(k.seq) as seq
            from rm.checkpoints k
           where k.projection in ('sales', 'takings')
           group by k.tenant_id
          having count(*) = 2 and min(k.seq) >= p_every) k
    left join lateral (
      select d.seq from rm.copied d where d.tenant_id = k.tenant_id order by d.seq desc limit 1) c on true
   where k.seq >= coalesce(c.seq, 0) + p_every
$$;

do $$
declare
  made regprocedure;
begin
  for made in
    select p.oid from pg_proc p
     where p.pronamespace = 'rm'::regnamespace
       and (p.proname ~ '_(at|since_copy)$'
            or p.proname in ('latest_sale_ms', 'merged', 'are_in_step', 'copies_due'))
  loop
    execute format('revoke all on function %s from public', made);
    execute format('grant execute on function %s to query_ro, projector, auditor_ro', made);
  end loop;
end $$;
revoke execute on function rm.copies_due from query_ro, auditor_ro;
-- The audit's command line asks the same questions as the screens.
grant execute on function rm.freshness to auditor_ro;

reset role;
