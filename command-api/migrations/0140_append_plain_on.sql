-- es.append_plain_on is es.append_plain (0110) for commands that were decided on heads which their sender remembers:
-- h_expected and h_state are their versions and the SHA-256 of their snapshots. A head is stale if its version has
-- changed and its snapshot, too: stock moves without a new snapshot. All or nothing, as before, but it says why: `stale`
-- are the heads that have changed, `refused` the commands that it cannot accept. No rows at all: the flush is not for it.
set role es_owner;

create function es.append_plain_on(
  p_stream_type text, p_type text, p_sv smallint, p_state text,        -- of all events
  t_id uuid[],                                                         -- distinct tenants of the batch, in id order
  c_t int[], c_id uuid[], c_hash bytea[], c_actor uuid[], c_meta text[],
  c_stream uuid[], c_occ bigint[], c_data text[],                      -- the event of each command
  c_lines int[],                                                       -- how many stock lines there are up to and with it
  c_key int[], c_delta bigint[],                                       -- the counter that it moves; key 0: none
  h_t int[], h_stream uuid[],                                          -- distinct products and remembered heads
  h_expected int[], h_state bytea[],                                   -- of a remembered head, else null
  s_head int[], s_amount int[], s_least int[],                         -- least: the lowest stock allowed afterwards
  k_t int[], k_name text[]                                             -- distinct counters
) returns table (seq bigint, recorded_ms bigint, effects text, stale int, refused int)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
-- As in es.append_any.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  t_seq bigint[]; t_chain bytea[]; t_ms bigint[]; v_on bigint[]; v_stale int[]; k_val bigint[];
  -- Local copies, because every access to an element of a text-array parameter scans it from the front.
  x_meta text[] := c_meta; x_data text[] := c_data; x_kname text[] := k_name;
  o_seq bigint[] := '{}'; o_leaf bytea[] := '{}'; o_chain bytea[] := '{}'; o_eff text[] := '{}';
  x_no int[] := '{}';
  now_ms bigint; is_out boolean; is_known boolean; line int := 0; done int;
  t int; k int; left_over bigint; total bigint; sq bigint; eff text; lf bytea; ch bytea;
begin
  -- 1. Lock the tenants in id order. The next statement takes its snapshot after the wait.
  select array_agg(seq), array_agg(chain), array_agg(last_ms), bool_or(status = 3) into t_seq, t_chain, t_ms, is_out
    from (select seq, chain, last_ms, status from es.tenant_heads
           where tenant_id = any (t_id) order by tenant_id for no key update) heads;
  if cardinality(t_seq) is distinct from cardinality(t_id) then return; end if;
  if is_out then
    return query
    select null::bigint, null::bigint, null::text, null::int, c.i::int from unnest(c_t) with ordinality c(t, i)
      join es.tenant_heads g on g.tenant_id = t_id[c.t] and g.status = 3;
    return;
  end if;

  -- 2. Load the keys, the stock and the counters.
  select exists (select from unnest(c_t, c_id) c(t, id)
                   join es.commands g on g.tenant_id = t_id[c.t] and g.command_id = c.id),
         array_agg(on_hand), array_agg(i) filter (where is_stale),
         (select array_agg(value) from (
            select coalesce(g.value, 0) as value from unnest(k_t, k_name) with ordinality q(t, name, i)
              left join es.counters g on g.tenant_id = t_id[q.t] and g.name = q.name order by q.i) counters)
    into is_known, v_on, v_stale, k_val
    from (select g.on_hand::bigint as on_hand, q.i::int as i,
                 q.expected <> coalesce(g.version, 0)
                   and q.state is distinct from sha256(convert_to(g.state::text, 'UTF8')) as is_stale
            from unnest(h_t, h_stream, h_expected, h_state) with ordinality q(t, stream, expected, state, i)
            left join es.stream_heads g on g.tenant_id = t_id[q.t] and g.stream_id = q.stream order by q.i) heads;
  if is_known or v_stale is not null then
    return query
    select null::bigint, null::bigint, null::text, i, null::int from unnest(v_stale) i
    union all
    select null::bigint, null::bigint, null::text, null::int, c.i::int from unnest(c_t, c_id) with ordinality c(t, id, i)
      join es.commands g on g.tenant_id = t_id[c.t] and g.command_id = c.id;
    return;
  end if;
  now_ms := (extract(epoch from clock_timestamp()) * 1000)::bigint;
  for t in 1..cardinality(t_id) loop t_ms[t] := greatest(t_ms[t], now_ms); end loop;

  -- 3. Decide each command in order, without any query.
  for c in 1..cardinality(c_id) loop
    eff := '{"stock":[';
    for s in line + 1..c_lines[c] loop
      k := s_head[s];
      left_over := v_on[k] + s_amount[s];
      if left_over is null or left_over < s_least[s] then
        done := s; x_no := x_no || c; exit;
      end if;
      v_on[k] := left_over;
      eff := eff || '["' || h_stream[k] || '",' || s_amount[s] || ',' || left_over || '],';
    end loop;
    if done is not null then -- give back what it had taken
      for s in line + 1..done - 1 loop k := s_head[s]; v_on[k] := v_on[k] - s_amount[s]; end loop;
      line := c_lines[c]; done := null;
      continue;
    end if;
    line := c_lines[c];
    eff := rtrim(eff, ',') || ']';
    k := c_key[c];
    if k > 0 then
      total := k_val[k] + c_delta[c];
      k_val[k] := total;
      eff := eff || ',"counters":[["' || x_kname[k] || '",' || total || ']]';
    end if;
    eff := eff || '}';

    t := c_t[c];
    sq := t_seq[t] + 1;
    lf := sha256(convert_to(concat_ws('|', 'pos.leaf.v1', t_id[t], sq, c_stream[c], 1, p_stream_type, p_type,
            p_sv, c_id[c], 0, c_actor[c], t_ms[t], c_occ[c], octet_length(x_data[c]), x_data[c],
            octet_length(x_meta[c]), x_meta[c], octet_length(eff), eff), 'UTF8'));
    ch := sha256(t_chain[t] || lf);
    t_seq[t] := sq; t_chain[t] := ch;
    o_seq[c] := sq; o_leaf[c] := lf; o_chain[c] := ch; o_eff[c] := eff;
  end loop;

  if cardinality(x_no) > 0 then
    return query select null::bigint, null::bigint, null::text, null::int, c from unnest(x_no) c;
    return;
  end if;

  -- 4. Write everything with one statement.
  return query
  with events as (
    insert into es.events (tenant_id, seq, stream_id, stream_version, stream_type, type, schema_v, command_id, command_ix,
                           actor_id, recorded_ms, occurred_ms, data, meta, effects, leaf, chain)
    select t_id[o.t], o.seq, o.stream, 1, p_stream_type, p_type, p_sv, o.id, 0, o.actor, t_ms[o.t], o.occ,
           o.data::json, o.meta::json, o.eff::json, o.leaf, o.chain
      from unnest(c_t, o_seq, c_stream, c_id, c_actor, c_occ, c_data, c_meta, o_eff, o_leaf, o_chain)
           o(t, seq, stream, id, actor, occ, data, meta, eff, leaf, chain)
  ), streams as (
    insert into es.stream_heads (tenant_id, stream_id, stream_type, version, state)
    select t_id[o.t], o.stream, p_stream_type, 1, p_state::json from unnest(c_t, c_stream) o(t, stream)
  ), products as (
    update es.stream_heads g set on_hand = o.on_hand
      from unnest(h_t, h_stream, v_on) o(t, stream, on_hand)
     where g.tenant_id = t_id[o.t] and g.stream_id = o.stream and o.on_hand is not null
  ), counters as (
    insert into es.counters (tenant_id, name, value)
    select t_id[o.t], o.name, o.value from unnest(k_t, k_name, k_val) o(t, name, value)
    on conflict (tenant_id, name) do update set value = excluded.value
  ), tenants as (
    update es.tenant_heads g set seq = o.seq, chain = o.chain, last_ms = o.ms
      from unnest(t_id, t_seq, t_chain, t_ms) o(id, seq, chain, ms)
     where g.tenant_id = o.id
  ), commands as (
    insert into es.commands (tenant_id, command_id, request_hash, first_seq, last_seq, at_ms)
    select t_id[o.t], o.id, o.hash, o.seq, o.seq, now_ms from unnest(c_t, c_id, c_hash, o_seq) o(t, id, hash, seq)
  )
  select o.seq, t_ms[o.t], '[' || o.eff || ']', null::int, null::int from unnest(o_seq, c_t, o_eff) o(seq, t, eff);
end $$;

revoke all on function es.append_plain_on from public;
grant execute on function es.append_plain_on to cmd_writer;

-- Processes of older builds call it by this name while both run.
create or replace function es.append_plain(
  p_stream_type text, p_type text, p_sv smallint, p_state text, t_id uuid[], c_t int[], c_id uuid[], c_hash bytea[],
  c_actor uuid[], c_meta text[], c_stream uuid[], c_occ bigint[], c_data text[], c_lines int[], c_key int[],
  c_delta bigint[], h_t int[], h_stream uuid[], s_head int[], s_amount int[], s_least int[], k_t int[], k_name text[]
) returns table (seq bigint, recorded_ms bigint, effects text)
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  select p.seq, p.recorded_ms, p.effects
    from es.append_plain_on(
           p_stream_type, p_type, p_sv, p_state, t_id, c_t, c_id, c_hash, c_actor, c_meta, c_stream, c_occ, c_data,
           c_lines, c_key, c_delta, h_t, h_stream, array_fill(null::int, array[cardinality(h_t)]),
           array_fill(null::bytea, array[cardinality(h_t)]), s_head, s_amount, s_least, k_t, k_name) p
   where p.seq is not null
$$;

reset role;
