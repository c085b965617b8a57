-- Emailed links, second factors, and what people may see of their own account.
set role es_owner;

-- Only the hash of a link's secret is kept. The link does not name the tenant: auth.tenant_of_link finds it by
-- the secret, and everything else happens within that tenant.
create table auth.link_tokens (
  tenant_id  uuid   not null,
  kind       text   not null, -- 'invitation' or 'password-reset'
  token_hash bytea  not null,
  user_id    uuid   not null references auth.users,
  command_id uuid   not null, -- the secret is derived from it
  created_ms bigint not null,
  expires_ms bigint not null,
  used_ms    bigint, -- also set when a link is revoked
  primary key (tenant_id, kind, token_hash)
);
create index link_tokens_by_hash on auth.link_tokens (token_hash);
create index link_tokens_by_user on auth.link_tokens (tenant_id, user_id, kind, created_ms);

-- A person's authenticator, the same in every tenant. `pending` was shown but is not confirmed yet; until then
-- the old one stays valid. Both are sealed.
create table auth.totp (
  user_id         uuid   primary key references auth.users,
  seed            bytea,
  confirmed_ms    bigint,
  pending         bytea,
  pending_ms      bigint,
  last_step       bigint not null default 0, -- step of the last accepted code, so that none is accepted twice
  tries           int    not null default 0, -- since the last correct code
  locked_until_ms bigint not null default 0
);

create table auth.recovery_codes (
  user_id   uuid     not null references auth.users,
  ix        smallint not null,
  code_hash text     not null,
  used_ms   bigint,
  primary key (user_id, ix)
);

-- Whether all users of the tenant need a second factor.
create table auth.two_factor_policies (
  tenant_id   uuid   primary key,
  required_ms bigint -- since when; null when it is no longer required
);

alter table auth.users add column phone text;
-- Opened without a required second factor: allows only to set it up.
alter table auth.sessions add column only_setup boolean not null default false;

do $$
declare
  t text;
begin
  foreach t in array array['link_tokens', 'totp', 'recovery_codes', 'two_factor_policies'] loop
    execute format('alter table auth.%I enable row level security', t);
    execute format('alter table auth.%I force row level security', t);
    execute format('create policy es_owner on auth.%I to es_owner using (true) with check (true)', t);
  end loop;
  foreach t in array array['link_tokens', 'two_factor_policies'] loop
    execute format('create policy account_writer on auth.%I to account_writer
      using (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')::uuid))
      with check (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')::uuid))', t);
  end loop;
  foreach t in array array['totp', 'recovery_codes'] loop
    execute format('create policy account_writer on auth.%I to account_writer using (true) with check (true)', t);
  end loop;
end $$;
grant select, insert, update on auth.link_tokens, auth.totp, auth.recovery_codes, auth.two_factor_policies
   to account_writer;
grant delete on auth.totp, auth.recovery_codes to account_writer;

create function auth.tenant_of_link(p_kind text, p_token_hash bytea) returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select tenant_id from auth.link_tokens where token_hash = p_token_hash and kind = p_kind
$$;

drop function auth.session(uuid, uuid, bigint);
-- As before, plus whether the session only allows to set up a second factor.
create function auth.session(p_tenant uuid, p_sid uuid, p_now_ms bigint)
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
  select s.user_id, case s.aud when 'platform' then 'super_admin' else m.role end, s.aud, h.status,
         s.ended_ms is null and u.disabled_ms is null and p_now_ms < s.expires_ms
           and p_now_ms - s.last_used_ms <= idle
           and (s.aud = 'platform' or (m.user_id is not null and m.ended_ms is null)),
         s.only_setup
    from auth.users u
    left join auth.memberships m on m.tenant_id = p_tenant and m.user_id = u.user_id
    left join es.tenant_heads h on h.tenant_id = p_tenant
   where u.user_id = s.user_id;
end $$;

-- A session ends after this time without use.
create function auth.idle_ms(p_aud text) returns bigint
language sql immutable set search_path = pg_catalog, pg_temp
as $$ select case p_aud when 'platform' then 3600000 else 43200000 end::bigint $$;

-- All valid sessions of the user of this session.
create function auth.own_sessions(p_tenant uuid, p_sid uuid, p_now_ms bigint)
returns table (sid uuid, device text, ip_prefix text, created_ms bigint, last_used_ms bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.sid, s.device, s.ip_prefix, s.created_ms, s.last_used_ms
    from auth.sessions mine
    join auth.sessions s on s.tenant_id = mine.tenant_id and s.user_id = mine.user_id and s.aud = mine.aud
   where mine.tenant_id = p_tenant and mine.sid = p_sid and mine.ended_ms is null
     and s.ended_ms is null and p_now_ms < s.expires_ms
     and p_now_ms - s.last_used_ms <= auth.idle_ms(s.aud)
   order by s.last_used_ms desc, s.sid
$$;

-- The account of the user of this session.
create function auth.own_account(p_tenant uuid, p_sid uuid)
returns table (user_id uuid, email text, first_name text, last_name text, phone text, role text,
               created_ms bigint, last_login_ms bigint, has_totp boolean, recovery_codes bigint,
               is_totp_required boolean, only_setup boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select u.user_id, u.email, u.first_name, u.last_name, u.phone,
         case s.aud when 'platform' then 'super_admin' else m.role end, u.created_ms, u.last_login_ms,
         t.confirmed_ms is not null,
         (select count(*) from auth.recovery_codes c where c.user_id = u.user_id and c.used_ms is null),
         p.required_ms is not null, s.only_setup
    from auth.sessions s
    join auth.users u on u.user_id = s.user_id
    left join auth.memberships m on m.tenant_id = s.tenant_id and m.user_id = s.user_id
    left join auth.totp t on t.user_id = s.user_id
    left join auth.two_factor_policies p on p.tenant_id = s.tenant_id
   where s.tenant_id = p_tenant and s.sid = p_sid and s.ended_ms is null
$$;

revoke all on all functions in schema auth from public;
grant execute on function auth.session to cmd_writer, account_writer, query_ro;
grant execute on function auth.tenant_of_link to account_writer;
grant execute on function auth.own_sessions, auth.own_account to query_ro;

reset role;
