-- The largest discount by a person who may not change prices. Null until the owner changes it: the default
-- applies, so existing rows need not change.
set role rm_owner;

alter table rm.rm_settings
  add column discount_limit_bp int;

reset role;
