-- Each sale as the list of sales shows it, now with its lines and its units. It replaces the column `item`, which an
-- older build goes on writing while it is replaced, and which is no longer read. As with that one, rows that an
-- older build wrote have no text until a rebuild, and the list is built from their columns.
set role rm_owner;

alter table rm.rm_sales add column listed text;

reset role;
