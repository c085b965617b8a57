-- Pictures of products. The log has only their hashes, so they are kept beside it and are in backups.
set role es_owner;

create table es.pictures (
  tenant_id  uuid   not null,
  sha256     text   not null,
  bytes      bytea  not null,
  media_type text   not null check (media_type in ('image/webp', 'image/jpeg')),
  size       int    not null check (size between 1 and 40000),
  -- When it was last stored or chosen.
  stored_ms  bigint not null,
  primary key (tenant_id, sha256),
  check (size = octet_length(bytes)),
  check (sha256 = encode(sha256(bytes), 'hex'))
);
alter table es.pictures enable row level security;
alter table es.pictures force row level security;
create policy es_owner on es.pictures to es_owner using (true) with check (true);
create policy account_writer on es.pictures to account_writer
  using (tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid));
-- A deleted account leaves none.
grant select, delete on es.pictures to account_writer;

-- Stores a picture, or keeps it for another day. Before, it deletes pictures of the tenant that no product has had for
-- a day. False if the tenant has too many.
create function es.keep_picture(p_tenant uuid, p_sha256 text, p_bytes bytea, p_media_type text, p_now_ms bigint)
returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from es.pictures p
   where p.tenant_id = p_tenant and p.sha256 <> p_sha256 and p.stored_ms < p_now_ms - 86400000
     and p.sha256 not in (select h.state ->> 'picture' from es.stream_heads h
                           where h.tenant_id = p_tenant and h.stream_type = 'product'
                             and h.state ->> 'picture' is not null);
  if (select count(*) from es.pictures p where p.tenant_id = p_tenant and p.sha256 <> p_sha256) >= 10000 then
    return false;
  end if;
  insert into es.pictures (tenant_id, sha256, bytes, media_type, size, stored_ms)
  values (p_tenant, p_sha256, p_bytes, p_media_type, octet_length(p_bytes), p_now_ms)
  on conflict (tenant_id, sha256) do update set stored_ms = greatest(es.pictures.stored_ms, excluded.stored_ms);
  return true;
end $$;

-- Whether the tenant has the picture. It is then kept for another day, so that it is there when a product gets it.
create function es.choose_picture(p_tenant uuid, p_sha256 text, p_now_ms bigint) returns boolean
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  with chosen as (
    update es.pictures p set stored_ms = greatest(p.stored_ms, p_now_ms)
     where p.tenant_id = p_tenant and p.sha256 = p_sha256
    returning 1)
  select exists (select from chosen)
$$;

create function es.picture_of(p_tenant uuid, p_sha256 text) returns table (media_type text, bytes bytea)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.media_type, p.bytes from es.pictures p where p.tenant_id = p_tenant and p.sha256 = p_sha256
$$;

revoke all on function es.keep_picture, es.choose_picture, es.picture_of from public;
grant execute on function es.keep_picture, es.choose_picture to cmd_writer;
grant execute on function es.picture_of to query_ro;

reset role;
