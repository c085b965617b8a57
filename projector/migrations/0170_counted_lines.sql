-- Sales of tills that were offline while the stock was counted: their lines move no stock, so the stock ledger does not
-- lead from the product to the sale. The journal of takings does. Rows that an older build wrote have no such lines.
set role rm_owner;

alter table rm.rm_takings add column counted text; -- the ids of these products, one after the other
create index rm_takings_counted on rm.rm_takings (tenant_id, seq) where counted is not null;

reset role;
