-- Each sale as the list of sales shows it, as JSON text, fed by the projection sales. Rows that an older build wrote
-- have none until a rebuild, and the list is built from their columns: filling them here would lock a large table.
set role rm_owner;

alter table rm.rm_sales add column item text;

reset role;
