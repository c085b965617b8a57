-- The value of one counter, such as the number of the last entry of a till; 0 if it was never moved.
set role es_owner;

create function es.counter_value(p_tenant uuid, p_name text) returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce((select c.value from es.counters c where c.tenant_id = p_tenant and c.name = p_name), 0)
$$;
revoke all on function es.counter_value from public;
grant execute on function es.counter_value to cmd_writer;

reset role;
