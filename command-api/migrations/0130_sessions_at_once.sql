-- Every write asks for its session, many at once. auth.session is a function call and two statements for each; this
-- is one statement for all, with the same answer. It changes nothing: a session whose use has to be recorded, once a
-- minute, says `due`, and the caller then calls auth.touch_sessions.
set role es_owner;

create function auth.sessions_at_once(p_tenants uuid[], p_sids uuid[], p_now_ms bigint)
returns table (place int, user_id uuid, role text, aud text, tenant_status smallint, valid boolean, only_setup boolean,
               due boolean)
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
                         and (s.purpose = 'work' or m.role = 'owner') end,
         s.only_setup,
         s.ended_ms is null and p_now_ms - s.last_used_ms between 60000 and idle.ms
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

-- In the order of their ids, because each locks its row.
create function auth.touch_sessions(p_tenants uuid[], p_sids uuid[], p_now_ms bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  for k in 1..cardinality(p_sids) loop
    update auth.sessions s set last_used_ms = greatest(s.last_used_ms, p_now_ms)
     where s.tenant_id = p_tenants[k] and s.sid = p_sids[k] and s.ended_ms is null;
  end loop;
end $$;

revoke all on function auth.sessions_at_once, auth.touch_sessions from public;
grant execute on function auth.sessions_at_once, auth.touch_sessions to cmd_writer, account_writer, query_ro;

reset role;
