-- Whether a business is registered for tax, and its number. Null until they are set, so existing rows need not change.
set role rm_owner;

alter table rm.rm_settings
  add column tax_profile text,
  add column tin         text;

reset role;
