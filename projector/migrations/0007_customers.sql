-- Read model: customers in their latest state, including archived ones; erased columns are null. Fed by the projection
-- customers. Safe to drop and replay.
set role rm_owner;

create table rm.rm_customers (
  tenant_id   uuid    not null,
  customer_id uuid    not null,
  first_name  text,
  last_name   text,
  email       text,
  phone       text,
  address     text,
  archived    boolean not null default false,
  version     int     not null,
  created_ms  bigint  not null,
  updated_ms  bigint  not null,
  primary key (tenant_id, customer_id)
);
create index rm_customers_newest on rm.rm_customers (tenant_id, created_ms desc, customer_id desc)
  where not archived;
select rm.protect('rm.rm_customers');

reset role;
