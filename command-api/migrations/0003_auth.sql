-- People, memberships and sessions, as ordinary tables. The log records what happened, but
-- auth.memberships decides about rights. Only account_writer uses the tables; all other roles
-- call auth.session.
set role es_owner;

create table auth.users (
  user_id       uuid   primary key,
  kind          text   not null check (kind in ('tenant', 'platform')),
  email         text   not null unique check (email = lower(email)),
  password_hash text   not null,
  first_name    text   not null,
  last_name     text   not null,
  created_ms    bigint not null,
  last_login_ms bigint,
  disabled_ms   bigint
);

create table auth.memberships (
  tenant_id uuid   not null,
  user_id   uuid   not null references auth.users,
  role      text   not null,
  joined_ms bigint not null,
  ended_ms  bigint,
  primary key (tenant_id, user_id)
);
create index memberships_by_user on auth.memberships (user_id);

create table auth.sessions (
  tenant_id    uuid   not null,
  sid          uuid   not null,
  user_id      uuid   not null references auth.users,
  aud          text   not null check (aud in ('tenant', 'platform')),
  created_ms   bigint not null,
  last_used_ms bigint not null,
  expires_ms   bigint not null,
  ended_ms     bigint,
  ended_reason text,
  device       text,
  ip_prefix    text,
  primary key (tenant_id, sid)
);
create index sessions_by_user on auth.sessions (tenant_id, user_id);

do $$
declare
  t text;
begin
  foreach t in array array['users', 'memberships', 'sessions'] loop
    execute format('alter table auth.%I enable row level security', t);
    execute format('alter table auth.%I force row level security', t);
    execute format('create policy es_owner on auth.%I to es_owner using (true) with check (true)', t);
  end loop;
end $$;
-- Sign-in finds an account before the tenant is known.
create policy account_writer on auth.users to account_writer using (true) with check (true);
create policy account_writer_reads on auth.memberships for select to account_writer using (true);
create policy account_writer on auth.memberships to account_writer
  using (tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid));
create policy account_writer on auth.sessions to account_writer
  using (tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid));

grant usage on schema auth to account_writer, cmd_writer, query_ro;
grant select, insert, update on auth.users, auth.memberships, auth.sessions to account_writer;

-- One session: its user, role and whether it is still valid. It ends after 12 h without use, on the
-- platform after 1 h. The time of use is written at most once a minute.
create function auth.session(p_tenant uuid, p_sid uuid, p_now_ms bigint)
returns table (user_id uuid, role text, aud text, tenant_status smallint, valid boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  s auth.sessions;
  idle bigint;
begin
  select * into s from auth.sessions x where x.tenant_id = p_tenant and x.sid = p_sid;
  if not found then return; end if;
  idle := case s.aud when 'platform' then 3600000 else 43200000 end;
  if s.ended_ms is null and p_now_ms - s.last_used_ms between 60000 and idle then
    update auth.sessions x set last_used_ms = greatest(x.last_used_ms, p_now_ms)
     where x.tenant_id = p_tenant and x.sid = p_sid;
  end if;
  return query
  select s.user_id, case s.aud when 'platform' then 'super_admin' else m.role end, s.aud, h.status,
         s.ended_ms is null and u.disabled_ms is null and p_now_ms < s.expires_ms
           and p_now_ms - s.last_used_ms <= idle
           and (s.aud = 'platform' or (m.user_id is not null and m.ended_ms is null))
    from auth.users u
    left join auth.memberships m on m.tenant_id = p_tenant and m.user_id = u.user_id
    left join es.tenant_heads h on h.tenant_id = p_tenant
   where u.user_id = s.user_id;
end $$;

revoke all on all functions in schema auth from public;
grant execute on function auth.session to cmd_writer, account_writer, query_ro;

reset role;
