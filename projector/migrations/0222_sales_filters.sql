-- The filters of the list of sales, in its order: the sales of a person, of a customer, and those paid in a way, wholly
-- or in part. Each index of all sales costs the projector a twentieth of its events a second, so the usual ways of paying
-- have none: their sales are found soon by going through all.
set role rm_owner;

-- As text: inside a value a quotation mark is escaped, so it cannot be taken for a way.
create function rm.is_paid_by(tenders json, method text) returns boolean
language sql immutable parallel safe as $$
  select strpos(replace(tenders::text, ' ', ''), concat('"method":"', method, '"')) > 0
$$;
revoke all on function rm.is_paid_by from public;
grant execute on function rm.is_paid_by to query_ro, projector, auditor_ro;

create index rm_sales_by_cashier on rm.rm_sales (tenant_id, cashier_id, occurred_ms desc, sale_id desc);
-- A sample of the sales may have those of one person only. To the planner the index by time would then look as good.
alter table rm.rm_sales alter column cashier_id set (n_distinct = 200);
create index rm_sales_by_customer on rm.rm_sales (tenant_id, customer_id, occurred_ms desc, sale_id desc)
  where customer_id is not null;
create index rm_sales_card on rm.rm_sales (tenant_id, occurred_ms desc, sale_id desc)
  where rm.is_paid_by(tenders, 'card');
create index rm_sales_bank_transfer on rm.rm_sales (tenant_id, occurred_ms desc, sale_id desc)
  where rm.is_paid_by(tenders, 'bank_transfer');

reset role;
