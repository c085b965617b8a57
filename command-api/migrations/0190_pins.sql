-- PINs, by which people unlock a till, and the sessions that they open there.
set role es_owner;

create table auth.pins (
  tenant_id uuid   not null,
  user_id   uuid   not null references auth.users,
  pin_hash  text   not null,
  set_ms    bigint not null,
  primary key (tenant_id, user_id)
);

-- Wrong tries in a row, at all tills together. Also of ids that belong to no one, so that an answer does not tell which
-- people have a PIN. A row ends with a right PIN, or a day after its last try.
create table auth.pin_tries (
  tenant_id       uuid   not null,
  user_id         uuid   not null,
  wrong           int    not null,
  tried_ms        bigint not null,
  locked_until_ms bigint not null,
  primary key (tenant_id, user_id)
);

do $$
declare
  t text;
begin
  foreach t in array array['pins', 'pin_tries'] loop
    execute format('alter table auth.%I enable row level security', t);
    execute format('alter table auth.%I force row level security', t);
    execute format('create policy es_owner on auth.%I to es_owner using (true) with check (true)', t);
    execute format('create policy account_writer on auth.%I to account_writer
      using (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')::uuid))
      with check (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')::uuid))', t);
  end loop;
end $$;
grant select, insert, update, delete on auth.pins, auth.pin_tries to account_writer;

-- till: opened by a PIN at a till. It reaches only what a till needs.
alter table auth.sessions
  drop constraint sessions_purpose_check,
  add constraint sessions_purpose_check check (purpose in ('work', 'support', 'export', 'till')),
  add column till int,
  add constraint sessions_till_check check ((purpose = 'till') = (till is not null));

-- As auth.sessions_at_once before, with the purpose of each session.
create function auth.sessions_with_purpose(p_tenants uuid[], p_sids uuid[], p_now_ms bigint)
returns table (place int, user_id uuid, role text, aud text, tenant_status smallint, valid boolean, only_setup boolean,
               due boolean, purpose text)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
-- As in es.append_any.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  return query
  select k.place::int, s.user_id,
         case when s.purpose = 'support' then 'support'
              when s.purpose = 'export' then 'suspended_owner'
              when s.aud = 'platform' then 'super_admin'
              else m.role end,
         s.aud, h.status,
         s.ended_ms is null and u.disabled_ms is null and p_now_ms < s.expires_ms
           and p_now_ms - s.last_used_ms <= idle.ms
           and case when s.purpose = 'support' then u.kind = 'platform' and parent.holds
                    when s.aud = 'platform' then true
                    else m.user_id is not null and m.ended_ms is null
                         and (m.ends_ms is null or p_now_ms < m.ends_ms)
                         and (s.purpose in ('work', 'till') or m.role = 'owner') end,
         s.only_setup,
         s.ended_ms is null and p_now_ms - s.last_used_ms between 60000 and idle.ms,
         s.purpose
    from (select auth.idle_ms('platform') as platform, auth.idle_ms('tenant') as tenant offset 0) i
    cross join unnest(p_tenants, p_sids) with ordinality k(tenant_id, sid, place)
    join auth.sessions s on s.tenant_id = k.tenant_id and s.sid = k.sid
    join auth.users u on u.user_id = s.user_id
    left join auth.memberships m on m.tenant_id = s.tenant_id and m.user_id = s.user_id
    left join es.tenant_heads h on h.tenant_id = s.tenant_id
    cross join lateral (select case s.aud when 'platform' then i.platform else i.tenant end as ms) idle
    left join lateral (
      select p.ended_ms is null and p_now_ms < p.expires_ms as holds from auth.sessions p
       where p.sid = s.parent_sid and p.user_id = s.user_id
         and p.tenant_id = '00000000-0000-7000-8000-000000000001') parent on true;
end $$;

-- For processes of an older build, which would take the session of a till for a full one: to them it has ended.
create or replace function auth.sessions_at_once(p_tenants uuid[], p_sids uuid[], p_now_ms bigint)
returns table (place int, user_id uuid, role text, aud text, tenant_status smallint, valid boolean, only_setup boolean,
               due boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.place, s.user_id, s.role, s.aud, s.tenant_status, s.valid and s.purpose <> 'till', s.only_setup, s.due
    from auth.sessions_with_purpose(p_tenants, p_sids, p_now_ms) s
$$;

-- As before, plus whether the person has a PIN.
drop function auth.own_account(uuid, uuid);
create function auth.own_account(p_tenant uuid, p_sid uuid)
returns table (user_id uuid, email text, first_name text, last_name text, phone text, role text,
               created_ms bigint, last_login_ms bigint, has_totp boolean, recovery_codes bigint,
               is_totp_required boolean, only_setup boolean, has_pin boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select u.user_id, u.email, u.first_name, u.last_name, u.phone,
         case s.aud when 'platform' then 'super_admin' else m.role end, u.created_ms, u.last_login_ms,
         t.confirmed_ms is not null,
         (select count(*) from auth.recovery_codes c where c.user_id = u.user_id and c.used_ms is null),
         p.required_ms is not null, s.only_setup,
         exists (select from auth.pins i where i.tenant_id = s.tenant_id and i.user_id = s.user_id)
    from auth.sessions s
    join auth.users u on u.user_id = s.user_id
    left join auth.memberships m on m.tenant_id = s.tenant_id and m.user_id = s.user_id
    left join auth.totp t on t.user_id = s.user_id
    left join auth.two_factor_policies p on p.tenant_id = s.tenant_id
   where s.tenant_id = p_tenant and s.sid = p_sid and s.ended_ms is null
$$;

revoke all on function auth.sessions_with_purpose, auth.own_account from public;
grant execute on function auth.sessions_with_purpose to cmd_writer, account_writer, query_ro;
grant execute on function auth.own_account to query_ro;

reset role;
