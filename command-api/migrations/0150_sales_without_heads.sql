-- Nearly every stream is a sale that was recorded and never voided. Its head says only that, so it has no row in
-- es.stream_heads: where a sale has no row, its first event in es.events is its head. A void makes the row.
-- Rows of before stay as they are. The functions are those of 0002, 0120 and 0140 but for this.
set role es_owner;

-- A function of its own reads one partition. Within the queries below it would be a join with all 16, and a plan
-- made on empty tables would read the first events of all tenants.
create function es.is_recorded_sale(p_tenant uuid, p_stream uuid) returns boolean
language plpgsql stable
as $$
begin
  return exists (select from es.events e where e.tenant_id = p_tenant and e.stream_id = p_stream
                                          and e.stream_version = 1 and e.stream_type = 'sale');
end $$;
revoke all on function es.is_recorded_sale from public;

create or replace function es.append_any(
  c_tenant uuid[], c_id uuid[], c_hash bytea[], c_actor uuid[], c_meta text[],
  c_twin int[],              -- the nearest earlier command of the batch with the same key, else 0
  c_new boolean[],           -- the command creates its tenant
  c_platform boolean[],      -- a command of the platform, which a suspended tenant accepts
  c_status smallint[],       -- the new status of its tenant, else 0
  h_tenant uuid[], h_stream uuid[], h_type text[],                     -- distinct streams of the batch
  e_cmd int[], e_head int[], e_expected int[],                         -- expected version; -1: a pure stock delta
  e_type text[], e_sv smallint[], e_occ bigint[], e_data text[], e_state text[],
  s_event int[], s_head int[], s_amount int[], s_absolute boolean[],
  s_expected int[], s_floor boolean[],                                 -- floor: refuse below 0
  k_tenant uuid[], k_name text[],                                      -- distinct counters of the batch
  n_event int[], n_key int[], n_delta bigint[], n_max bigint[],
  n_before bigint[]                                                    -- refuse if the counter has another value
) returns table (cmd int, outcome text, first_seq bigint, last_seq bigint, detail text,
                 recorded_ms bigint, effects text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
-- Otherwise every call plans 16 partitions again: 2.8 ms for a lone command instead of 0.8.
set plan_cache_mode = force_generic_plan
-- Otherwise a plan made on the empty tables of a new installation scans whole tables until its session ends.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  nc int := cardinality(c_tenant);
  ne int := coalesce(cardinality(e_cmd), 0);
  ns int := coalesce(cardinality(s_event), 0);
  nn int := coalesce(cardinality(n_event), 0);
  nh int := coalesce(cardinality(h_stream), 0);
  -- tenants of the batch, in id order
  t_id uuid[]; t_seq bigint[]; t_seq0 bigint[]; t_chain bytea[]; t_status smallint[]; t_status0 smallint[];
  t_ms bigint[]; t_of int[]; h_of int[];
  -- streams and counters of the batch, updated as its commands are decided
  v_ver int[]; v_ver0 int[]; v_on int[]; v_on0 int[]; v_state text[]; k_val bigint[]; k_val0 bigint[];
  d_first bigint[]; d_last bigint[]; d_hash bytea[];
  -- Local copies, because every access to an element of a text-array parameter scans it from the front.
  x_hash bytea[] := c_hash; x_meta text[] := c_meta; x_data text[] := e_data; x_type text[] := e_type;
  x_state text[] := e_state; x_htype text[] := h_type; x_kname text[] := k_name;
  -- outcome of each command
  r_out text[]; r_first bigint[]; r_last bigint[]; r_det text[]; r_ms bigint[]; r_eff text[];
  -- rows to insert, by event
  o_n int := 0; o_e int[]; o_seq bigint[]; o_ver int[]; o_ix int[]; o_ms bigint[]; o_leaf bytea[]; o_chain bytea[]; o_eff text[];
  s_prev int[]; x_stock text[]; x_count text[];
  e int := 1; s int := 1; n int := 1; e1 int; s1 int; n1 int; ue int; us int; un int;
  k int; t int; h int; tw int; ver int; ev int; delta bigint; why text; det text; eff text; mt text; lf bytea; now_ms bigint; total bigint;
  one boolean;
begin
  -- 1. Lock the tenants in id order, in a separate statement: the next one must take its snapshot after the wait.
  if true = any (c_new) then
    insert into es.tenant_heads (tenant_id, chain)
    select c_tenant[i], sha256(convert_to('pos.genesis.v1|' || c_tenant[i], 'UTF8'))
      from generate_series(1, nc) i where c_new[i]
    on conflict do nothing;
  end if;
  perform 1 from es.tenant_heads where tenant_id = any (c_tenant || h_tenant) order by tenant_id for no key update;
  select array_agg(tenant_id order by tenant_id), array_agg(seq order by tenant_id), array_agg(chain order by tenant_id),
         array_agg(status order by tenant_id), array_agg(last_ms order by tenant_id)
    into t_id, t_seq, t_chain, t_status, t_ms
    from es.tenant_heads where tenant_id = any (c_tenant || h_tenant);
  t_seq0 := t_seq; t_status0 := t_status;
  now_ms := (extract(epoch from clock_timestamp()) * 1000)::bigint;
  one := coalesce(cardinality(t_id), 0) = 1;

  -- 2. Load earlier commands with these keys, the streams and the counters, in the caller's order.
  select array_agg(k.first_seq order by c.i), array_agg(k.last_seq order by c.i), array_agg(k.request_hash order by c.i)
    into d_first, d_last, d_hash
    from unnest(c_tenant, c_id) with ordinality c(tenant, id, i)
    left join lateral (select * from es.commands k where k.tenant_id = c.tenant and k.command_id = c.id) k on true;
  select array_agg(coalesce(g.version, s.version, 0) order by q.i), array_agg(g.on_hand order by q.i),
         array_agg(s.state order by q.i)
    into v_ver, v_on, v_state
    from unnest(h_tenant, h_stream) with ordinality q(tenant, stream, i)
    left join lateral (select version, on_hand from es.stream_heads g
                        where g.tenant_id = q.tenant and g.stream_id = q.stream) g on true
    left join lateral (select 1 as version, '{"status":"recorded"}' as state
                        where g.version is null and es.is_recorded_sale(q.tenant, q.stream)) s on true;
  v_ver0 := v_ver; v_on0 := v_on;
  if nn > 0 then
    select array_agg(coalesce(g.value, 0) order by q.i) into k_val
      from unnest(k_tenant, k_name) with ordinality q(tenant, name, i)
      left join lateral (select value from es.counters g where g.tenant_id = q.tenant and g.name = q.name) g on true;
    k_val0 := k_val;
  end if;

  t_of := array_fill(1, array[nc]); h_of := array_fill(1, array[greatest(nh, 1)]);
  for i in 1..nc loop t_of[i] := array_position(t_id, c_tenant[i]); end loop;
  if not one then for i in 1..nh loop h_of[i] := array_position(t_id, h_tenant[i]); end loop; end if;

  r_out := array_fill(null::text, array[nc]); r_det := r_out; r_eff := r_out;
  r_first := array_fill(null::bigint, array[nc]); r_last := r_first; r_ms := r_first;
  o_e := array_fill(0, array[greatest(ne, 1)]); o_ver := o_e; o_ix := o_e;
  o_seq := array_fill(0::bigint, array[greatest(ne, 1)]); o_ms := o_seq;
  o_leaf := array_fill(''::bytea, array[greatest(ne, 1)]); o_chain := o_leaf;
  o_eff := array_fill(null::text, array[greatest(ne, 1)]); x_stock := o_eff; x_count := o_eff;
  s_prev := array_fill(null::int, array[greatest(ns, 1)]);

  -- 3. Decide each command in order, without any query: each one would cost about 20 microseconds.
  for c in 1..nc loop
    e1 := e; while e <= ne and e_cmd[e] = c loop e := e + 1; end loop;
    s1 := s; while s <= ns and s_event[s] < e loop s := s + 1; end loop;
    n1 := n; while n <= nn and n_event[n] < e loop n := n + 1; end loop;
    why := null; det := null; t := t_of[c]; tw := c_twin[c];
    while tw > 0 and r_out[tw] not in ('ok', 'duplicate') loop tw := c_twin[tw]; end loop;
    if t is null then why := 'unknown-tenant';
    elsif d_first[c] is not null then
      r_first[c] := d_first[c]; r_last[c] := d_last[c];
      why := case when d_hash[c] = x_hash[c] then 'duplicate' else 'key-reused' end;
    elsif tw > 0 then
      r_first[c] := r_first[tw]; r_last[c] := r_last[tw];
      why := case when x_hash[tw] = x_hash[c] then 'duplicate' else 'key-reused' end;
    elsif t_status[t] = 3 and not c_platform[c] then why := 'tenant-suspended';
    else
      ue := e1; us := s1; un := n1;
      while ue < e loop
        k := e_head[ue];
        if h_of[k] is null then why := 'unknown-tenant'; exit; end if;
        if e_expected[ue] >= 0 then
          if v_ver[k] <> e_expected[ue] then
            why := 'version-conflict'; det := h_stream[k]::text; exit;
          end if;
        elsif x_state[ue] is not null then
          raise exception 'an event with a snapshot needs an expected version';
        elsif v_ver[k] = 0 then -- a delta needs an existing stream
          why := 'unknown-product'; det := h_stream[k]::text; exit;
        end if;
        v_ver[k] := v_ver[k] + 1; ue := ue + 1;
      end loop;
      while why is null and us < s loop
        k := s_head[us];
        s_prev[us] := v_on[k];
        if v_on[k] is null then
          if v_ver0[k] = 0 and k = any (e_head[e1:e - 1]) then v_on[k] := 0; -- a product being added
          else why := 'unknown-product'; det := h_stream[k]::text; exit; end if;
        end if;
        if s_expected[us] is not null and s_expected[us] <> v_on[k] then
          why := 'stock-changed'; det := h_stream[k]::text;
        else
          delta := case when s_absolute[us] then s_amount[us]::bigint - v_on[k] else s_amount[us] end;
          if s_floor[us] and delta < 0 and v_on[k] + delta < 0 then
            why := 'insufficient-stock'; det := h_stream[k]::text;
          elsif v_on[k] + delta not between -2147483648 and 2147483647 then
            why := 'stock-too-large'; det := h_stream[k]::text;
          end if;
        end if;
        if why is not null then v_on[k] := s_prev[us]; exit; end if;
        v_on[k] := v_on[k] + delta;
        ev := s_event[us];
        x_stock[ev] := coalesce(x_stock[ev] || ',', '') || '["' || h_stream[k] || '",' || delta || ',' || v_on[k] || ']';
        us := us + 1;
      end loop;
      while why is null and un < n loop
        k := n_key[un]; total := k_val[k] + n_delta[un];
        if n_before[un] <> k_val[k] then
          why := 'counter-moved'; det := x_kname[k]; exit;
        end if;
        if n_max[un] is not null and n_delta[un] > 0 and total > n_max[un] then
          why := 'counter-limit'; det := x_kname[k]; exit;
        end if;
        k_val[k] := total;
        ev := n_event[un];
        x_count[ev] := coalesce(x_count[ev] || ',', '') || '["' || x_kname[k] || '",' || total || ']';
        un := un + 1;
      end loop;
      if why is not null then
        while ue > e1 loop ue := ue - 1; v_ver[e_head[ue]] := v_ver[e_head[ue]] - 1; end loop;
        while us > s1 loop us := us - 1; v_on[s_head[us]] := s_prev[us]; end loop;
        while un > n1 loop un := un - 1; k_val[n_key[un]] := k_val[n_key[un]] - n_delta[un]; end loop;
      end if;
    end if;
    r_out[c] := coalesce(why, 'ok'); r_det[c] := det;
    continue when why is not null;

    -- 4. Sequence numbers, leaf and chain of an accepted command.
    t_ms[t] := greatest(t_ms[t], now_ms); -- a clock set back cannot reverse the order
    r_ms[c] := t_ms[t]; r_first[c] := t_seq[t] + 1;
    if c_status[c] > 0 then t_status[t] := c_status[c]; end if;
    mt := x_meta[c];
    for i in e1..e - 1 loop
      k := e_head[i]; h := h_of[k];
      t_ms[h] := greatest(t_ms[h], now_ms);
      t_seq[h] := t_seq[h] + 1;
      ver := v_ver[k];
      for j in i + 1..e - 1 loop if e_head[j] = k then ver := ver - 1; end if; end loop;
      if x_state[i] is not null then v_state[k] := x_state[i]; end if;
      eff := null;
      if x_stock[i] is not null then eff := '{"stock":[' || x_stock[i] || ']'; end if;
      if x_count[i] is not null then eff := coalesce(eff || ',', '{') || '"counters":[' || x_count[i] || ']'; end if;
      eff := eff || '}';
      lf := sha256(convert_to(concat_ws('|', 'pos.leaf.v1', t_id[h], t_seq[h], h_stream[k], ver, x_htype[k], x_type[i],
              e_sv[i], c_id[c], i - e1, c_actor[c], t_ms[h], e_occ[i], octet_length(x_data[i]), x_data[i],
              octet_length(mt), mt, coalesce(octet_length(eff), 0), coalesce(eff, '')), 'UTF8'));
      t_chain[h] := sha256(t_chain[h] || lf);
      o_n := o_n + 1;
      o_e[o_n] := i; o_seq[o_n] := t_seq[h]; o_ver[o_n] := ver; o_ix[o_n] := i - e1; o_ms[o_n] := t_ms[h];
      o_leaf[o_n] := lf; o_chain[o_n] := t_chain[h]; o_eff[o_n] := eff;
      r_eff[c] := coalesce(r_eff[c] || ',', '[') || coalesce(eff, 'null');
    end loop;
    r_eff[c] := coalesce(r_eff[c] || ']', '[]');
    r_last[c] := t_seq[t];
  end loop;

  -- 5. Write, with one statement per table.
  if o_n > 0 then
    insert into es.events (tenant_id, seq, stream_id, stream_version, stream_type, type, schema_v, command_id, command_ix,
                           actor_id, recorded_ms, occurred_ms, data, meta, effects, leaf, chain)
    select h_tenant[e_head[o.e]], o.seq, h_stream[e_head[o.e]], o.ver, x_htype[e_head[o.e]], x_type[o.e], e_sv[o.e],
           c_id[e_cmd[o.e]], o.ix, c_actor[e_cmd[o.e]], o.ms, e_occ[o.e],
           x_data[o.e]::json, x_meta[e_cmd[o.e]]::json, o.eff::json, o.leaf, o.chain
      from unnest(o_e[1:o_n], o_seq[1:o_n], o_ver[1:o_n], o_ix[1:o_n], o_ms[1:o_n], o_eff[1:o_n], o_leaf[1:o_n], o_chain[1:o_n])
           o(e, seq, ver, ix, ms, eff, leaf, chain);
    insert into es.stream_heads as g (tenant_id, stream_id, stream_type, version, on_hand, state)
    select h_tenant[i], h_stream[i], x_htype[i], v_ver[i], v_on[i], v_state[i]::json
      from generate_series(1, nh) i
     where (v_ver[i] <> v_ver0[i] or v_on[i] is distinct from v_on0[i])
       and (v_ver[i] > 1 or x_htype[i] <> 'sale' or v_state[i] is distinct from '{"status":"recorded"}')
    on conflict (tenant_id, stream_id) do update
       set version = excluded.version, on_hand = excluded.on_hand, state = coalesce(excluded.state, g.state);
    if nn > 0 then
      insert into es.counters (tenant_id, name, value)
      select k_tenant[i], x_kname[i], k_val[i] from generate_subscripts(k_val, 1) i where k_val[i] <> k_val0[i]
      on conflict (tenant_id, name) do update set value = excluded.value;
    end if;
  end if;
  update es.tenant_heads g set seq = t_seq[i], chain = t_chain[i], last_ms = t_ms[i], status = t_status[i]
    from generate_subscripts(t_id, 1) i
   where g.tenant_id = t_id[i] and (t_seq[i] <> t_seq0[i] or t_status[i] <> t_status0[i]);
  insert into es.commands (tenant_id, command_id, request_hash, first_seq, last_seq, at_ms)
  select c_tenant[i], c_id[i], x_hash[i], r_first[i], r_last[i], now_ms
    from generate_series(1, nc) i where r_out[i] = 'ok';

  return query select i, r_out[i], r_first[i], r_last[i], r_det[i], r_ms[i], r_eff[i] from generate_series(1, nc) i;
end $$;

create or replace function es.append_plain_on(
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
  -- A recorded sale needs no head. Anything else is not for this function.
  if p_stream_type <> 'sale' or p_state is distinct from '{"status":"recorded"}' then return; end if;

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

create or replace function es.load(c_tenant uuid[], c_id uuid[], h_tenant uuid[], h_stream uuid[])
returns table (kind "char", ix int, status smallint, request_hash bytea, first_seq bigint, last_seq bigint,
               version int, on_hand int, state text, stream_type text)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  return query
  select 'c'::"char", c.i::int, t.status, k.request_hash, k.first_seq, k.last_seq, null::int, null::int, null::text,
         null::text
    from unnest(c_tenant, c_id) with ordinality c(tenant, id, i)
    left join lateral (select th.status from es.tenant_heads th where th.tenant_id = c.tenant) t on true
    left join lateral (select ck.request_hash, ck.first_seq, ck.last_seq from es.commands ck
                        where ck.tenant_id = c.tenant and ck.command_id = c.id) k on true
  union all
  select 'h'::"char", q.i::int, null::smallint, null::bytea, null::bigint, null::bigint, coalesce(g.version, s.version), g.on_hand,
         coalesce(g.state::text, s.state), coalesce(g.stream_type, s.stream_type)
    from unnest(h_tenant, h_stream) with ordinality q(tenant, stream, i)
    left join lateral (select sh.version, sh.on_hand, sh.state, sh.stream_type from es.stream_heads sh
                        where sh.tenant_id = q.tenant and sh.stream_id = q.stream) g on true
    left join lateral (select 1 as version, '{"status":"recorded"}' as state, 'sale' as stream_type
                        where g.version is null and es.is_recorded_sale(q.tenant, q.stream)) s on true;
end $$;

reset role;
