-- The last event of a moment, given by number or by time. Times in the log never go back, so a binary search finds it
-- without an index.
set role es_owner;

create function es.moment(p_tenant uuid, p_seq bigint, p_ms bigint)
returns table (head bigint, seq bigint, at_ms bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  low    bigint := 0;
  high   bigint;
  middle bigint;
begin
  head := coalesce((select h.seq from es.tenant_heads h where h.tenant_id = p_tenant), 0);
  if p_seq is not null then
    seq := p_seq;
    at_ms := es.recorded_ms(p_tenant, p_seq);
    return next;
    return;
  end if;
  high := head;
  while low < high loop
    middle := (low + high + 1) / 2;
    if es.recorded_ms(p_tenant, middle) <= p_ms then
      low := middle;
    else
      high := middle - 1;
    end if;
  end loop;
  seq := low;
  at_ms := p_ms;
  return next;
end $$;
revoke all on function es.moment from public;
grant execute on function es.moment to query_ro, auditor_ro;

reset role;
