-- A projection whose table was emptied and is being filled again: until it is done, readers are told so.
-- A repair, which fills a second table while the first one serves, needs no line here.
set role rm_owner;

create table rm.rebuilds (
  projection text   primary key,
  started_ms bigint not null
);
grant select on rm.rebuilds to query_ro, projector, auditor_ro;

reset role;
