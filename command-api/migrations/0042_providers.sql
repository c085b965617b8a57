-- Credentials of a tenant for its own mail server and payment provider, sealed by the service: a copy of the database
-- does not reveal them. The log records that a provider is connected, never the credentials.
set role es_owner;

create table es.providers (
  tenant_id    uuid   not null,
  kind         text   not null check (kind in ('smtp', 'paystack')),
  sealed       bytea  not null,
  connected_ms bigint not null,
  primary key (tenant_id, kind)
);
alter table es.providers enable row level security;
alter table es.providers force row level security;
create policy es_owner on es.providers to es_owner using (true) with check (true);

create function es.put_provider(p_tenant uuid, p_kind text, p_sealed bytea, p_now_ms bigint) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  insert into es.providers (tenant_id, kind, sealed, connected_ms) values (p_tenant, p_kind, p_sealed, p_now_ms)
  on conflict (tenant_id, kind) do update set sealed = excluded.sealed, connected_ms = excluded.connected_ms
$$;

create function es.provider(p_tenant uuid, p_kind text) returns bytea
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select p.sealed from es.providers p where p.tenant_id = p_tenant and p.kind = p_kind $$;

create function es.drop_provider(p_tenant uuid, p_kind text) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$ delete from es.providers where tenant_id = p_tenant and kind = p_kind $$;

revoke all on function es.put_provider, es.provider, es.drop_provider from public;
grant execute on function es.put_provider, es.provider, es.drop_provider to cmd_writer;

reset role;
