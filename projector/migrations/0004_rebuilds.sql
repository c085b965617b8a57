-- Projections whose table was emptied and is being filled again; readers are informed until then. A repair needs no
-- row here: it fills a second table while the first is served.
set role rm_owner;

create table rm.rebuilds (
  projection text   primary key,
  started_ms bigint not null
);
grant select on rm.rebuilds to query_ro, projector, auditor_ro;

reset role;
