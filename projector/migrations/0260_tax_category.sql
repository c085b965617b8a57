-- How a product is taxed: exempt or zero-rated. Null until it is said, as in existing rows: at the standard rate.
set role rm_owner;

alter table rm.rm_products add column tax_category text;

reset role;
