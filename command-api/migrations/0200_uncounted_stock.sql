-- Products whose stock is not counted do not run low.
set role es_owner;

create or replace function es.low_stock(p_tenant uuid, p_threshold int)
returns table (product_id uuid, name text, on_hand int, threshold int)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select h.stream_id, h.state ->> 'name', h.on_hand, coalesce((h.state ->> 'reorderPoint')::int, p_threshold)
    from es.stream_heads h
   where h.tenant_id = p_tenant and h.stream_type = 'product' and h.state ->> 'status' = 'active'
     and h.state ->> 'tracksStock' is distinct from 'false'
     and h.on_hand < coalesce((h.state ->> 'reorderPoint')::int, p_threshold)
   order by h.on_hand, lower(h.state ->> 'name'), h.stream_id
$$;

reset role;
