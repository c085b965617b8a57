-- Read model: the tokens that open a receipt, by their hashes. Fed by the projection receipt_links. Safe to drop and
-- replay.
set role rm_owner;

-- Null until the owner changes it, so existing rows need not change.
alter table rm.rm_settings add column receipt_links boolean;

create table rm.rm_receipt_links (
  tenant_id    uuid   not null,
  token_sha256 text   not null,
  sale_id      uuid   not null,
  made_ms      bigint not null,
  primary key (tenant_id, token_sha256)
);
create index rm_receipt_links_by_token on rm.rm_receipt_links (token_sha256);
select rm.protect('rm.rm_receipt_links');

-- Whose receipt a token opens: the only question about all tenants, for a public page. If two tenants had one token,
-- the first counts, so that one cannot take over the address of another. A deleted business has none.
create function rm.receipt_link(p_token_sha256 text) returns table (tenant_id uuid, sale_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select l.tenant_id, l.sale_id
    from rm.rm_receipt_links l
   where l.token_sha256 = p_token_sha256
     and not exists (select from rm.rm_settings s where s.tenant_id = l.tenant_id and not s.receipt_links)
     and not exists (select from rm.rm_platform_tenants t where t.tenant_id = l.tenant_id and t.deleted_ms is not null)
   order by l.made_ms, l.tenant_id
   limit 1
$$;
revoke all on function rm.receipt_link from public;
grant execute on function rm.receipt_link to query_ro;

-- No log has an event of a link yet, so the projector need not read them again.
insert into rm.checkpoints (tenant_id, projection, seq)
select h.tenant_id, 'receipt_links', h.seq from es.heads() h where h.seq > 0;

reset role;
