-- Health of the product, by the hour: what was probed and how often it succeeded. Kept for 30 days.
set role es_owner;

create table ops.probes (
  hour_ms    bigint  not null, -- start of the hour
  kind       text    not null, -- api, database, or tcp:NAME of a server on the network
  ok         int     not null,
  failed     int     not null,
  up_slots   int     not null, -- slots of 5 s in which it was up
  first_slot bigint  not null,
  last_slot  bigint  not null,
  is_up      boolean not null, -- at the last probe
  changed_ms bigint  not null, -- when is_up last changed within the hour
  primary key (hour_ms, kind)
);
grant usage on schema ops to cmd_writer, platform_ro;
grant select, insert, update, delete on ops.probes to cmd_writer;
grant select on ops.probes to platform_ro;

reset role;
