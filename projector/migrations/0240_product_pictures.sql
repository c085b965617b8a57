-- The picture of a product, by its hash. Null until one is set, so existing rows need not change.
set role rm_owner;

alter table rm.rm_products add column picture_sha256 text;

reset role;
