-- Invited staff, auditors with an end date, restricted sessions, and the erasure of a tenant.
set role es_owner;

-- Invitations to a tenant. The person gets a row in auth.users only on acceptance, so that an invitation does
-- not reserve an email. The secret of its link is in auth.link_tokens.
create table auth.invitations (
  tenant_id  uuid   not null,
  user_id    uuid   not null,
  email      text   not null check (email = lower(email)),
  role       text   not null,
  ends_on    date, -- the last day of an auditor
  invited_ms bigint not null,
  sent_ms    bigint not null, -- when the last link was sent
  ended_ms   bigint, -- accepted or revoked
  primary key (tenant_id, user_id)
);
create unique index invitations_by_email on auth.invitations (tenant_id, email) where ended_ms is null;
alter table auth.invitations enable row level security;
alter table auth.invitations force row level security;
create policy es_owner on auth.invitations to es_owner using (true) with check (true);
create policy account_writer on auth.invitations to account_writer
  using (tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid));
grant select, insert, update on auth.invitations to account_writer;

-- An invited person is in auth.invitations before they are in auth.users.
alter table auth.link_tokens drop constraint link_tokens_user_id_fkey;

alter table auth.memberships add column ends_ms bigint; -- the end of an auditor's last day

-- work: what the role allows. support: a super admin views the tenant. export: the owner of a suspended tenant
-- exports its data.
alter table auth.sessions
  add column purpose text not null default 'work' check (purpose in ('work', 'support', 'export')),
  add column parent_sid uuid; -- the platform session that opened a support session, which ends with it

-- As before, with the purpose of the session as its role unless it is work, and with an auditor's last day.
create or replace function auth.session(p_tenant uuid, p_sid uuid, p_now_ms bigint)
returns table (user_id uuid, role text, aud text, tenant_status smallint, valid boolean, only_setup boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  s auth.sessions;
  idle bigint;
begin
  select * into s from auth.sessions x where x.tenant_id = p_tenant and x.sid = p_sid;
  if not found then return; end if;
  idle := auth.idle_ms(s.aud);
  if s.ended_ms is null and p_now_ms - s.last_used_ms between 60000 and idle then
    update auth.sessions x set last_used_ms = greatest(x.last_used_ms, p_now_ms)
     where x.tenant_id = p_tenant and x.sid = p_sid;
  end if;
  return query
  select s.user_id,
         case when s.purpose = 'support' then 'support'
              when s.purpose = 'export' then 'suspended_owner'
              when s.aud = 'platform' then 'super_admin'
              else m.role end,
         s.aud, h.status,
         s.ended_ms is null and u.disabled_ms is null and p_now_ms < s.expires_ms
           and p_now_ms - s.last_used_ms <= idle
           and case when s.purpose = 'support' then u.kind = 'platform' and parent.holds
                    when s.aud = 'platform' then true
                    else m.user_id is not null and m.ended_ms is null
                         and (m.ends_ms is null or p_now_ms < m.ends_ms)
                         and (s.purpose = 'work' or m.role = 'owner') end,
         s.only_setup
    from auth.users u
    left join auth.memberships m on m.tenant_id = p_tenant and m.user_id = u.user_id
    left join es.tenant_heads h on h.tenant_id = p_tenant
    left join lateral (
      select p.ended_ms is null and p_now_ms < p.expires_ms as holds from auth.sessions p
       where p.sid = s.parent_sid and p.user_id = s.user_id
         and p.tenant_id = '00000000-0000-7000-8000-000000000001') parent on true
   where u.user_id = s.user_id;
end $$;

-- Staff and invitations of a tenant, for the owner's list. Events hold no names, so a read model of the log could
-- not show them.
create function auth.staff(p_tenant uuid)
returns table (user_id uuid, status text, role text, email text, first_name text, last_name text,
               has_totp boolean, joined_ms bigint, last_login_ms bigint, invited_ms bigint, sent_ms bigint,
               ends_on date)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select m.user_id, 'active', m.role, u.email, u.first_name, u.last_name, t.confirmed_ms is not null,
         m.joined_ms, u.last_login_ms, i.invited_ms, i.sent_ms,
         case when m.ends_ms is not null then i.ends_on end
    from auth.memberships m
    join auth.users u on u.user_id = m.user_id
    left join auth.totp t on t.user_id = m.user_id
    left join auth.invitations i on i.tenant_id = m.tenant_id and i.user_id = m.user_id
   where m.tenant_id = p_tenant and m.ended_ms is null
  union all
  select i.user_id, 'invited', i.role, i.email, '', '', false, null, null, i.invited_ms, i.sent_ms, i.ends_on
    from auth.invitations i
   where i.tenant_id = p_tenant and i.ended_ms is null
$$;

-- The open support sessions of a super admin, in all tenants.
create function auth.open_support_sessions(p_user uuid, p_now_ms bigint)
returns table (tenant_id uuid, sid uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.tenant_id, s.sid from auth.sessions s
   where s.user_id = p_user and s.purpose = 'support' and s.ended_ms is null and p_now_ms < s.expires_ms
   order by s.tenant_id, s.sid
$$;
create index support_sessions_by_user on auth.sessions (user_id) where purpose = 'support' and ended_ms is null;

-- Erases people: what is sealed under these keys can never be read again, in the log or outside it.
create function es.destroy_subject_keys(p_tenant uuid) returns bigint
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  with gone as (delete from es.subject_keys where tenant_id = p_tenant returning 1)
  select count(*) from gone
$$;
create function es.destroy_subject_key(p_tenant uuid, p_subject uuid) returns bigint
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  with gone as (delete from es.subject_keys where tenant_id = p_tenant and subject_id = p_subject returning 1)
  select count(*) from gone
$$;

revoke all on all functions in schema auth from public;
revoke all on all functions in schema es from public;
grant execute on function auth.staff to query_ro;
grant execute on function auth.open_support_sessions to account_writer;
grant execute on function es.destroy_subject_keys, es.destroy_subject_key to account_writer;

reset role;
