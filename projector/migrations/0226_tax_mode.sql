-- Whether tax is added to the prices of a business. Null until it is set, so existing rows need not change.
set role rm_owner;

alter table rm.rm_settings add column tax_mode text;

reset role;
