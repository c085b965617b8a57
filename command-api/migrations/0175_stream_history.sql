-- The past of products and people: whether a till that was offline sold at a price that was in force then.
set role es_owner;

-- The events of some streams that have one of these types, by stream and version.
create function es.stream_history(p_tenant uuid, p_streams uuid[], p_types text[])
returns table (seq bigint, stream_id uuid, stream_version int, stream_type text, type text, schema_v smallint,
               command_id uuid, command_ix smallint, actor_id uuid, recorded_ms bigint, occurred_ms bigint,
               data text, meta text, effects text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select e.seq, e.stream_id, e.stream_version, e.stream_type, e.type, e.schema_v, e.command_id, e.command_ix,
         e.actor_id, e.recorded_ms, e.occurred_ms, e.data::text, e.meta::text, e.effects::text
    from es.events e
   where e.tenant_id = p_tenant and e.stream_id = any (p_streams) and e.type = any (p_types)
   order by e.stream_id, e.stream_version
$$;

revoke all on function es.stream_history from public;
grant execute on function es.stream_history to cmd_writer;

reset role;
