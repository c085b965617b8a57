-- Products whose stock is not counted. Null until that is said of a product, so existing rows need not change.
set role rm_owner;

alter table rm.rm_products add column tracks_stock boolean;

reset role;
