-- People without an email. They are invited by name, have no password, and unlock tills with a PIN.
set role es_owner;

-- What signs in with a password has both.
alter table auth.users
  alter column email drop not null,
  alter column password_hash drop not null,
  add constraint users_sign_in_check
    check ((email is null) = (password_hash is null) and (email is not null or kind = 'tenant'));

alter table auth.invitations
  alter column email drop not null,
  add column first_name text,
  add column last_name  text,
  add column phone      text,
  -- Other roles work where a password is needed.
  add constraint invitations_person_check
    check (email is not null or (first_name is not null and last_name is not null and role = 'cashier'));

-- As before, with the names of invited people who have no email, and their phones. Their email is empty, as older
-- processes expect a text.
drop function auth.staff(uuid);
create function auth.staff(p_tenant uuid)
returns table (user_id uuid, status text, role text, email text, first_name text, last_name text,
               has_totp boolean, joined_ms bigint, last_login_ms bigint, invited_ms bigint, sent_ms bigint,
               ends_on date, phone text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select m.user_id, 'active', m.role, coalesce(u.email, ''), u.first_name, u.last_name,
         t.confirmed_ms is not null, m.joined_ms, u.last_login_ms, i.invited_ms, i.sent_ms,
         case when m.ends_ms is not null then i.ends_on end,
         case when u.email is null then u.phone end
    from auth.memberships m
    join auth.users u on u.user_id = m.user_id
    left join auth.totp t on t.user_id = m.user_id
    left join auth.invitations i on i.tenant_id = m.tenant_id and i.user_id = m.user_id
   where m.tenant_id = p_tenant and m.ended_ms is null
  union all
  select i.user_id, 'invited', i.role, coalesce(i.email, ''), coalesce(i.first_name, ''), coalesce(i.last_name, ''),
         false, null, null, i.invited_ms, i.sent_ms, i.ends_on, i.phone
    from auth.invitations i
   where i.tenant_id = p_tenant and i.ended_ms is null
$$;
-- Invited people who have not joined, for the sentences of the audit: with a name if the owner wrote one.
create function auth.invited(p_tenant uuid)
returns table (user_id uuid, role text, first_name text, last_name text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select i.user_id, i.role, coalesce(i.first_name, 'someone'), coalesce(i.last_name, '')
    from auth.invitations i
   where i.tenant_id = p_tenant
     and not exists (select from auth.memberships m
                      where m.tenant_id = i.tenant_id and m.user_id = i.user_id)
$$;
-- The same. Called after the tenant was set for the policies, and only for that tenant.
create function auth.invited_names(p_tenant uuid)
returns table (user_id uuid, role text, first_name text, last_name text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select i.user_id, i.role, i.first_name, i.last_name
    from auth.invited(p_tenant) i
   where p_tenant = nullif(current_setting('app.tenant', true), '')::uuid
$$;

revoke all on function auth.staff, auth.invited, auth.invited_names from public;
grant execute on function auth.staff, auth.invited_names to query_ro;
grant execute on function auth.invited to auditor_ro;

reset role;
