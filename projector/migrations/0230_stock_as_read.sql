-- The stock of a product when the log was at this event, in base units. Null if nothing says it: the ledger is not that
-- far, as while it is being rebuilt, or there was no such product.
set role rm_owner;

create function rm.stock_at(p_tenant uuid, p_product uuid, p_seq bigint) returns int
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select m.after from rm.rm_stock_movements m
   where m.tenant_id = p_tenant and m.product_id = p_product and m.seq <= p_seq
     and exists (select from rm.checkpoints c
                  where c.tenant_id = p_tenant and c.projection = 'stock_movements' and c.seq >= p_seq)
   order by m.seq desc
   limit 1
$$;
revoke all on function rm.stock_at from public;
grant execute on function rm.stock_at to cmd_writer;

reset role;
