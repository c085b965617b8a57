-- How well the product itself does, measured: what was tried and what of it succeeded, by the hour. Kept 30 days.
set role es_owner;

create table ops.probes (
  hour_ms    bigint  not null, -- where the hour began
  kind       text    not null, -- api, database, or tcp:NAME of what is reached over the network
  ok         int     not null,
  failed     int     not null,
  up_slots   int     not null, -- of 5 s each: in how many it was up, whoever looked
  first_slot bigint  not null,
  last_slot  bigint  not null,
  is_up      boolean not null, -- at the last look
  changed_ms bigint  not null, -- since when it is so, within the hour
  primary key (hour_ms, kind)
);
grant usage on schema ops to cmd_writer, platform_ro;
grant select, insert, update, delete on ops.probes to cmd_writer;
grant select on ops.probes to platform_ro;

reset role;
