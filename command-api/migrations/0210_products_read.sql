-- How far the log was when a session last read the whole list of products. Clients of before send the whole form of a
-- product with its stock as they read it; what was sold meanwhile must not come back by that.
set role es_owner;

alter table auth.sessions add column products_read_seq bigint;

create function auth.note_products_read(p_tenant uuid, p_sid uuid, p_seq bigint) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  update auth.sessions s set products_read_seq = p_seq
   where s.tenant_id = p_tenant and s.sid = p_sid and coalesce(s.products_read_seq, -1) < p_seq
$$;

create function auth.products_read(p_tenant uuid, p_sid uuid) returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.products_read_seq from auth.sessions s where s.tenant_id = p_tenant and s.sid = p_sid
$$;

revoke all on function auth.note_products_read, auth.products_read from public;
grant execute on function auth.note_products_read to query_ro;
grant execute on function auth.products_read to cmd_writer;

reset role;
