-- Reactions to events: emails, notifications, reports. The reactor reads the log by tenant. A cursor moves in the
-- transaction that queues the jobs, and each event queues at most one job of a kind.
set role es_owner;

create table es.reactor_cursors (
  tenant_id uuid   primary key,
  seq       bigint not null
) with (fillfactor = 50);

create table es.reactions (
  tenant_id uuid   not null,
  seq       bigint not null,
  kind      text   not null,
  at_ms     bigint not null,
  primary key (tenant_id, seq, kind)
);
create index reactions_by_age on es.reactions (at_ms);

-- Jobs of the calendar, not of an event: the report of a period, the end of a trial.
create table es.occasions (
  tenant_id uuid   not null,
  kind      text   not null,
  period    text   not null,
  at_ms     bigint not null,
  primary key (tenant_id, kind, period)
);

-- When a product was last in an email about low stock, at most once a day. `alert` is the id of that email.
create table es.low_stock_alerts (
  tenant_id  uuid   not null,
  product_id uuid   not null,
  alerted_ms bigint not null,
  alert      uuid   not null,
  primary key (tenant_id, product_id)
);

-- The products of a tenant; stream heads also hold a row for each sale.
create index stream_heads_of_products on es.stream_heads (tenant_id) where stream_type = 'product';

do $$
declare
  t text;
begin
  foreach t in array array['reactor_cursors', 'reactions', 'occasions', 'low_stock_alerts'] loop
    execute format('alter table es.%I enable row level security', t);
    execute format('alter table es.%I force row level security', t);
    execute format('create policy es_owner on es.%I to es_owner using (true) with check (true)', t);
    execute format('create policy jobs on es.%I to jobs using (true) with check (true)', t);
    execute format('create policy auditor_ro on es.%I for select to auditor_ro using (true)', t);
    execute format('grant select, insert, update on es.%I to jobs', t);
    execute format('grant select on es.%I to auditor_ro', t);
  end loop;
  foreach t in array array['tenant_heads', 'events', 'stream_heads'] loop
    execute format('create policy jobs on es.%I for select to jobs using (true)', t);
    execute format('grant select on es.%I to jobs', t);
  end loop;
end $$;
grant usage on schema es to jobs;
grant delete on es.reactions, es.occasions, es.low_stock_alerts to jobs;

-- Products below their reorder point, or without one below the tenant's threshold.
create function es.low_stock(p_tenant uuid, p_threshold int)
returns table (product_id uuid, name text, on_hand int, threshold int)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select h.stream_id, h.state ->> 'name', h.on_hand, coalesce((h.state ->> 'reorderPoint')::int, p_threshold)
    from es.stream_heads h
   where h.tenant_id = p_tenant and h.stream_type = 'product' and h.state ->> 'status' = 'active'
     and h.on_hand < coalesce((h.state ->> 'reorderPoint')::int, p_threshold)
   order by h.on_hand, lower(h.state ->> 'name'), h.stream_id
$$;

-- Claims those products that were in no email since p_since_ms. The same alert claims the same products again.
create function es.claim_low_stock(p_tenant uuid, p_products uuid[], p_alert uuid, p_now_ms bigint, p_since_ms bigint)
returns setof uuid
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  insert into es.low_stock_alerts as a (tenant_id, product_id, alerted_ms, alert)
  select p_tenant, p.id, p_now_ms, p_alert from unnest(p_products) p(id) order by p.id
  on conflict (tenant_id, product_id) do update set alerted_ms = excluded.alerted_ms, alert = excluded.alert
   where a.alert = excluded.alert or a.alerted_ms <= p_since_ms
  returning product_id
$$;

-- The email was not sent: its products may be claimed again.
create function es.release_low_stock(p_tenant uuid, p_alert uuid) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$ delete from es.low_stock_alerts where tenant_id = p_tenant and alert = p_alert $$;

revoke all on function es.low_stock, es.claim_low_stock, es.release_low_stock from public;
grant execute on function es.low_stock, es.claim_low_stock, es.release_low_stock to cmd_writer;

reset role;

set role es_owner;
-- Which sessions of open streams are still valid, many at once. Unlike auth.session this does not count as use: a
-- screen that only listens goes idle like a closed one.
create function auth.holding_sessions(p_tenants uuid[], p_sids uuid[], p_now_ms bigint)
returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.sid
    from unnest(p_tenants, p_sids) asked(tenant_id, sid)
    join auth.sessions s on s.tenant_id = asked.tenant_id and s.sid = asked.sid
    join auth.users u on u.user_id = s.user_id
    join es.tenant_heads h on h.tenant_id = s.tenant_id
    left join auth.memberships m on m.tenant_id = s.tenant_id and m.user_id = s.user_id
   where s.ended_ms is null and p_now_ms < s.expires_ms and p_now_ms - s.last_used_ms <= auth.idle_ms(s.aud)
     and u.disabled_ms is null and h.status <> 3
     and (s.aud = 'platform' or s.purpose <> 'work' or (m.user_id is not null and m.ended_ms is null))
$$;
revoke all on function auth.holding_sessions from public;
grant execute on function auth.holding_sessions to query_ro;
reset role;
