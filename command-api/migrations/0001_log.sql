-- The log, its heads and its counters: the source of truth from which everything else can be rebuilt.
-- All tables belong to es_owner, which cannot log in. No role has INSERT, UPDATE, DELETE or TRUNCATE on
-- es.events: the only way in is es.append (0002).
set role es_owner;

create table es.tenant_heads (
  tenant_id uuid     primary key,
  seq       bigint   not null default 0,
  chain     bytea    not null,
  last_ms   bigint   not null default 0,
  status    smallint not null default 1 check (status in (1, 2, 3)) -- active, pending, suspended
) with (fillfactor = 50);

create table es.stream_heads (
  tenant_id   uuid     not null,
  stream_id   uuid     not null,
  stream_type text     not null,
  version     int      not null,
  on_hand     int, -- products only; no check, because oversold products go below 0
  state       json,
  state_v     smallint not null default 1,
  primary key (tenant_id, stream_id)
) with (fillfactor = 70);

create table es.events (
  tenant_id      uuid     not null,
  seq            bigint   not null,
  stream_id      uuid     not null,
  stream_version int      not null,
  stream_type    text     not null,
  type           text     not null,
  schema_v       smallint not null,
  command_id     uuid     not null,
  command_ix     smallint not null,
  actor_id       uuid     not null,
  recorded_ms    bigint   not null,
  occurred_ms    bigint   not null,
  data           json     not null, -- json, not jsonb: the leaf hashes exactly these bytes
  meta           json     not null,
  effects        json,
  leaf           bytea    not null,
  chain          bytea    not null,
  primary key (tenant_id, seq),
  unique (tenant_id, stream_id, stream_version)
) partition by hash (tenant_id);

-- Idempotency keys, kept for 7 days. The events stay.
create table es.commands (
  tenant_id    uuid   not null,
  command_id   uuid   not null,
  request_hash bytea  not null,
  first_seq    bigint not null, -- last_seq + 1 when the command changed nothing
  last_seq     bigint not null,
  at_ms        bigint not null,
  primary key (tenant_id, command_id)
);
create index commands_by_age on es.commands (at_ms);

create table es.counters (
  tenant_id uuid   not null,
  name      text   not null,
  value     bigint not null,
  primary key (tenant_id, name)
) with (fillfactor = 50);

-- Personal data is sealed with a key per subject; destroying the row erases the person.
create table es.subject_keys (
  tenant_id   uuid  not null,
  subject_id  uuid  not null,
  wrapped_key bytea not null,
  primary key (tenant_id, subject_id)
);

create table es.relay_leader (
  id       boolean primary key default true check (id),
  epoch    bigint  not null default 0,
  since_ms bigint  not null default 0
);
insert into es.relay_leader default values;

create table es.relay_cursors (
  tenant_id uuid   primary key,
  seq       bigint not null,
  epoch     bigint not null
);

do $$
declare
  t text;
begin
  for i in 0..15 loop
    execute format(
      'create table es.events_%s partition of es.events for values with (modulus 16, remainder %s)', i, i);
    -- A partition queried by its own name has no policy, so it shows no rows.
    execute format('alter table es.events_%s enable row level security', i);
    execute format('alter table es.events_%s force row level security', i);
  end loop;

  foreach t in array array['tenant_heads', 'stream_heads', 'events', 'commands', 'counters',
                           'subject_keys', 'relay_cursors'] loop
    execute format('alter table es.%I enable row level security', t);
    execute format('alter table es.%I force row level security', t);
    -- es.append serves many tenants in one call and would see no rows without this policy.
    execute format('create policy es_owner on es.%I to es_owner using (true) with check (true)', t);
    execute format('create policy relay on es.%I to relay using (true) with check (true)', t);
    execute format('create policy auditor_ro on es.%I for select to auditor_ro using (true)', t);
    execute format(
      'create policy by_tenant on es.%I for select to query_ro, cmd_writer, account_writer
         using (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')::uuid))', t);
    execute format(
      'create policy by_tenants on es.%I for select to projector
         using (tenant_id = any ((select nullif(current_setting(''app.tenants'', true), '''')::uuid[])::uuid[]))', t);
  end loop;
end $$;

grant usage on schema es to cmd_writer, account_writer, relay, projector, query_ro, auditor_ro;
grant select on es.tenant_heads to cmd_writer, account_writer, relay, projector, query_ro, auditor_ro;
grant select on es.events to relay, projector, auditor_ro;
grant select on es.stream_heads, es.commands, es.counters to auditor_ro;
grant select on es.subject_keys to projector;
grant select, insert, update on es.relay_cursors to relay;
grant select, update on es.relay_leader to relay;

reset role;
